package reflectorbench_test

import (
	"errors"
	"flag"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"informerbench/reflector"
	"informerbench/reflectorbench"
	"informerbench/workload"
)

func TestFlagsRebuildTheCell(t *testing.T) {
	for _, want := range []reflectorbench.Cell{
		reflectorbench.DefaultCell(),
		{
			Informer: reflectorbench.ClientGo, Store: "cow", Queue: reflectorbench.RealFIFO, Mix: workload.Flap, Profile: workload.Real,
			Objects: 7, List: reflector.ListPaged, Source: reflectorbench.Cluster, Seed: 9, Readers: 3, Skew: reflectorbench.Uniform,
			Rate: 11, Events: 12, Handlers: 13, Measures: []reflectorbench.Measure{reflectorbench.MeasureRead, reflectorbench.MeasureHeap},
			Phase: 3 * time.Second, Reconciling: reflectorbench.Reconciling{Workers: 4, Cost: time.Millisecond, Work: reflectorbench.Sleep, FailureRate: 0.25}, Commit: "abc", SourceURL: "http://x", Kubeconfig: "/a file",
			Settings: "s.json",
		},
		{ // beside a trace, what is of the generator means nothing
			Informer: reflectorbench.Ours, Store: "cow", Queue: reflectorbench.InOrder, List: reflector.ListStream, Source: reflectorbench.Memory,
			Seed: 1, Readers: 1, Skew: reflectorbench.Zipf, Handlers: 1,
			Replaying: reflectorbench.Replaying{Trace: "a.trace", Speed: "10", AllowCut: true},
		},
	} {
		var got reflectorbench.Cell
		fs := flag.NewFlagSet("run", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		reflectorbench.RegisterFlags(fs, &got)
		if err := fs.Parse(want.Args()); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("flags %q give\n%+v, want\n%+v", want.Args(), got, want)
		}
	}
}

func TestBadCellsAreUsageErrorsThatListWhatIsAllowed(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*reflectorbench.Cell)
		lists string
	}{
		"informer":     {func(c *reflectorbench.Cell) { c.Informer = "x" }, "clientgo-controller"},
		"store":        {func(c *reflectorbench.Cell) { c.Store = "x" }, "rwmutex"},
		"queue":        {func(c *reflectorbench.Cell) { c.Queue = "realfifo" }, "inorder, deltafifo, direct"},
		"peer's queue": {func(c *reflectorbench.Cell) { c.Informer = reflectorbench.ClientGo }, "realfifo"},
		"peer's store": {func(c *reflectorbench.Cell) { c.Informer, c.Store = reflectorbench.ClientGo, "cow" }, "clientgo"},
		"mix":          {func(c *reflectorbench.Cell) { c.Mix = "x" }, "churn"},
		"profile":      {func(c *reflectorbench.Cell) { c.Profile = "x" }, "small"},
		"list":         {func(c *reflectorbench.Cell) { c.List = "x" }, "stream, paged"},
		"source":       {func(c *reflectorbench.Cell) { c.Source = "x" }, "memory, http, cluster"},
		"skew":         {func(c *reflectorbench.Cell) { c.Skew = "x" }, "uniform, zipf"},
		"objects":      {func(c *reflectorbench.Cell) { c.Objects = 0 }, "between 1 and"},
		"too many":     {func(c *reflectorbench.Cell) { c.Objects = workload.MaxObjects + 1 }, "between 1 and"},
		"rate":         {func(c *reflectorbench.Cell) { c.Rate = 0 }, "between 1 and"},
		"phase":        {func(c *reflectorbench.Cell) { c.Phase = -1 }, "negative"},
		"measure":      {func(c *reflectorbench.Cell) { c.Measures = []reflectorbench.Measure{"x"} }, "sync, heap"},
		"URL, no http": {func(c *reflectorbench.Cell) { c.SourceURL = "http://x" }, "http"},
		"no cluster":   {func(c *reflectorbench.Cell) { c.Kubeconfig = "x" }, "cluster"},
		"workers":      {func(c *reflectorbench.Cell) { c.Workers = -1 }, "between 0 and"},
		"cost":         {func(c *reflectorbench.Cell) { c.Cost = -1 }, "between 0 and"},
		"work":         {func(c *reflectorbench.Cell) { c.Workers, c.Work = 1, "x" }, "spin, sleep"},
		"failures":     {func(c *reflectorbench.Cell) { c.FailureRate = 1 }, "between 0 and"},
		"no workers":   {func(c *reflectorbench.Cell) { c.Measures = []reflectorbench.Measure{"reconcile"} }, "sync, heap"},
		"events":       {func(c *reflectorbench.Cell) { c.Events = -1 }, "between 0 and"},
		"speed":        {func(c *reflectorbench.Cell) { c.Trace, c.Speed = "x", "fast" }, "max, or a number above 0"},
		"no trace":     {func(c *reflectorbench.Cell) { c.Speed = "10" }, "--trace=FILE"},
		"trace, live":  {func(c *reflectorbench.Cell) { c.Trace, c.Source = "x", reflectorbench.Cluster }, "memory, http"},
		"both":         {func(c *reflectorbench.Cell) { c.Trace, c.Settings = "x", "y" }, "one of --trace and --settings"},
		"settings":     {func(c *reflectorbench.Cell) { c.Settings = "no-such-file" }, "no-such-file"},
	} {
		cell := tiny()
		c.spoil(&cell)
		err := cell.Validate()
		var usage *reflectorbench.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), c.lists) {
			t.Errorf("%s: error is %v, want a usage error that contains %q", name, err, c.lists)
		}
	}
}

