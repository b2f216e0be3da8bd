package compact_test

import (
	"errors"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact"
)

// byFunc is a Transformer of a test's own.
type byFunc func(any) (any, error)

func (f byFunc) Transform(obj any) (any, error) { return f(obj) }

func appending(text string) compact.Transformer {
	return byFunc(func(obj any) (any, error) { return obj.(string) + text, nil })
}

func TestChainAppliesInOrder(t *testing.T) {
	got, err := compact.Chain(appending("a"), appending("b"))("x")
	if got != "xab" || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := compact.Chain()("x"); got != "x" || err != nil {
		t.Errorf("an empty chain gives %v, %v", got, err)
	}
}

func TestChainEndsWithTheFirstError(t *testing.T) {
	broken := errors.New("broken")
	fails := byFunc(func(any) (any, error) { return nil, broken })
	never := byFunc(func(any) (any, error) { t.Error("called after an error"); return nil, nil })
	if got, err := compact.Chain(appending("a"), fails, never)("x"); got != nil || !errors.Is(err, broken) {
		t.Errorf("got %v, %v", got, err)
	}
}

// A chain is not changed by what happens to the slice that it was made of.
func TestChainKeepsItsOwnList(t *testing.T) {
	list := []compact.Transformer{appending("a")}
	chain := compact.Chain(list...)
	list[0] = appending("b")
	if got, _ := chain("x"); got != "xa" {
		t.Errorf("got %v", got)
	}
}

// What interns after sharing would write to what others read.
func TestChainRefusesToInternWhatIsShared(t *testing.T) {
	strip, intern, share := newStripper(t, compact.StripOptions{}), compact.NewInterner(compact.InternOptions{}), compact.NewSharer(compact.ShareOptions{})
	refused := func(transformers ...compact.Transformer) (reason any) {
		defer func() { reason = recover() }()
		compact.Chain(transformers...)
		return nil
	}
	if reason := refused(strip, intern, share, share); reason != nil {
		t.Errorf("the right order is refused: %v", reason)
	}
	reason, _ := refused(strip, share, appending("a"), intern).(string)
	if !strings.Contains(reason, "argument 4") || !strings.Contains(reason, "put it before the Sharer") {
		t.Errorf("the wrong order is refused with %q", reason)
	}
}

func TestTombstonesPassUnchanged(t *testing.T) {
	stripper, err := compact.NewStripper(compact.StripOptions{Paths: []string{"spec"}})
	if err != nil {
		t.Fatal(err)
	}
	interner := compact.NewInterner(compact.InternOptions{Sightings: 1})
	never := byFunc(func(any) (any, error) { t.Error("called with a tombstone"); return nil, nil })
	for _, f := range []cache.TransformFunc{stripper.Transform, interner.Transform, compact.Chain(never, stripper, interner)} {
		pod := testPod()
		want := pod.DeepCopy()
		tomb := cache.DeletedFinalStateUnknown{Key: "shop/web", Obj: pod}
		if got, err := f(tomb); got != any(tomb) || err != nil {
			t.Errorf("a tombstone became %v, %v", got, err)
		}
		if got, err := f(&tomb); got != any(&tomb) || err != nil {
			t.Errorf("a pointer to a tombstone became %v, %v", got, err)
		}
		mustEqual(t, pod, want)
	}
	if n := stripper.Stats().Objects + interner.Stats().Objects; n != 0 {
		t.Errorf("%d tombstones were counted as objects", n)
	}
}

func TestWhatIsNoObjectPassesUnchanged(t *testing.T) {
	stripper, _ := compact.NewStripper(compact.StripOptions{})
	interner := compact.NewInterner(compact.InternOptions{})
	number := 7
	for _, obj := range []any{nil, "text", 7, &number, (*corev1.Pod)(nil), cache.ExplicitKey("a/b"), struct{ A string }{"a"}} {
		for _, by := range []compact.Transformer{stripper, interner} {
			if got, err := by.Transform(obj); got != obj || err != nil {
				t.Errorf("%T: %v became %v, %v", by, obj, got, err)
			}
		}
	}
}
