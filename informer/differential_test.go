package informer_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/stores/clientgo"
	"informerbench/stores/mvcc"
)

// pagedScript tells both informers not to ask for streaming lists.
type pagedScript struct{ *script }

func (pagedScript) IsWatchListSemanticsUnSupported() bool { return true }

// subject is one informer under the common script, with a source of its own.
type subject struct {
	source    *script
	informer  cache.SharedIndexInformer
	recorders []*recorder
}

func (s *subject) join(t *testing.T) {
	r := newRecorder()
	add(t, s.informer, r)
	s.recorders = append(s.recorders, r)
}

// Under one and the same script, ours and client-go's informer end with the same
// store, and tell each handler the same history of each key, flags and tombstones
// included. Updates without a change are left out: ours shows them only to those who
// asked.
func TestSameHistoryAsClientGo(t *testing.T) {
	for name := range queues {
		for _, paged := range []bool{false, true} {
			// One that is given whole lists, and one that is given what they change.
			for store, o := range map[string]informer.Option{"clientgo": informer.WithStore(clientgo.New), "mvcc": informer.WithStore(mvcc.New)} {
				t.Run(fmt.Sprintf("queue=%s/paged=%v/store=%s", name, paged, store), func(t *testing.T) {
					for range 5 {
						seed := rand.Uint64()
						t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
							synctest.Test(t, func(t *testing.T) { compareWithClientGo(t, name, paged, seed, o) })
						})
					}
				})
			}
		}
	}
}

func compareWithClientGo(t *testing.T, name string, paged bool, seed uint64, o informer.Option) {
	ours, theirs := &subject{source: withPods(10)}, &subject{source: withPods(10)}
	subjects := []*subject{ours, theirs}
	lw := func(s *script) cache.ListerWatcher {
		if paged {
			return pagedScript{s}
		}
		return s
	}
	ours.informer = newInformer(lw(ours.source), informer.WithQueue(queues[name]), o)
	theirs.informer = cache.NewSharedIndexInformer(lw(theirs.source), &corev1.Pod{}, 0, cache.Indexers{})
	for _, s := range subjects {
		s.join(t)
		start(t, s.informer)
	}
	dice := rand.New(rand.NewPCG(seed, 1))
	for range 60 {
		play(t, dice.IntN(12), dice.Uint64(), subjects)
	}
	relisted()
	if calls := len(ours.recorders[0].calls()); calls < 50 {
		t.Errorf("the first handler got only %d calls: this compares nothing", calls)
	}
	compareStores(t, ours.informer.GetStore(), theirs.informer.GetStore())
	a, b := ours.informer.GetStore().LastStoreSyncResourceVersion(), theirs.informer.GetStore().LastStoreSyncResourceVersion()
	if keyed := name == "deltafifo"; !keyed && a != b { // a keyed queue cannot pass on a list's version
		t.Errorf("the stores' versions differ: ours %s, theirs %s", a, b)
	}
	for i := range ours.recorders {
		compareHistories(t, fmt.Sprintf("handler %d", i), ours.recorders[i], theirs.recorders[i])
	}
}

// play does the same step with every subject, and lets it take effect.
func play(t *testing.T, step int, seed uint64, subjects []*subject) {
	for _, s := range subjects {
		dice := rand.New(rand.NewPCG(seed, 2))
		switch {
		case step < 8:
			edits(edit{s.source}, dice, true)
		case step == 8:
			s.source.cutWatches()
		case step == 9:
			s.join(t)
		default:
			s.source.silently(func(e edit) { edits(e, dice, false) })
		}
	}
	if step >= 8 {
		relisted()
	}
	synctest.Wait()
}

// edits makes up to five changes among twenty Pods.
func edits(e edit, dice *rand.Rand, lock bool) {
	if lock {
		e.s.mu.Lock()
		defer e.s.mu.Unlock()
	}
	for range 1 + dice.IntN(5) {
		name := podName(dice.IntN(20))
		if _, exists := e.s.pods[name]; exists && dice.IntN(3) == 0 {
			e.delete(name)
		} else {
			e.put(name)
		}
	}
}

func compareStores(t *testing.T, ours, theirs cache.Store) {
	t.Helper()
	if a, b := content(ours), content(theirs); !slices.Equal(a, b) {
		t.Errorf("the stores differ:\nours   %q\ntheirs %q", a, b)
	}
}

func content(s cache.Store) []string {
	var all []string
	for _, key := range s.ListKeys() {
		obj, _, _ := s.GetByKey(key)
		all = append(all, key+"@"+versionOf(obj))
	}
	slices.Sort(all)
	return all
}

func compareHistories(t *testing.T, who string, ours, theirs *recorder) {
	t.Helper()
	for i := range 20 {
		a, b := changes(ours.history(podKey(i))), changes(theirs.history(podKey(i)))
		if !slices.Equal(a, b) {
			t.Errorf("%s, %s:\nours   %q\ntheirs %q", who, podKey(i), a, b)
		}
	}
}

// changes leaves out updates from a version to itself.
func changes(history []string) []string {
	return slices.DeleteFunc(history, func(what string) bool {
		versions, isUpdate := strings.CutPrefix(what, "update ")
		before, after, _ := strings.Cut(versions, "→")
		return isUpdate && before == after
	})
}
