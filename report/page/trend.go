package page

import "strings"

// trends says where the curves go, for those who do not see them: from the first mark to
// the last, up or down, without naming a slope that two marks do not give.
func trends(all []series, key string) string {
	var up, down, level []string
	for _, s := range all {
		first, last := s.Points[0].Y, s.Points[len(s.Points)-1].Y
		switch {
		case last < first-4:
			up = append(up, s.Name)
		case last > first+4:
			down = append(down, s.Name)
		default:
			level = append(level, s.Name)
		}
	}
	var parts []string
	for _, p := range []struct {
		what  string
		names []string
	}{{"rises", up}, {"falls", down}, {"stays about level", level}} {
		if len(p.names) > 0 {
			parts = append(parts, p.what+" for "+strings.Join(p.names, ", "))
		}
	}
	return "With more " + key + " it " + strings.Join(parts, "; it ") + "."
}
