package flame

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/google/pprof/profile"
)

// maxDepth is how many frames deep a graph goes; what is below counts as the last one's own. A
// profile from elsewhere may be as deep as it likes.
const maxDepth = 256

// stagePrefix begins the name of a frame that stands for a stage.
const stagePrefix = "stage: "

// frame is a function in the context of its callers. Values are of two sides: of the profile, and in a
// difference also of the base.
type frame struct {
	name        string
	total, self [2]int64
	calls       map[string]*frame
}

const (
	ofProfile = 0
	ofBase    = 1
)

// tree is a profile by call paths.
type tree struct {
	root *frame
	unit string
	kind string // the sample type's name
}

// ErrEmpty says that a profile has no sample of the type that was asked for: a run without any
// contention leaves such a mutex profile.
var ErrEmpty = errors.New("the profile has no samples of this type")

func newTree(o Options) *tree { return &tree{root: &frame{name: "all"}, kind: o.SampleType} }

// add puts all samples of p under the root.
func (t *tree) add(p *profile.Profile, side int, byStage bool) error {
	index, err := p.SampleIndexByName(t.kind)
	if err != nil {
		return fmt.Errorf("choosing the sample type: %w", err)
	}
	kind := p.SampleType[index]
	if t.unit != "" && (t.unit != kind.Unit || t.kind != kind.Type) {
		return fmt.Errorf("the profiles are of different kinds: %s in %s and %s in %s", t.kind, t.unit, kind.Type, kind.Unit)
	}
	t.kind, t.unit = kind.Type, kind.Unit
	for _, s := range p.Sample {
		if s.Value[index] < 0 {
			return fmt.Errorf("a sample has the value %d: this is a difference already, give both profiles instead", s.Value[index])
		}
		if s.Value[index] > 0 {
			t.addSample(s, s.Value[index], side, byStage)
		}
	}
	if t.root.total[side] == 0 {
		return ErrEmpty
	}
	return nil
}

func (t *tree) addSample(s *profile.Sample, value int64, side int, byStage bool) {
	at, depth := t.root, 1
	at.total[side] += value
	enter := func(name string) {
		if depth >= maxDepth {
			return
		}
		depth++
		at = at.call(name)
		at.total[side] += value
	}
	if byStage {
		enter(stagePrefix + StageOf(s))
	}
	names := slices.Collect(innermostFirst(s))
	for _, name := range slices.Backward(names) {
		enter(name)
	}
	at.self[side] += value
}

func (f *frame) call(name string) *frame {
	next := f.calls[name]
	if next == nil {
		next = &frame{name: name}
		if f.calls == nil {
			f.calls = map[string]*frame{}
		}
		f.calls[name] = next
	}
	return next
}

// ordered returns what f calls, the widest first, and by name where they are equal.
func (f *frame) ordered(weight func(*frame) float64) []*frame {
	return slices.SortedFunc(maps.Values(f.calls), func(a, b *frame) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(a.name, b.name))
	})
}

// innermostFirst yields the functions of a sample's stack, inlined ones included.
func innermostFirst(s *profile.Sample) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, l := range s.Location {
			if len(l.Line) == 0 && !yield(fmt.Sprintf("0x%x", l.Address)) {
				return
			}
			for _, line := range l.Line {
				name := "?"
				if line.Function != nil {
					name = line.Function.Name
				}
				if !yield(name) {
					return
				}
			}
		}
	}
}
