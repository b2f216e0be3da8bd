package bench_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"informerbench/reflectorbench"
	"informerbench/stores/catalog"
)

// Every part of a sub-benchmark's name is a key and a value without characters that would
// break a table's key.
var nameForm = regexp.MustCompile(`^([a-z]+=[A-Za-z0-9.-]+/)*[a-z]+=[A-Za-z0-9.-]+$`)

func TestNamesAreKeysAndValuesForBenchstat(t *testing.T) {
	names := map[string]string{}
	for _, c := range reflectorbench.Pipelines(nil) {
		names["Pipeline/"+c.Name()] = c.Store
	}
	var parser benchproc.ProjectionParser
	byStore, err := parser.Parse("/store", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, store := range names {
		_, parameters, _ := strings.Cut(name, "/")
		if !nameForm.MatchString(parameters) {
			t.Errorf("%q is not made of key=value parts", parameters)
		}
		key := byStore.Project(&benchfmt.Result{Name: benchfmt.Name(name + "-2"), Iters: 1})
		if got := key.StringValues(); got != store {
			t.Errorf("/store of %q is %q, want %q", name, got, store)
		}
	}
}

// benchstat compares with the first column and drops what its order does not name: the script
// must name all there is, client-go's first.
func TestRoundsScriptNamesEveryColumnInOrder(t *testing.T) {
	script, err := os.ReadFile("rounds.sh")
	if err != nil {
		t.Fatal(err)
	}
	var queues []string
	for _, q := range queueSubjects {
		queues = append(queues, q.name)
	}
	for variable, names := range map[string][]string{"stores": catalog.Names(), "queues": queues} {
		_, line, _ := strings.Cut(string(script), "\n"+variable+"='")
		line, _, _ = strings.Cut(line, "'\n")
		listed := strings.Fields(line)
		// A name that is not in the code does no harm: nothing was measured under it.
		listed = slices.DeleteFunc(listed, func(name string) bool { return !slices.Contains(names, name) })
		if !slices.Equal(listed, names) {
			t.Errorf("rounds.sh lists the %s %q, want %q", variable, line, names)
		}
		if !strings.HasPrefix(names[0], "clientgo") {
			t.Errorf("the first of the %s is %s, want client-go's, which the others are compared with", variable, names[0])
		}
	}
}
