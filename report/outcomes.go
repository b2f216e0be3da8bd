package report

import "fmt"

// Outcomes counts how the subjects of summaries stand.
type Outcomes struct {
	subjects []string
	of       map[string]*standing
}

type standing struct {
	compared, better, worse int
	targets, met            int
	missed                  []string
}

// Count adds a summary.
func (o *Outcomes) Count(s *Summary, targets Targets) {
	for _, g := range s.Groups {
		for _, l := range g.Lines {
			for i, c := range l.Cells {
				if c == nil || c.Verdict == NoBase {
					continue
				}
				t, ok := targets(l.Subject, i, g.Label)
				if c.Verdict != NotEnoughSamples {
					o.standing(l.Subject).count(c, s.Figures[i], g.Label, t, ok)
				} else if _, judged := t.judge(c, s.Figures[i].Unit); ok && judged {
					o.standing(l.Subject).judge(c, s.Figures[i], g.Label, t)
				}
			}
		}
	}
}

// CountTargets adds only what became of the targets, for tables whose columns are no subjects: about
// names the subject that a column of a group stands for, and the case that it is.
func (o *Outcomes) CountTargets(s *Summary, targets Targets, about func(column, group string) (subject, label string)) {
	for _, g := range s.Groups {
		for _, l := range g.Lines {
			subject, label := about(l.Subject, g.Label)
			for i, c := range l.Cells {
				if c == nil || c.Verdict == NoBase {
					continue
				}
				t, ok := targets(l.Subject, i, g.Label)
				if _, judged := t.judge(c, s.Figures[i].Unit); ok && judged {
					o.standing(subject).judge(c, s.Figures[i], label, t)
				}
			}
		}
	}
}

func (o *Outcomes) standing(subject string) *standing {
	if o.of == nil {
		o.of = map[string]*standing{}
	}
	if o.of[subject] == nil {
		o.of[subject] = &standing{}
		o.subjects = append(o.subjects, subject)
	}
	return o.of[subject]
}

func (st *standing) count(c *Cell, f Figure, group string, t Target, hasTarget bool) {
	st.compared++
	switch c.Verdict {
	case Better:
		st.better++
	case Worse:
		st.worse++
	}
	if hasTarget {
		st.judge(c, f, group, t)
	}
}

// judge counts a target and notes it if it was missed.
func (st *standing) judge(c *Cell, f Figure, group string, t Target) {
	out, judged := t.judge(c, f.Unit)
	if !judged {
		return
	}
	st.targets++
	if out.met {
		st.met++
		return
	}
	value := shareText(c.Ratio())
	if t.Absolute {
		value = valueText(c.Summary.Center, f.Unit)
	}
	near := ""
	if out.near {
		near = ", within the interval"
	}
	st.missed = append(st.missed, fmt.Sprintf("%s (%s): %s, %s%s", f.Title, group, value, out.text, near))
}

// Lines tells for each subject, in a sentence, what was compared, met and missed, and then
// each miss.
func (o *Outcomes) Lines() (lines []string) {
	for _, name := range o.subjects {
		st := o.of[name]
		text := fmt.Sprintf("%s: of %d comparisons %d are significantly better, %d worse", name, st.compared, st.better, st.worse)
		if st.targets > 0 {
			text += fmt.Sprintf("; of %d targets %d are met", st.targets, st.met)
		}
		lines = append(lines, text+".")
		for _, m := range st.missed {
			lines = append(lines, "  missed: "+m)
		}
	}
	return lines
}
