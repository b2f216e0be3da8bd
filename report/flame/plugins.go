package flame

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/google/pprof/driver"
	"github.com/google/pprof/profile"
)

// What the driver is given in place of its own parts: they would read files, start programs and
// ask servers.

// fetcher hands out copies, because the driver changes what it gets.
type fetcher map[string]*profile.Profile

func (f fetcher) Fetch(name string, _, _ time.Duration) (*profile.Profile, string, error) {
	p := f[name]
	if p == nil {
		return nil, "", fmt.Errorf("there is no profile %q", name)
	}
	return p.Copy(), "", nil
}

// symbolized leaves names alone: Go's profiles have them.
type symbolized struct{}

func (symbolized) Symbolize(string, driver.MappingSources, *profile.Profile) error { return nil }

var errNoTools = errors.New("no binary is looked into")

type noTools struct{}

func (noTools) Open(string, uint64, uint64, uint64, string) (driver.ObjFile, error) {
	return nil, errNoTools
}

func (noTools) Disasm(string, uint64, uint64, bool) ([]driver.Inst, error) { return nil, errNoTools }

type offline struct{}

func (offline) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("nothing is asked for over the network")
}

// silent is a terminal that keeps complaints, for the error.
type silent struct{ complaints []string }

func (s *silent) ReadLine(string) (string, error)     { return "", io.EOF }
func (s *silent) Print(...any)                        {}
func (s *silent) PrintErr(args ...any)                { s.complaints = append(s.complaints, fmt.Sprint(args...)) }
func (s *silent) IsTerminal() bool                    { return false }
func (s *silent) WantBrowser() bool                   { return false }
func (s *silent) SetAutoComplete(func(string) string) {}

func (s *silent) explain(err error) error {
	if len(s.complaints) == 0 {
		return err
	}
	return fmt.Errorf("%w (%s)", err, strings.Join(s.complaints, "; "))
}

// pageFlags parses a fixed command line.
type pageFlags struct {
	set  *flag.FlagSet
	args []string
}

func (f *pageFlags) flags() *flag.FlagSet {
	if f.set == nil {
		f.set = flag.NewFlagSet("pprof", flag.ContinueOnError)
		f.set.SetOutput(io.Discard)
	}
	return f.set
}

func (f *pageFlags) Bool(name string, def bool, usage string) *bool {
	return f.flags().Bool(name, def, usage)
}

func (f *pageFlags) Int(name string, def int, usage string) *int {
	return f.flags().Int(name, def, usage)
}

func (f *pageFlags) Float64(name string, def float64, usage string) *float64 {
	return f.flags().Float64(name, def, usage)
}

func (f *pageFlags) String(name, def, usage string) *string {
	return f.flags().String(name, def, usage)
}

func (f *pageFlags) StringList(name, def, usage string) *[]*string {
	return &[]*string{f.flags().String(name, def, usage)}
}

func (f *pageFlags) ExtraUsage() string   { return "" }
func (f *pageFlags) AddExtraUsage(string) {}

// Parse returns no arguments when a flag is unknown, which the driver reports.
func (f *pageFlags) Parse(func()) []string {
	if f.flags().Parse(f.args) != nil {
		return nil
	}
	return f.set.Args()
}
