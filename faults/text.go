package faults

import (
	"fmt"
	"strings"
)

// String is the plan as text, a line per step; [Parse] reads it back.
func (p Plan) String() string {
	var b strings.Builder
	s := p.Setup
	fmt.Fprintf(&b, "plan seed=%d store=%s queue=%s list=%s encoding=%s source=%s", p.Seed, s.Store, s.Queue, s.List, s.Encoding, s.Source)
	for _, f := range []struct {
		name  string
		value int64
	}{{"decoders", int64(s.Decoders)}, {"pagesize", s.PageSize}, {"pagecap", s.PageCap}} {
		if f.value != 0 {
			fmt.Fprintf(&b, " %s=%d", f.name, f.value)
		}
	}
	if s.Resync != 0 {
		fmt.Fprintf(&b, " resync=%v", s.Resync)
	}
	b.WriteByte('\n')
	for _, step := range p.Steps {
		b.WriteString(step.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// String is the step's line.
func (s Step) String() string {
	line := fmt.Sprintf("%v %s", s.At, s.Do)
	switch {
	case s.IsEvent():
		line += fmt.Sprintf(" %s no=%d", s.Key, s.No)
	case s.Do == Strike:
		line += " " + s.Fault.String()
	}
	return line
}

// String is the fault as a plan's line names it.
func (f Fault) String() string {
	var b strings.Builder
	b.WriteString(string(f.Kind))
	if f.On != "" {
		fmt.Fprintf(&b, " on=%s", f.On)
	}
	if f.N != 0 {
		fmt.Fprintf(&b, " n=%d", f.N)
	}
	if f.Code != 0 {
		fmt.Fprintf(&b, " code=%d", f.Code)
	}
	if f.For != 0 {
		fmt.Fprintf(&b, " for=%v", f.For)
	}
	if f.Wait != 0 {
		fmt.Fprintf(&b, " wait=%v", f.Wait)
	}
	if f.Mode != "" {
		fmt.Fprintf(&b, " mode=%s", f.Mode)
	}
	return b.String()
}
