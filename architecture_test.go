package informerbench_test

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// floors lists, for each room, the rooms of ours that its code (not its tests) may
// import. A room that is not listed is a mistake in this list.
var floors = map[string][]string{
	"":                 {},
	"stores":           {},
	"stores/internal":  {"stores", "stores/internal"},
	"stores/rwmutex":   {"stores", "stores/internal"},
	"stores/sharded":   {"stores", "stores/internal"},
	"stores/cow":       {"stores", "stores/internal"},
	"stores/mvcc":      {"stores", "stores/internal"},
	"stores/packed":    {"stores", "stores/internal", "stores/mvcc"},
	"stores/clientgo":  {"stores", "stores/internal"},
	"stores/storetest": {"stores", "stores/storetest"},
	"stores/catalog":   {"stores", "stores/rwmutex", "stores/sharded", "stores/cow", "stores/mvcc", "stores/packed", "stores/clientgo"},
	"workload":         {"workload"},
	"fifo":             {"fifo"},
	"indexer":          {"stores", "indexer"},
	"compact":          {"compact"},
	"wire":             {"compact", "wire"},
	"reflector":        {"stores", "wire", "reflector"},
	"informer":         {"stores", "fifo", "indexer", "wire", "reflector", "informer"},
	"informer/factory": {"stores", "informer", "informer/factory"},
	"adopt/resources":  {"informer/factory"},
	"report/printable": {},
	"report":           {"stores", "report", "report/printable"},
	"report/recommend": {"stores", "report", "report/printable"},
	"report/merge":     {"report/printable"},
	"report/flame":     {},
	"report/page":      {"report", "report/flame", "report/printable"},
	"reflectorbench":   {"stores", "stores/catalog", "workload", "fifo", "indexer", "reflector", "informer", "reflectorbench"},
	"faults":           {"stores", "stores/catalog", "workload", "fifo", "indexer", "reflector", "informer", "compact", "wire", "faults"},
	"bench":            {"stores", "stores/catalog", "workload", "fifo", "indexer", "reflector", "informer", "wire", "compact", "stores/mvcc", "stores/packed", "adopt/swap", "reflectorbench", "bench"},
	"bench/scenarios":  {"stores", "stores/catalog", "workload", "reflector", "informer", "reflectorbench", "bench", "bench/scenarios"},
	"cmd":              {"stores", "stores/catalog", "workload", "fifo", "indexer", "reflector", "informer", "reflectorbench", "bench", "bench/scenarios", "report", "report/page", "report/recommend", "report/merge", "report/flame", "report/printable", "adopt/overlay", "cmd"},

	"adopt/swap":          {"stores"},
	"adopt/swap/swaptest": {"stores", "stores/clientgo", "stores/rwmutex", "adopt/swap"},
	"adopt/clientgo":      {"stores", "informer"},
	"adopt/overlay":       {"stores", "stores/catalog"},
	"conformance":         {"stores/catalog", "adopt/overlay"},

	"informer/prommetrics": {"reflector", "informer"},

	"examples":                      {"stores/mvcc", "informer", "examples"},
	"examples/internal/exampletest": {"workload"},
}

// doors lists where a heavy dependency may be imported.
var doors = map[string]func(room string) bool{
	"golang.org/x/perf": func(room string) bool {
		return slices.Contains([]string{"reflectorbench", "report", "cmd"}, strings.Split(room, "/")[0])
	},

	"github.com/google/pprof/": func(room string) bool { return room == "report/flame" },

	"github.com/prometheus/": func(room string) bool { return room == "informer/prommetrics" },

	"k8s.io/api/": func(room string) bool {
		return !slices.Contains([]string{"stores", "fifo", "indexer", "wire", "reflector", "informer"}, strings.Split(room, "/")[0])
	},
}

type listedPackage struct {
	ImportPath string
	Imports    []string
}

func TestImportsGoDownOnly(t *testing.T) {
	module := modulePath(t)
	for _, p := range listPackages(t) {
		path := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		room := roomOf(path)
		allowed, known := floors[room]
		if !known {
			t.Errorf("package %s is in no room of the list", p.ImportPath)
		}
		for _, imported := range p.Imports {
			if own, ok := strings.CutPrefix(imported, module+"/"); ok && !slices.Contains(allowed, roomOf(own)) {
				t.Errorf("%s imports %s: not below its floor", path, imported)
			}
			for prefix, open := range doors {
				if strings.HasPrefix(imported+"/", prefix) && !open(room) {
					t.Errorf("%s imports %s, which is kept out of this room", path, imported)
				}
			}
		}
	}
}

// A program that uses the product rooms with types of its own must not carry the
// Kubernetes API types, which packages of client-go's could bring in by the way.
func TestProductRoomsBringNoAPITypes(t *testing.T) {
	module := modulePath(t)
	out, err := exec.Command("go", "list", "-deps", module+"/stores/...", module+"/fifo", module+"/indexer", module+"/compact", module+"/wire",
		module+"/reflector", module+"/informer", module+"/informer/factory").Output()
	if err != nil {
		t.Fatalf("go list -deps: %v", err)
	}
	for path := range strings.Lines(string(out)) {
		if strings.HasPrefix(path, "k8s.io/api/") {
			t.Errorf("the product rooms bring in %s", strings.TrimSpace(path))
		}
	}
}

// modulePath is asked for, since the module may be renamed when it is hosted.
func modulePath(t *testing.T) string {
	out, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		t.Fatalf("go list -m: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// roomOf maps a package to the longest listed room that holds it.
func roomOf(path string) string {
	for p := path; p != "" && p != "."; {
		if _, ok := floors[p]; ok {
			return p
		}
		i := strings.LastIndex(p, "/")
		if i < 0 {
			return path
		}
		p = p[:i]
	}
	return path
}

func listPackages(t *testing.T) []listedPackage {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listedPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p listedPackage
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 10 {
		t.Fatalf("go list found only %d packages", len(all))
	}
	return all
}
