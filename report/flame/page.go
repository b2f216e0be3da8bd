package flame

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"

	"github.com/google/pprof/driver"
	"github.com/google/pprof/profile"
)

// PageOptions of pprof's own page.
type PageOptions struct {
	// SampleType is the one that is shown; empty: the profile's default.
	SampleType string
	// Base, if set, is subtracted after both were scaled to the same total.
	Base *profile.Profile
	// ByStage puts the stages between the root and the stacks; see LabelStages.
	ByStage bool
}

// driving is held while the driver runs: its configuration is one for the process.
var driving sync.Mutex

// Page writes the flame graph page of github.com/google/pprof as one file. Nothing listens: the driver is
// given a server that only keeps its handlers, and the flame graph's is called once. What
// would need that server is taken out of the page, and the page forbids itself to load anything, so that it
// works offline and stays so. The profiles are not changed.
func Page(w io.Writer, p *profile.Profile, o PageOptions) error {
	if _, _, err := Top(p, o.SampleType, 0); err != nil {
		return err
	}
	driving.Lock()
	defer driving.Unlock()
	var handlers map[string]http.Handler
	ui := &silent{}
	err := driver.PProf(&driver.Options{
		Flagset: &pageFlags{args: o.args()},
		Fetch:   fetcher{profileSource: p, baseSource: o.Base},
		Sym:     symbolized{}, Obj: noTools{}, HTTPTransport: offline{}, UI: ui,
		HTTPServer: func(args *driver.HTTPServerArgs) error {
			handlers = args.Handlers
			return nil
		},
	})
	if err != nil {
		return fmt.Errorf("pprof: %w", ui.explain(err))
	}
	flamegraph := handlers["/flamegraph"]
	if flamegraph == nil {
		return errors.New("this version of pprof has no flame graph page")
	}
	answer := &answer{header: http.Header{}}
	flamegraph.ServeHTTP(answer, &http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/flamegraph"}})
	if answer.status >= http.StatusBadRequest {
		return fmt.Errorf("pprof: %s", bytes.TrimSpace(answer.body.Bytes()))
	}
	page, err := alone(answer.body.Bytes())
	if err != nil {
		return err
	}
	_, err = w.Write(page)
	return err
}

// The names under which the driver asks for profiles.
const (
	profileSource = "profile"
	baseSource    = "base"
)

// args is the driver's command line. All that differs between calls is always set, as the driver keeps
// settings from one call to the next. The address is never listened on.
func (o PageOptions) args() []string {
	args := []string{"-http=127.0.0.1:0", "-no_browser", "-symbolize=none", "-sample_index=" + o.SampleType,
		fmt.Sprintf("-normalize=%t", o.Base != nil)}
	if o.Base != nil {
		args = append(args, "-diff_base="+baseSource)
	}
	stage := ""
	if o.ByStage {
		stage = StageLabel
	}
	return append(args, "-tagroot="+stage, profileSource)
}

// answer keeps what a handler writes.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }
