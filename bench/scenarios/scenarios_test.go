package scenarios_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"golang.org/x/perf/benchfmt"

	"informerbench/bench/scenarios"
	"informerbench/stores/catalog"
)

// atOnce cells run at a time: each waits most of its time.
const atOnce = 8

// each runs do for every subject of a scenario, some at a time.
func each(s scenarios.Scenario, subjects []scenarios.Subject, do func(scenarios.Subject)) {
	var running sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for _, subject := range subjects {
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			do(subject)
		})
	}
	running.Wait()
}

// subjects are all that there are: every store, and every queue where that takes no server.
func subjects(s scenarios.Scenario) []scenarios.Subject {
	all := s.Subjects(catalog.Names(), []string{"inorder"})
	if s.Instead != nil {
		return all
	}
	for _, queue := range []string{"direct", "deltafifo"} {
		all = append(all, scenarios.Subject{Informer: "ours", Store: "mvcc", Queue: queue})
	}
	return all
}

func TestEveryScenarioRunsOverEverySubject(t *testing.T) {
	t.Setenv(standIn, "server")
	for _, s := range scenarios.All() {
		t.Run(s.Name, func(t *testing.T) {
			each(s, subjects(s), func(subject scenarios.Subject) {
				c := tiny(t, s, subject)
				var out bytes.Buffer
				if err := c.Run(t.Context(), &out, nil); err != nil {
					t.Errorf("%s: %v", subject, err)
					return
				}
				checkResults(t, c, out.Bytes())
			})
		})
	}
}

// checkResults wants each declared result once, and a direction for each unit.
func checkResults(t *testing.T, c scenarios.Cell, text []byte) {
	left := map[string]int{}
	for _, name := range c.ResultNames() {
		left[fmt.Sprint(paramsOf(name))]++
	}
	units := scenarios.Units()
	r := benchfmt.NewReader(bytes.NewReader(text), "output")
	for r.Scan() {
		res, ok := r.Result().(*benchfmt.Result)
		if !ok {
			t.Errorf("%v", r.Result())
			continue
		}
		name := res.Name.String()
		if !strings.Contains(name, "/"+c.Name()) {
			t.Errorf("%s is not named after %s", name, c.Name())
		}
		for declared := range left {
			if matches(name, declared) {
				left[declared]--
			}
		}
		for _, v := range res.Values {
			unit := v.Unit
			if v.OrigUnit != "" {
				unit = v.OrigUnit
			}
			if units[unit] == "" {
				t.Errorf("%s: unit %s does not say which direction is better", name, unit)
			}
		}
	}
	for declared, n := range left {
		if n != 0 {
			t.Errorf("%s: result %s: %d too few", c.Name(), declared, n)
		}
	}
	if !bytes.Contains(text, []byte("\nHistogram ")) && c.Scenario != "startup-20" {
		t.Errorf("%s: there is no histogram", c.Name())
	}
}

// paramsOf is the measure and the op of a result's name.
func paramsOf(name string) string {
	parts := strings.Split(name, "/")
	for _, p := range parts {
		if strings.HasPrefix(p, "op=") {
			return parts[0] + " " + p
		}
	}
	return parts[0] + " "
}

func matches(name, declared string) bool { return paramsOf(name) == declared }
