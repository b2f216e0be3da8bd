package reflector_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/reflector"
)

// knowing is a store that says what it holds, and keeps the lists that it was given.
type knowing struct {
	cache.Store
	lists [][]any
	asked atomic.Int64
}

func newKnowing() *knowing {
	return &knowing{Store: cache.NewStore(cache.MetaNamespaceKeyFunc)}
}

func (k *knowing) Known(obj any) (any, bool) {
	k.asked.Add(1)
	held, exists, _ := k.Get(obj)
	return held, exists
}

func (k *knowing) Replace(list []any, version string) error {
	k.lists = append(k.lists, slices.Clone(list))
	return k.Store.Replace(list, version)
}

var _ reflector.KnownStore = (*knowing)(nil)

// live is an object with an identity.
func live(name, uid, version string) *metav1.PartialObjectMetadata {
	o := obj(name, version)
	o.UID = types.UID(uid)
	return o
}

func addedLive(name, uid, version string) watch.Event {
	return watch.Event{Type: watch.Added, Object: live(name, uid, version)}
}

// names of the list's objects; those that are the very objects of an earlier list are marked.
func marked(list []any, before ...[]any) (names []string) {
	for _, o := range list {
		key, version := keyAndVersion(o)
		name := key[len("ns/"):] + "@" + version
		for _, earlier := range before {
			if slices.ContainsFunc(earlier, func(e any) bool { return e == o }) {
				name += " kept"
				break
			}
		}
		names = append(names, name)
	}
	return names
}

func wantList(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("the store was given %q, want %q", got, want)
	}
}

// What a list brings in the version that is held already is dropped as it comes, page by page
// and also when a token expires half way; the order is the list's.
func TestListKeepsWhatTheStoreHolds(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists: listAnswers{
				listOf("7", "", live("a", "1", "1"), live("b", "2", "2"), live("c", "3", "3"), live("d", "", "4"), live("e", "5", "5")),
				listOf("9", "t1", live("e", "5", "5"), live("a", "1", "1"), live("b", "2", "8")), listError(expired()),
				listOf("10", "", live("e", "5", "5"), live("b", "2", "8"), live("c", "30", "3"), live("new", "9", "9"), live("d", "", "4"), live("a", "1", "1")),
			},
			watches: watchAnswers{watchError(expired()), keepsOpen()},
		}
		store := newKnowing()
		r := reflector.New(over.connect(t, s), store, paged())
		stop := runUntilStopped(t, r)
		if n := store.asked.Load(); n != 0 {
			t.Errorf("the first list asked the empty store for %d objects", n)
		}
		settle(time.Minute)
		if len(store.lists) != 2 {
			t.Fatalf("%d lists, want 2", len(store.lists))
		}
		wantList(t, marked(store.lists[1], store.lists[0]), "e@5 kept", "b@8", "c@3", "new@9", "d@4", "a@1 kept")
		if got := r.Stats().Kept; got != 2 {
			t.Errorf("%d objects were kept in the end, want 2", got)
		}
		stop()
	})
}

// The same for a stream, in which objects change before its end.
func TestStreamKeepsWhatTheStoreHolds(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			streams: watchAnswers{
				closes(time.Minute, addedLive("a", "1", "1"), addedLive("b", "2", "2"), addedLive("c", "3", "3"), addedLive("d", "4", "4"),
					endMarker("7"), failure(expired())),
				keepsOpen(addedLive("b", "2", "2"), addedLive("a", "1", "1"), addedLive("d", "4", "4"), addedLive("c", "3", "3"),
					watch.Event{Type: watch.Modified, Object: live("c", "3", "8")}, watch.Event{Type: watch.Deleted, Object: live("d", "4", "9")},
					endMarker("9")),
			},
		}
		store := newKnowing()
		stop := runUntilStopped(t, reflector.New(over.connect(t, s), store, reflector.Options{}))
		settle(time.Minute)
		if len(store.lists) != 2 {
			t.Fatalf("%d lists, want 2", len(store.lists))
		}
		wantList(t, marked(store.lists[1], store.lists[0]), "b@2 kept", "a@1 kept", "c@8")
		stop()
	})
}

