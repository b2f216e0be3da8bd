package scenarios_test

import (
	"bytes"
	"strings"
	"testing"

	"informerbench/bench/scenarios"
)

// measured is the text of a tiny cell over our informer and mvcc.
func measured(t *testing.T, name string, change func(*scenarios.Params)) string {
	t.Helper()
	t.Setenv(standIn, "server")
	s, err := scenarios.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	c := tiny(t, s, scenarios.Subject{Informer: "ours", Store: "mvcc", Queue: "inorder"})
	change(&c.Params)
	var out bytes.Buffer
	if err := c.Run(t.Context(), &out, nil); err != nil {
		t.Fatal(err)
	}
	checkResults(t, c, out.Bytes())
	return out.String()
}

func TestIndexesMayBeFewOrNone(t *testing.T) {
	for n, ops := range []int{0, 1, 2} {
		text := measured(t, "index-heavy", func(p *scenarios.Params) { p.Indexes = n })
		if got := strings.Count(text, "/op=byindex-"); got != 2*ops { // a result and a histogram each
			t.Errorf("with %d indexes %d of them are read", n, got)
		}
	}
}

func TestAHeapOverHTTPHoldsTheObjects(t *testing.T) {
	text := measured(t, "index-heavy", func(p *scenarios.Params) { p.Source = "http" })
	if !strings.Contains(text, "total-B/object") || strings.Contains(text, "heap-B/object") {
		t.Errorf("the heap is reported as\n%s", text)
	}
}

func TestTheSlowHandlerMayBeTheOnlyOne(t *testing.T) {
	text := measured(t, "slow-handler", func(p *scenarios.Params) { p.Handlers = 1 })
	if strings.Contains(text, "op=others") || !strings.Contains(text, "op=slow") {
		t.Errorf("there are others in\n%s", text)
	}
}

func TestStormsGoWithoutReaders(t *testing.T) {
	for _, name := range []string{"slow-handler", "late-handlers", "startup-20"} {
		text := measured(t, name, func(p *scenarios.Params) { p.Readers, p.Informers, p.Late = 0, 3, 1 })
		if strings.Contains(text, "BenchmarkStall") || strings.Contains(text, "BenchmarkRead") {
			t.Errorf("%s: nobody reads, but there is\n%s", name, text)
		}
	}
}

func TestStormsHaveBounds(t *testing.T) {
	for want, spoil := range map[string]func(*scenarios.Params){
		"changed is 101":    func(p *scenarios.Params) { p.Changed = 101 },
		"late is 0":         func(p *scenarios.Params) { p.Late = 0 },
		"informers is 5000": func(p *scenarios.Params) { p.Informers = 5000 },
	} {
		r := newRun(t, "mass-relist")
		spoil(&r.Params)
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
