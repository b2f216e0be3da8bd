package page

import (
	"fmt"
	"strings"
)

// lead is the verdict in sentences that the comparisons support, and no others.
func (s *suite) lead(all []*standing, o Options) []string {
	if len(all) == 0 {
		return []string{"Nothing was measured besides the base, so nothing is compared."}
	}
	least, most := s.rounds()
	rounds := fmt.Sprintf("%d rounds", least)
	if most != least {
		rounds = fmt.Sprintf("%d to %d rounds", least, most)
	}
	if most == 1 {
		rounds = "one round"
	}
	basis := fmt.Sprintf("Compared with %s over %s. A difference counts if it is significant at p < %v after Holm's correction %s. It must be at least %s, too.",
		s.base, rounds, o.Alpha, s.correction.text(o.Alpha), share.format(o.MinEffect, 1))
	return append([]string{basis}, verdictSentences(all)...)
}

// verdictSentences sort subjects by what can be said of them.
func verdictSentences(all []*standing) (out []string) {
	var few, partly, clean, mixed, lost, level []string
	for _, st := range all {
		switch {
		case st.Few == st.Figures:
			few = append(few, st.Name)
		case 2*st.Few > st.Figures:
			// "Worse in none" would be true of what was hardly looked at, too.
			partly = append(partly, fmt.Sprintf("%s (in %d of %d)", st.Name, st.Few, st.Figures))
		case st.Better > 0 && st.Worse == 0:
			clean = append(clean, st.Name)
		case st.Better > 0:
			mixed = append(mixed, st.Name)
		case st.Worse > 0:
			lost = append(lost, st.Name)
		default:
			level = append(level, st.Name)
		}
	}
	for _, g := range []struct {
		text  string
		names []string
	}{
		{"Better in some figures and worse in none: ", clean},
		{"Better in some and worse in others, so it depends on what matters to you: ", mixed},
		{"Worse in some figures and better in none: ", lost},
		{"No difference that counts: ", level},
		{"No verdict in most figures, for want of samples: ", partly},
		{"Not enough samples for any verdict: ", few},
	} {
		if len(g.names) > 0 {
			out = append(out, g.text+strings.Join(g.names, ", ")+".")
		}
	}
	return out
}
