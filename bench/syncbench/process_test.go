package syncbench_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"informerbench/bench/syncbench"
	"informerbench/workload"
)

// process is one against a server of its own.
func process(t *testing.T, form syncbench.Form, list syncbench.List) syncbench.Process {
	h, err := syncbench.NewHandler(t.Context(), syncbench.Corpus{Pods: 1200, Profile: workload.Small, Form: form})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return syncbench.Process{
		Params: "x=y", Informer: syncbench.Base, URL: server.URL, Form: form, List: list, Measure: syncbench.Time,
		Procs: 2, GOGC: 100, Patience: time.Minute,
	}
}

// Every process ends with the checks of handler, store and requests, so that it ends without an
// error is the test.
func measure(t *testing.T, p syncbench.Process, want ...string) {
	t.Helper()
	var out strings.Builder
	if err := p.Run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	for _, text := range want {
		if !strings.Contains(out.String(), text) {
			t.Errorf("no %q in the output %q", text, out.String())
		}
	}
}

func TestInformersSyncAndListAgain(t *testing.T) {
	for _, c := range []struct {
		list      syncbench.List
		informers []string
	}{
		{syncbench.StreamList, syncbench.Names()},
		{syncbench.PlainList, []string{"clientgo", "ours-wire"}},
		{syncbench.PagedList, []string{"clientgo", "ours-mvcc", "ours-wire"}},
	} {
		for _, name := range c.informers {
			t.Run(string(c.list)+"/"+name, func(t *testing.T) {
				t.Parallel() // most of their time they wait for the pause before a relist
				p := process(t, syncbench.Typed, c.list)
				p.Informer, p.Relist = name, true
				measure(t, p, "BenchmarkSync/x=y-2 1 ", "BenchmarkRelist/x=y-2 1 ", " cpu-ns", " server-cpu-ns", " p999-stall-ns")
			})
		}
	}
}

func TestMemoryIsMeasured(t *testing.T) {
	t.Parallel()
	p := process(t, syncbench.Typed, syncbench.StreamList)
	p.Measure, p.Relist, p.GOGC, p.Procs = syncbench.Memory, true, 25, 1
	measure(t, p, "BenchmarkSyncMemory/x=y 1 ", "BenchmarkRelistMemory/x=y 1 ", " peak/steady", " rss-peak-B")
}

func TestInformersSyncInOtherForms(t *testing.T) {
	for _, form := range []syncbench.Form{syncbench.Metadata, syncbench.Unstructured} {
		for _, name := range []string{"clientgo", "ours-mvcc", "ours-wire"} {
			for _, list := range []syncbench.List{syncbench.StreamList, syncbench.PagedList} {
				t.Run(string(form)+"/"+name+"/"+string(list), func(t *testing.T) {
					t.Parallel()
					p := process(t, form, list)
					p.Informer = name
					measure(t, p, "BenchmarkSync/x=y-2 1 ")
				})
			}
		}
	}
}

func TestAProcessRefusesWhatItCannotMeasure(t *testing.T) {
	t.Parallel()
	good := process(t, syncbench.Typed, syncbench.StreamList)
	for what, spoil := range map[string]func(*syncbench.Process){
		"unknown informer": func(p *syncbench.Process) { p.Informer = "none" }, "unknown list": func(p *syncbench.Process) { p.List = "x" },
		"unknown measure": func(p *syncbench.Process) { p.Measure = "x" }, "unknown form": func(p *syncbench.Process) { p.Form = "x" },
		"GOGC 0": func(p *syncbench.Process) { p.GOGC = 0 }, "connection refused": func(p *syncbench.Process) { p.URL = "http://127.0.0.1:1" },
	} {
		p := good
		spoil(&p)
		if err := p.Run(t.Context(), &strings.Builder{}); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: error %v", what, err)
		}
	}
}
