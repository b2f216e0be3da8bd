package recommend

// WithoutAll is Without for the cells of all subjects at one point of a figure under a context.
func (m *Model) WithoutAll(figure, context string, at Point) *Model {
	out := *m
	out.series = map[seriesKey]*series{}
	for key, s := range m.series {
		rest := s
		if key.figure == figure && key.context == context {
			rest = &series{key: key}
			for _, c := range s.cells {
				if c.at != at {
					rest.cells = append(rest.cells, c)
				}
			}
		}
		if len(rest.cells) > 0 {
			out.series[key] = rest
		}
	}
	out.calibrate()
	return &out
}

// Without returns a model that did not see cell number i of the series: held out for a test.
func (m *Model) Without(s Series, i int) *Model {
	key := seriesKey{s.Subject, s.Figure, s.Context}
	out := *m
	out.series = map[seriesKey]*series{}
	for k, v := range m.series {
		out.series[k] = v
	}
	if rest := without(m.series[key].cells, i); len(rest) > 0 {
		out.series[key] = &series{key: key, cells: rest}
	} else {
		delete(out.series, key)
	}
	out.calibrate()
	return &out
}
