package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"informerbench/report"
)

// addHistograms gives whole distributions to the suites that their results are in.
func addHistograms(in *report.Input, suites map[string]*suite, files bool) {
	for _, h := range in.Histograms {
		n := parseName(h.Result.Name)
		who := takeSubject(n)
		if who.suite == "" {
			who = fileSubject(h.Result, files)
		}
		s := suites[machineID(h.Result, who.suite)+"\x00"+who.suite]
		if s == nil || who.again {
			continue
		}
		if r := s.byKey[newRow(n).key()]; r != nil {
			s.addHistogram(figureKey{r.id, h.Unit}, who.label, h)
		}
	}
}

func (s *suite) addHistogram(key figureKey, label string, h *report.Histogram) {
	if s.curves == nil {
		s.curves = map[figureKey]map[string]*report.Histogram{}
	}
	if s.curves[key] == nil {
		s.curves[key] = map[string]*report.Histogram{}
	}
	if known := s.curves[key][label]; known != nil {
		known.Merge(h)
		return
	}
	s.curves[key][label] = h.Clone()
}

// percentileCurves draws the distributions of a latency, one drawing for each case.
func (s *suite) percentileCurves(id string, f *family, cases []labelled) (out []*lines) {
	_, of, ok := splitPercentile(f.main)
	if !ok {
		return nil
	}
	for i, c := range cases {
		curves := s.curves[figureKey{c.id, of + "-ns"}]
		if l := s.percentileCurve(fmt.Sprintf("%s-h%d", id, i+1), f, c, curves); l != nil && len(out) < mostPanels {
			out = append(out, l)
		}
	}
	return out
}

// perDecade is how many points a curve has for each nine of a percentile.
const perDecade = 6

func (s *suite) percentileCurve(id string, f *family, c labelled, curves map[string]*report.Histogram) *lines {
	l := &lines{ID: id, Title: "All percentiles of " + f.title, XLabel: "percentile (log scale of what lies above)", Height: plotHeight, Top: plotTop, Bottom: plotBottom}
	if c.label != "" {
		l.Title += ", " + c.label
	}
	var values []float64
	tail := 1.0
	for _, h := range curves {
		for _, p := range h.Curve(perDecade) {
			values, tail = append(values, p.NS*1e-9), min(tail, p.Tail)
		}
	}
	if len(values) == 0 || tail == 1 {
		return nil
	}
	x, y := axis{low: 1, high: 1 / tail, start: 17, end: 95}, newAxis(values)
	l.XTicks, l.YTicks = percentileTicks(x), levelTicks(y, duration)
	for i, name := range s.subjects {
		if h := curves[name]; h != nil {
			l.Series = append(l.Series, s.curveOf(i, h, x, y))
		}
	}
	l.spreadLabels()
	l.Desc = "Every round's latencies in one distribution for each subject. The highest percentile shown is " + l.XTicks[len(l.XTicks)-1].Label + "."
	return l
}

func (s *suite) curveOf(i int, h *report.Histogram, x, y axis) series {
	one := series{Class: s.class(i), Symbol: symbol(i), Name: cut(s.short[s.subjects[i]], mostLabel)}
	points := h.Curve(perDecade)
	for _, p := range points {
		one.add(point{X: round2(x.at(1/p.Tail) * plotWidth), Y: level(y.at(p.NS * 1e-9))})
	}
	// One mark at the end tells whose curve it is; between, the lines do.
	one.Points = one.Points[len(one.Points)-1:]
	one.Points[0].Title = fmt.Sprintf("%s: %s of %d values at most %s", s.subjects[i], percentileText(points[len(points)-1].Tail), h.Count(), duration.text(points[len(points)-1].NS*1e-9))
	return one
}

// percentileTicks has a line for every nine. The highest is named, and of the others those whose names do not meet.
func percentileTicks(x axis) (out []tick) {
	for tail := 1.0; 1/tail <= x.high*1.001; tail /= 10 {
		out = append(out, tick{round2(x.at(1/tail) * plotWidth), percentileText(tail), "mid"})
	}
	for i, right := len(out)-1, math.Inf(1); i >= 0; i-- {
		if out[i].left()+out[i].width() > right {
			out[i].Label = ""
			continue
		}
		right = out[i].left()
	}
	return out
}

// percentileText writes a tail of 0.001 as 99.9 %, with as many digits as tell it from 100 %.
func percentileText(tail float64) string {
	digits := max(1, int(math.Ceil(-math.Log10(tail))))
	text := strconv.FormatFloat(100*(1-tail), 'f', digits, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " %"
}

func levelTicks(y axis, q quantity) (out []levelTick) {
	for _, t := range y.ticks(6, q.tick) {
		at := level(t.At)
		out = append(out, levelTick{at, at - 3, t.Label})
	}
	return out
}
