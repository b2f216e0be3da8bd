package flame

import (
	"cmp"
	"maps"
	"slices"

	"github.com/google/pprof/profile"
)

// Entry is one function with what it took itself and with all that it called, as values and as shares of
// the whole profile. Names are printable.
type Entry struct {
	Function              string
	Self, Total           int64
	SelfShare, TotalShare float64
}

// Totals is the sum of a profile's samples of one type, and that type.
type Totals struct {
	Value      int64
	Type, Unit string
}

// Top returns the n functions that took most themselves, and the total of the whole profile. An empty
// sample type stands for the profile's default. A profile without samples gives ErrEmpty.
func Top(p *profile.Profile, sampleType string, n int) ([]Entry, Totals, error) {
	t := newTree(Options{SampleType: sampleType})
	if err := t.add(p, ofProfile, false); err != nil {
		return nil, Totals{Type: t.kind, Unit: t.unit}, err
	}
	found := map[string]*Entry{}
	t.root.collect(found, map[string]bool{})
	whole := float64(t.root.total[ofProfile])
	entries := slices.SortedFunc(maps.Values(found), func(a, b *Entry) int {
		return cmp.Or(cmp.Compare(b.Self, a.Self), cmp.Compare(b.Total, a.Total), cmp.Compare(a.Function, b.Function))
	})
	var out []Entry
	for _, e := range entries[:min(n, len(entries))] {
		e.SelfShare, e.TotalShare = float64(e.Self)/whole, float64(e.Total)/whole
		e.Function = printable(e.Function)
		out = append(out, *e)
	}
	return out, Totals{t.root.total[ofProfile], t.kind, t.unit}, nil
}

// collect adds up what f calls, by function. open holds the functions that are being looked into: one
// that calls itself counts once.
func (f *frame) collect(found map[string]*Entry, open map[string]bool) {
	for name, c := range f.calls {
		e := found[name]
		if e == nil {
			e = &Entry{Function: name}
			found[name] = e
		}
		e.Self += c.self[ofProfile]
		again := open[name]
		if !again {
			e.Total += c.total[ofProfile]
			open[name] = true
		}
		c.collect(found, open)
		if !again {
			delete(open, name)
		}
	}
}

// StageShare is a stage and its share of a profile.
type StageShare struct {
	Stage string
	Share float64
}

// AllStages lists the stages in the order in which an event passes them, and then what runs beside.
func AllStages() []string {
	return []string{StageReflector, StageQueue, StageStore, StageHandler, StageReader, StageWriter, StageReconciler, StageGC, StageScheduler, StageOther}
}

// ByStage returns the share of every stage, in the order of AllStages; zero shares included. An empty
// sample type stands for the profile's default. A profile without samples gives ErrEmpty.
func ByStage(p *profile.Profile, sampleType string) ([]StageShare, error) {
	t := newTree(Options{SampleType: sampleType})
	if err := t.add(p, ofProfile, true); err != nil {
		return nil, err
	}
	var shares []StageShare
	for _, stage := range AllStages() {
		share := 0.0
		if f := t.root.calls[stagePrefix+stage]; f != nil {
			share = t.share(f, ofProfile)
		}
		shares = append(shares, StageShare{stage, share})
	}
	return shares, nil
}
