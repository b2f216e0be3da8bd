package flame_test

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it); got:\n%s", name, got)
	}
}

// folded makes a profile of CPU time of lines "outermost;…;innermost value [stage]".
func folded(t *testing.T, lines ...string) *profile.Profile {
	t.Helper()
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10_000_000,
		Mapping: []*profile.Mapping{{ID: 1, Start: 1, Limit: 1 << 40, File: "benchgen", HasFunctions: true}},
	}
	known := map[string]*profile.Location{}
	for _, line := range lines {
		at := strings.LastIndexByte(line, ' ')
		value, err := strconv.ParseInt(line[at+1:], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		s := &profile.Sample{Value: []int64{value, value * p.Period}}
		names := strings.Split(line[:at], ";")
		for i := len(names) - 1; i >= 0; i-- {
			s.Location = append(s.Location, locate(p, known, names[i]))
		}
		p.Sample = append(p.Sample, s)
	}
	if err := p.CheckValid(); err != nil {
		t.Fatal(err)
	}
	return p
}

func locate(p *profile.Profile, known map[string]*profile.Location, name string) *profile.Location {
	if l := known[name]; l != nil {
		return l
	}
	id := uint64(len(p.Function) + 1)
	f := &profile.Function{ID: id, Name: name, SystemName: name, Filename: "x.go"}
	l := &profile.Location{ID: id, Mapping: p.Mapping[0], Address: id, Line: []profile.Line{{Function: f, Line: 1}}}
	p.Function, p.Location = append(p.Function, f), append(p.Location, l)
	known[name] = l
	return l
}

// small is a pipeline in little.
func small(t *testing.T) *profile.Profile {
	return folded(t,
		"informerbench/reflectorbench.(*pipeline).run;informerbench/fifo.(*InOrder).PopBatch;informerbench/stores/mvcc.(*Store).Transaction 40",
		"informerbench/reflectorbench.(*pipeline).run;informerbench/fifo.(*InOrder).PopBatch;informerbench/stores/mvcc.(*Store).Transaction;runtime.mallocgc 10",
		"informerbench/reflectorbench.(*pipeline).run;informerbench/fifo.(*InOrder).PopBatch 5",
		"informerbench/reflector.(*Reflector).Run;informerbench/workload/source.(*watch).next 15",
		"informerbench/informer.(*listener).run;informerbench/reflectorbench.(*recorder).OnUpdate 20",
		"informerbench/reflectorbench.(*reader).loop;informerbench/stores/mvcc.(*Store).Get 30",
		"runtime.gcBgMarkWorker;runtime.scanobject 12",
		"runtime.mcall;runtime.schedule 3")
}
