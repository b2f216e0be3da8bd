package recommend_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"golang.org/x/perf/benchfmt"

	"informerbench/report"
	"informerbench/report/recommend"
)

// surface is how a figure truly depends on objects and readers.
type surface struct {
	name string
	at   func(objects, readers, steep float64) float64
}

var surfaces = []surface{
	{"power", func(o, r, s float64) float64 { return 1e-6 * math.Pow(o, s) * math.Pow(1+r, s/2) }},
	{"constant plus power", func(o, r, s float64) float64 { return 2e-3 + 1e-8*s*o + 1e-4*r }},
	{"saturating", func(o, r, s float64) float64 { return 1e-3 * (1 + 5*s*o/(o+2e5)) * (1 + r/(r+8)) }},
	{"valley", func(o, r, s float64) float64 {
		d := math.Log(o / 1e5)
		return 1e-3 * math.Exp(0.1*s*d*d) * math.Pow(1+r, 0.3)
	}},
	{"knee", func(o, r, s float64) float64 {
		return 1e-3 * math.Pow(math.Max(1, o*(1+r)/8e5), s)
	}},
}

var (
	objectGrid = []float64{1e4, 3e4, 1e5, 3e5, 1e6}
	readerGrid = []float64{0, 1, 4, 16}
)

// hidden is a cell that the model does not see.
type hidden struct {
	subject recommend.Subject
	at      recommend.Point
	rounds  []float64
}

// draw makes results of a surface for six stores, whose steepness and noise are drawn, over the
// grid. About one in eight cells is held out, and whole configurations are, too.
func draw(s surface, seed uint64, rounds int) (*report.Input, []hidden) {
	dice := rand.New(rand.NewPCG(seed, uint64(len(s.name))))
	in := &report.Input{}
	var out []hidden
	missing := map[[2]float64]bool{{objectGrid[1+dice.IntN(3)], readerGrid[1+dice.IntN(2)]}: true}
	for store := range 6 {
		subject := recommend.Subject{Informer: "ours", Queue: "inorder", Store: fmt.Sprintf("store%d", store)}
		steep, noise := 0.2+1.3*dice.Float64(), 0.02+0.3*dice.Float64()
		for _, o := range objectGrid {
			for _, r := range readerGrid {
				h := hidden{subject: subject, at: at(o, r)}
				for range rounds {
					h.rounds = append(h.rounds, s.at(o, r, steep)*math.Exp(noise*dice.NormFloat64()))
				}
				if missing[[2]float64{o, r}] || dice.IntN(8) == 0 {
					out = append(out, h)
				} else {
					in.Results = append(in.Results, results(h)...)
				}
			}
		}
	}
	return in, out
}

func at(objects, readers float64) recommend.Point {
	p := recommend.Everywhere()
	p[recommend.Objects], p[recommend.Readers] = objects, readers
	return p
}

func results(h hidden) (out []*benchfmt.Result) {
	name := fmt.Sprintf("Staleness/informer=ours/queue=inorder/store=%s/objects=%.0f/readers=%.0f-2",
		h.subject.Store, h.at[recommend.Objects], h.at[recommend.Readers])
	for _, v := range h.rounds {
		out = append(out, &benchfmt.Result{
			Name: benchfmt.Name(name), Iters: 1,
			Values: []benchfmt.Value{{Value: v, Unit: "p99-visible-sec"}},
		})
	}
	return out
}
