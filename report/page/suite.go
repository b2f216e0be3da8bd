package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"informerbench/report"
)

// suite is what is compared with each other: subjects of one kind on one machine.
type suite struct {
	keys     string // of the subjects, such as informer/queue/store
	machine  *machine
	base     string // "" if the base was not measured
	subjects []string
	short    map[string]string
	rows     []*row
	byKey    map[string]*row
	figures  map[figureKey]*figure
	curves   map[figureKey]map[string]*report.Histogram // by row and unit, and then by subject
	// noComparison says why nothing is compared; "" if something is.
	noComparison string

	results []*benchfmt.Result // with our keys as configuration
	again   []*benchfmt.Result // of subjects that were measured a second time
	notes   []string           // of the comparisons that count

	correction correction // of these
}

type figureKey struct{ row, unit string }

// figure is one number of one row, for all subjects.
type figure struct {
	row     *row
	unit    string
	better  int // +1 higher, -1 lower, 0 not declared
	counted bool
	cells   map[string]*report.Cell
	again   *report.Cell
}

// The configuration keys by which results are given to report.Compare: they say in one
// value each what this package found in the name.
const (
	suiteKey   = "pagesuite"
	rowKey     = "pagerow"
	subjectKey = "pagesubject"
)

// collect sorts results into suites, in order of appearance.
func collect(in *report.Input, base string) []*suite {
	machines := map[string]*machine{}
	suites := map[string]*suite{}
	files := map[string]bool{}
	for _, r := range in.Results {
		files[r.GetConfig(".file")] = true
	}
	var order []*suite
	for _, r := range in.Results {
		n := parseName(r.Name)
		who := takeSubject(n)
		if who.suite == "" {
			who = fileSubject(r, len(files) > 1)
		}
		id := machineID(r, who.suite)
		if machines[id] == nil {
			machines[id] = &machine{}
		}
		machines[id].add(r)
		key := id + "\x00" + who.suite
		if suites[key] == nil {
			suites[key] = &suite{keys: who.suite, machine: machines[id], byKey: map[string]*row{}}
			order = append(order, suites[key])
		}
		suites[key].add(r, who, newRow(n))
	}
	addHistograms(in, suites, len(files) > 1)
	for _, m := range machines {
		m.finish()
	}
	for _, s := range order {
		s.finish(base)
	}
	slices.SortStableFunc(order, func(a, b *suite) int { return cmp.Compare(rank(a.keys), rank(b.keys)) })
	return order
}

// rank puts whole pipelines first, and what says nothing of its subject last.
func rank(keys string) int {
	return -len(keys)
}

// fileSuite compares files with each other.
const fileSuite = "file"

// fileSubject compares files where names do not say what is compared.
func fileSubject(r *benchfmt.Result, several bool) subject {
	if file := visible(r.GetConfig(".file")); several && file != "" {
		return subject{suite: fileSuite, label: file}
	}
	return subject{label: "measured"}
}

func (s *suite) add(r *benchfmt.Result, who subject, at *row) {
	if known := s.byKey[at.key()]; known != nil {
		at = known
	} else {
		at.id = fmt.Sprintf("row%d", len(s.rows))
		s.byKey[at.key()] = at
		s.rows = append(s.rows, at)
	}
	for _, v := range r.Values {
		at.addUnit(v.Unit)
	}
	r = r.Clone()
	r.SetConfig(suiteKey, "suite")
	r.SetConfig(rowKey, at.id)
	r.SetConfig(subjectKey, who.label)
	if who.again {
		s.again = append(s.again, r)
		return
	}
	if !slices.Contains(s.subjects, who.label) {
		s.subjects = append(s.subjects, who.label)
	}
	s.results = append(s.results, r)
}

// finish finds the base and orders the subjects: the base first, then by name.
func (s *suite) finish(base string) {
	if base == "" {
		base = clientGo[s.keys]
		if s.keys == fileSuite && len(s.subjects) > 0 {
			base = s.subjects[0]
		}
	}
	slices.Sort(s.subjects)
	if i := slices.Index(s.subjects, base); i >= 0 {
		s.base = base
		s.subjects = append([]string{base}, slices.Delete(s.subjects, i, i+1)...)
	} else if base != "" {
		s.noComparison = fmt.Sprintf("%s was not measured in the same run, so nothing is compared with it.", base)
	} else {
		s.noComparison = "The names of these results do not say what is compared, so nothing is."
	}
	for _, r := range s.again {
		label := r.GetConfig(subjectKey) + againSuffix
		r.SetConfig(subjectKey, label)
		s.results = append(s.results, r)
		if !s.isAgain(label) && !slices.Contains(s.subjects, label) {
			s.subjects = append(s.subjects, label)
		}
	}
	s.short = shortNames(s.subjects)
}

// againSuffix marks what was measured a second time; report.Compare knows it, too.
const againSuffix = "/again"

// isAgain tells the base's second measurement, which is no subject, from all others.
func (s *suite) isAgain(label string) bool { return s.base != "" && label == s.base+againSuffix }

// suiteNames are headings.
var suiteNames = map[string]string{
	"informer/queue/store": "Pipelines: informer/queue/store",
	"informer":             "Whole informers",
	"store":                "Stores alone",
	keptSuite:              "How objects are kept in memory",
	fileSuite:              "Files",
	"":                     "Results",
}

// name of what is compared in a suite, for headings.
func (s *suite) name() string {
	if n, ok := suiteNames[s.keys]; ok {
		return n
	}
	return "Compared by " + strings.ReplaceAll(s.keys, "/", " and ")
}

// rounds is the smallest and largest number of samples of what is counted.
func (s *suite) rounds() (least, most int) {
	for _, f := range s.figures {
		for _, c := range f.cells {
			n := len(c.Sample.Values)
			if !f.counted {
				continue
			}
			if least == 0 || n < least {
				least = n
			}
			most = max(most, n)
		}
	}
	return least, most
}
