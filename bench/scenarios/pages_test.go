package scenarios_test

import (
	"strings"
	"testing"

	"informerbench/bench/scenarios"
)

// pageLines: who reads a page shall read all of it.
const pageLines = 100

func TestEveryScenarioHasAPage(t *testing.T) {
	for _, s := range scenarios.All() {
		lines := strings.Split(s.Page, "\n")
		if len(lines) < 40 || len(lines) > pageLines {
			t.Errorf("%s: the page has %d lines, want 40 to %d", s.Name, len(lines), pageLines)
		}
		if lines[0] != "# "+s.Name {
			t.Errorf("%s: the page begins with %q", s.Name, lines[0])
		}
		for _, part := range []string{
			s.Question, "\n## What happens\n", "\n## Why it is fair\n", "\n## What it leaves out\n", "\n## What to read off it\n",
			"\n## How to run it\n", "benchgen scenario run " + s.Name, "make bench-scenarios SCENARIO=" + s.Name,
		} {
			if !strings.Contains(s.Page, part) {
				t.Errorf("%s: there is no %q on the page", s.Name, part)
			}
		}
	}
}