func TestPeerInAnotherListModeThanItsProcessIsRefused(t *testing.T) {
	c := tiny()
	c.Informer, c.Queue, c.List = reflectorbench.ClientGo, reflectorbench.RealFIFO, reflector.ListPaged
	err := reflectorbench.Run(t.Context(), c, io.Discard, nil)
	if err == nil || !strings.Contains(err.Error(), "KUBE_FEATURE_WatchListClient=false") {
		t.Errorf("error is %v, want one that says how to start the process", err)
	}
}

func TestPopulationThatDoesNotFitIsRefusedBeforeItIsMade(t *testing.T) {
	c := reflectorbench.DefaultCell()
	c.Objects, c.Profile, c.Source = workload.MaxObjects, workload.Real, reflectorbench.HTTP
	if err := reflectorbench.Fits(c); err == nil || !strings.Contains(err.Error(), "MB are available") {
		t.Errorf("error is %v", err)
	}
	if err := reflectorbench.Fits(tiny()); err != nil {
		t.Error(err)
	}
}

func TestNamesCarryEveryParameter(t *testing.T) {
	c := tiny()
	c.Store = "sharded-xsync"
	for _, res := range run(t, c) {
		for key, want := range map[string]string{
			"/informer": "ours", "/store": "sharded-xsync", "/queue": "inorder", "/mix": "churn", "/profile": "small",
			"/objects": "200", "/list": "stream", "/source": "memory", "list": "stream", "seed": "1", "goos": "linux",
		} {
			var parser benchproc.ProjectionParser
			projection, err := parser.Parse(key, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := projection.Project(res).StringValues(); got != want {
				t.Errorf("%s of %s is %q, want %q", key, res.Name, got, want)
			}
		}
		checkConfig(t, res)
	}
}

func checkConfig(t *testing.T, res *benchfmt.Result) {
	for _, key := range []string{"goarch", "cpu", "kernel", "go", "gomaxprocs", "gogc", "gomemlimit", "commit", "source"} {
		if res.GetConfig(key) == "" {
			t.Errorf("%s has no configuration line %s", res.Name, key)
		}
	}
}

func TestSmokeCellsMeetInAllPairs(t *testing.T) {
	pairs := map[string]bool{}
	cells := reflectorbench.SmokeCells()
	for _, c := range cells {
		if err := c.Validate(); err != nil {
			t.Error(err)
		}
		pipeline := string(c.Informer) + c.Store + string(c.Queue)
		for _, p := range [][2]string{
			{pipeline, string(c.Mix)}, {pipeline, string(c.List)}, {pipeline, string(c.Source)},
			{string(c.Mix), string(c.List)}, {string(c.Mix), string(c.Source)}, {string(c.List), string(c.Source)},
		} {
			pairs[p[0]+" "+p[1]] = true
		}
	}
	pipelines := len(cells) / len(workload.Mixes())
	want := pipelines*(5+2+2) + 5*(2+2) + 4
	if len(pairs) != want {
		t.Errorf("%d pairs meet in %d cells, want %d", len(pairs), len(cells), want)
	}
}

func TestCountsMayBeThousandsAndMillions(t *testing.T) {
	for text, want := range map[string]int{"7": 7, "10k": 10_000, "1M": 1_000_000, "2m": 2_000_000} {
		var got reflectorbench.Count
		if err := got.Set(text); err != nil || int(got) != want {
			t.Errorf("%s is %d, error %v", text, got, err)
		}
	}
	for _, text := range []string{"", "k", "1.5M", "9999999999999999M", "1G"} {
		var got reflectorbench.Count
		if err := got.Set(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}
