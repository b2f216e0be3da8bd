package compactbench_test

import (
	"math"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"informerbench/bench/compactbench"
)

// served is one server for many processes, one after the other.
func served(t *testing.T, c compactbench.Corpus) string {
	t.Helper()
	h, err := compactbench.NewHandler(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

func process(url, informer string, part compactbench.Part) compactbench.Process {
	return compactbench.Process{
		Params: "x=y", Informer: informer, URL: url, Part: part, Procs: 2, GOGC: 100, Patience: time.Minute,
	}
}

// values are those of a line of the results, by unit.
func values(t *testing.T, text, name string) map[string]float64 {
	t.Helper()
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] != "Benchmark"+name {
			continue
		}
		all := map[string]float64{}
		for i := 2; i+1 < len(fields); i += 2 {
			v, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			all[fields[i+1]] = v
		}
		return all
	}
	t.Fatalf("no result %s in %q", name, text)
	return nil
}

// Every process ends with the comparison of its store with the server, object by object, and of all that its handler
// was told, so that it ends without an error is the test.
func TestEveryFormKeepsWhatTheServerHas(t *testing.T) {
	url := served(t, compactbench.Corpus{Pods: 150, Events: 250})
	for _, name := range compactbench.Names() {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			if err := process(url, name, compactbench.Time).Run(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
			for line, units := range map[string][]string{
				"CompactSync/x=y-2":             {"sync-ns", "sync-cpu-ns"},
				"CompactChurn/x=y/events=250-2": {"ns/event", "cpu-ns/event", "gc-cpu-ns/event", "gc-cycles", "churned-B/object"},
				"CompactGet/x=y/reads=cold-2":   {"get-ns"},
				"CompactGet/x=y/reads=hot-2":    {"get-ns"},
			} {
				have := values(t, out.String(), line)
				for _, u := range units {
					if _, ok := have[u]; !ok {
						t.Errorf("%s has no %s: %v", line, u, have)
					}
				}
			}
		})
	}
}

// The parts of the memory are measured apart and must fit together, in orders of magnitude that depend on nothing but the
// objects.
func TestMemoryIsToldApart(t *testing.T) {
	const pods = 1000 // packed has some 250 of them decoded in its cache
	url := served(t, compactbench.Corpus{Pods: pods})
	objects := map[string]float64{}
	for _, name := range []string{compactbench.Base, "clientgo+share", "wire+strip+encoded", "packed"} {
		var out strings.Builder
		if err := process(url, name, compactbench.Memory).Run(t.Context(), &out); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		v := values(t, out.String(), "CompactMemory/x=y-2")
		objects[name] = v["objects-B/object"]
		if sum := v["objects-B/object"] + v["overhead-B/object"]; math.Abs(sum-v["heap-B/object"]) > 2 { // results are rounded
			t.Errorf("%s: the parts make %v, the whole is %v", name, sum, v["heap-B/object"])
		}
		if v["objects-B/object"] <= 0 || v["peak-B"] <= 0 || v["heap-objects/object"] <= 0 {
			t.Errorf("%s: %v", name, v)
		}
	}
	if plain := objects[compactbench.Base]; plain < 10_000 || plain > 30_000 {
		t.Errorf("a plain pod takes %v bytes", plain)
	}
	for _, smaller := range []string{"clientgo+share", "wire+strip+encoded", "packed"} {
		if ratio := objects[smaller] / objects[compactbench.Base]; ratio > 0.9 {
			t.Errorf("%s: objects take %v of client-go's", smaller, ratio)
		}
	}
}

func TestAProcessRefusesWhatItCannotMeasure(t *testing.T) {
	for what, spoil := range map[string]func(*compactbench.Process){
		"unknown informer":   func(p *compactbench.Process) { p.Informer = "none" },
		"unknown part":       func(p *compactbench.Process) { p.Part = "x" },
		"GOGC 0":             func(p *compactbench.Process) { p.GOGC = 0 },
		"connection refused": func(p *compactbench.Process) {},
	} {
		p := process("http://127.0.0.1:1", compactbench.Base, compactbench.Memory)
		spoil(&p)
		if err := p.Run(t.Context(), &strings.Builder{}); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: error %v", what, err)
		}
	}
}
