package page

import (
	"fmt"
	"slices"

	"informerbench/report"
)

// Page is what both writers print. It does not change after Build.
type Page struct {
	title    string
	suites   []*suiteView
	machines []*machineView
	commands []string
	raw      []rawFile
	flames   []*flameView
	diffs    []*flameView
	// flamesShared is what all profiled cells have in common.
	flamesShared string
	advice       *adviceView
	warnings     []string
}

// suiteView is the part of a page about what is compared with each other.
type suiteView struct {
	ID, Name, Base, Machine string
	Lead                    []string
	Standings               []*standing
	Noise                   *noise
	Limits                  []string
	Sections                []*section
	suite                   *suite
}

type machineView struct {
	Facts []pairText
}

// Build makes the model of a page from results. It is an error if there are none.
func Build(in *report.Input, o Options) (*Page, error) {
	o = o.withDefaults()
	if len(in.Results) == 0 {
		return nil, fmt.Errorf("no results to report: run make bench first, or name files of Go benchmark text")
	}
	p := &Page{title: o.Title, advice: o.Advice.view()}
	for _, c := range o.Commands {
		p.commands = append(p.commands, visible(c))
	}
	for _, w := range in.Warnings {
		p.warn(w)
	}
	suites := collect(in, o.Base)
	for i, s := range suites {
		warnings, err := s.compare(in, o)
		if err != nil {
			return nil, err
		}
		for _, w := range warnings {
			p.warn(s.name() + ": " + w)
		}
		p.addMachine(s.machine)
		p.suites = append(p.suites, s.view(fmt.Sprintf("s%d", i+1), o))
	}
	for i, apart := range tellApart(suites) {
		p.suites[i].on(apart)
	}
	if p.title == "" {
		p.title = "Which informer store? What was measured"
	}
	p.title = visible(p.title)
	for _, f := range o.Raw {
		p.addRaw(f)
	}
	return p, p.addFlames(o.Profiles, o.Base)
}

// view makes what is shown of a suite.
func (s *suite) view(id string, o Options) *suiteView {
	v := &suiteView{ID: id, Name: s.name(), Base: s.base, Sections: s.sections(id, o), suite: s}
	v.Limits = s.limits()
	if s.base == "" {
		v.Lead = []string{s.noComparison}
		return v
	}
	for i, name := range s.subjects {
		if name == s.base {
			continue
		}
		if all := s.comparedFigures(name, v.Sections); len(all) > 0 {
			v.Standings = append(v.Standings, s.standing(fmt.Sprintf("%s-r%d", id, i), name, all))
			for _, sec := range v.Sections {
				sec.answer(name, s.short[name], all)
			}
		}
	}
	v.Noise = s.noise(o.Alpha)
	v.Lead = s.lead(v.Standings, o)
	return v
}

// on says which machine or commit the suite is of, where a page has several.
func (v *suiteView) on(apart string) {
	if apart == "" {
		return
	}
	v.Machine = apart
	for _, s := range v.Sections {
		s.Title += " (" + apart + ")"
	}
}

func (p *Page) addMachine(m *machine) {
	view := &machineView{m.Facts}
	if !slices.ContainsFunc(p.machines, func(v *machineView) bool { return slices.Equal(v.Facts, view.Facts) }) {
		p.machines = append(p.machines, view)
	}
}

// mostWarnings bounds what a file of nonsense can add to the page.
const mostWarnings = 30

func (p *Page) warn(text string) {
	text = visible(text)
	if slices.Contains(p.warnings, text) {
		return
	}
	switch len(p.warnings) {
	case mostWarnings:
		p.warnings = append(p.warnings, "There are more warnings; benchgen compare shows all.")
	default:
		if len(p.warnings) < mostWarnings {
			p.warnings = append(p.warnings, text)
		}
	}
}