// transformingKnowing also transforms: whole lists, or none but what it is told has been.
type transformingKnowing struct {
	*knowing
	transform cache.TransformFunc
}

func (s transformingKnowing) Transformer() cache.TransformFunc { return s.transform }

func (s transformingKnowing) Replace(list []any, version string) error {
	made := make([]any, len(list))
	for i := range list {
		var err error
		if made[i], err = s.transform(list[i]); err != nil {
			return err
		}
	}
	return s.knowing.Replace(made, version)
}

type earlyKnowing struct{ transformingKnowing }

func (s earlyKnowing) ReplaceTransformed(list []any, version string) error {
	return s.knowing.Replace(list, version)
}

// label counts in an object how often it was transformed.
func label(o any) (any, error) {
	made := o.(*metav1.PartialObjectMetadata).DeepCopy()
	made.Labels = map[string]string{"transformed": made.Labels["transformed"] + "x"}
	return made, nil
}

// A store that transforms whatever its Replace gets is given only new objects; one that takes
// transformed lists keeps its own. Nothing is transformed twice (kubernetes/kubernetes#124337).
func TestListOfATransformingStoreTransformsOnce(t *testing.T) {
	for name, c := range map[string]struct {
		wrap func(transformingKnowing) cache.ReflectorStore
		want []string
	}{
		"by the store":     {func(s transformingKnowing) cache.ReflectorStore { return s }, []string{"a@1", "b@8"}},
		"by the reflector": {func(s transformingKnowing) cache.ReflectorStore { return earlyKnowing{s} }, []string{"a@1 kept", "b@8"}},
	} {
		t.Run(name, func(t *testing.T) {
			overEachSource(t, func(t *testing.T, over over) {
				s := &script{
					lists: listAnswers{
						listOf("7", "", live("a", "1", "1"), live("b", "2", "2")),
						listOf("9", "", live("a", "1", "1"), live("b", "2", "8")),
					},
					watches: watchAnswers{watchError(expired()), keepsOpen()},
				}
				store := newKnowing()
				stop := runUntilStopped(t, reflector.New(over.connect(t, s), c.wrap(transformingKnowing{store, label}), paged()))
				settle(time.Minute)
				if len(store.lists) != 2 {
					t.Fatalf("%d lists, want 2", len(store.lists))
				}
				wantList(t, marked(store.lists[1], store.lists[0]), c.want...)
				for _, list := range store.lists {
					for _, o := range list {
						if got := o.(*metav1.PartialObjectMetadata).Labels["transformed"]; got != "x" {
							t.Errorf("%v was transformed %d times", o, len(got))
						}
					}
				}
				stop()
			})
		})
	}
}

// A list whose items cannot be transformed fails as a whole, at once and for the store's reason.
func TestTransformThatFailsFailsAPlainList(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		bad := errors.New("cannot transform")
		var fails atomic.Bool
		fails.Store(true)
		s := &script{lists: listAnswers{listOf("7", "t", obj("a", "1"), obj("b", "2"), obj("c", "3")), listOf("7", "", obj("d", "4"))}, watches: watchAnswers{keepsOpen()}}
		store := &early{transforming{newRecorder(), func(o any) (any, error) {
			if k, _ := keyAndVersion(o); k == "ns/b" && fails.Load() {
				return nil, bad
			}
			return o, nil
		}}}
		var heard []error
		o := paged()
		o.WatchErrorHandler = func(_ context.Context, err error) { heard = append(heard, err) }
		r := reflector.New(over.connect(t, s), store, o)
		stop := runUntilStopped(t, r)
		if len(heard) != 1 || !errors.Is(heard[0], bad) {
			t.Errorf("heard of %v", heard)
		}
		if got := r.Stats(); got.StoreFailures != 1 || got.Relists[reflector.ReasonStore] != 1 || got.Pages != 1 {
			t.Errorf("stats are %+v", got)
		}
		fails.Store(false)
		settle(time.Minute)
		if got := len(store.content()); got == 0 {
			t.Error("no list came after the failure")
		}
		stop()
	})
}
