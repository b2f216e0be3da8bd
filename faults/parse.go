package faults

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"informerbench/reflector"
)

// Parse reads a plan's text. Empty lines and lines that begin with # are left out; the
// error names the line.
func Parse(r io.Reader) (Plan, error) {
	var p Plan
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if err := p.parseLine(words); err != nil {
			return Plan{}, fmt.Errorf("line %d of the plan, %q: %w", n, lines.Text(), err)
		}
	}
	if err := lines.Err(); err != nil {
		return Plan{}, fmt.Errorf("reading the plan: %w", err)
	}
	if p.Setup.Store == "" {
		return Plan{}, fmt.Errorf("the plan has no line that begins with plan and names its setup; print one with -v to see the form")
	}
	slices.SortStableFunc(p.Steps, func(a, b Step) int { return cmp.Compare(a.At, b.At) })
	return p, nil
}

func (p *Plan) parseLine(words []string) error {
	if words[0] == "plan" {
		return parameters(words[1:], p.setupParameter)
	}
	at, err := time.ParseDuration(words[0])
	if err != nil {
		return fmt.Errorf("it does not begin with a time such as 1m2.5s: %w", err)
	}
	if len(words) < 2 {
		return fmt.Errorf("it says no more than a time")
	}
	s := Step{At: at, Do: Verb(words[1])}
	rest := words[2:]
	switch s.Do {
	case Join, Stop:
	case Put, Delete, Recreate, Strike:
		if len(rest) == 0 {
			return fmt.Errorf("%s of what?", s.Do)
		}
		if s.Do == Strike {
			s.Fault.Kind = Kind(rest[0])
			if !slices.Contains(kinds, s.Fault.Kind) {
				return fmt.Errorf("there is no fault %q: there are %v", rest[0], kinds)
			}
		} else {
			s.Key = rest[0]
		}
		if err := parameters(rest[1:], s.parameter); err != nil {
			return err
		}
	default:
		return fmt.Errorf("there is no step %q: there are put, delete, recreate, join, stop and fault", words[1])
	}
	p.Steps = append(p.Steps, s)
	return nil
}

func parameters(words []string, set func(name, value string) error) error {
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%q is not of the form name=value", w)
		}
		if err := set(name, value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (p *Plan) setupParameter(name, value string) (err error) {
	s := &p.Setup
	switch name {
	case "seed":
		p.Seed, err = strconv.ParseUint(value, 10, 64)
	case "store":
		s.Store = value
	case "queue":
		s.Queue = value
	case "list":
		s.List = reflector.ListMode(value)
	case "encoding":
		s.Encoding = value
	case "source":
		s.Source = value
	case "decoders":
		s.Decoders, err = strconv.Atoi(value)
	case "pagesize":
		s.PageSize, err = strconv.ParseInt(value, 10, 64)
	case "pagecap":
		s.PageCap, err = strconv.ParseInt(value, 10, 64)
	case "resync":
		s.Resync, err = time.ParseDuration(value)
	default:
		err = errUnknownParameter
	}
	return err
}

var errUnknownParameter = fmt.Errorf("there is no such parameter")

func (s *Step) parameter(name, value string) (err error) {
	f := &s.Fault
	switch name {
	case "no":
		s.No, err = strconv.Atoi(value)
	case "on":
		f.On = Target(value)
	case "n":
		f.N, err = strconv.Atoi(value)
	case "code":
		f.Code, err = strconv.Atoi(value)
	case "for":
		f.For, err = time.ParseDuration(value)
	case "wait":
		f.Wait, err = time.ParseDuration(value)
	case "mode":
		f.Mode = value
	default:
		err = errUnknownParameter
	}
	return err
}
