package reflector_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/reflector"
)

// stagingStore stages what it gets, and transforms it if it has a transform.
type stagingStore struct {
	early
	begun int
	lists [][]any
}

// stagedObject stands for an object of the list of a number.
type stagedObject struct {
	metav1.ObjectMetaAccessor
	list int
}

func (s *stagingStore) Stage() func(obj any) any {
	s.begun++
	list := s.begun
	return func(obj any) any { return &stagedObject{obj.(metav1.ObjectMetaAccessor), list} }
}

func (s *stagingStore) ReplaceTransformed(items []any, version string) error {
	s.lists = append(s.lists, slices.Clone(items))
	return s.early.ReplaceTransformed(items, version)
}

var _ reflector.StagingStore = (*stagingStore)(nil)

func (s *stagingStore) wantLists(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for _, list := range s.lists {
		line := ""
		for _, item := range list {
			staged, ok := item.(*stagedObject)
			if !ok {
				t.Fatalf("the list has a %T", item)
			}
			key, version := keyAndVersion(staged)
			line += fmt.Sprintf("%s@%s/%d%s ", key, version, staged.list, staged.GetObjectMeta().GetLabels()["transformed"])
		}
		got = append(got, line)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the store got %q, want %q", got, want)
	}
}

// overEachStaging runs a test over each source, for a store that transforms and one that does not. Mark is what a transform
// leaves on what it has seen once.
func overEachStaging(t *testing.T, test func(t *testing.T, over over, store *stagingStore, mark string)) {
	for _, transforms := range []bool{false, true} {
		mark := ""
		if transforms {
			mark = "x"
		}
		t.Run(fmt.Sprint("transforms=", transforms), func(t *testing.T) {
			overEachSource(t, func(t *testing.T, over over) { test(t, over, newStaging(transforms), mark) })
		})
	}
}

func newStaging(transforms bool) *stagingStore {
	s := &stagingStore{early: early{transforming{recorder: newRecorder()}}}
	if transforms {
		s.transform = label
	}
	return s
}

// Each list is staged on its own, also when a token expires half way; what was staged before is
// nobody's.
func TestItemsOfAListAreStaged(t *testing.T) {
	overEachStaging(t, func(t *testing.T, over over, store *stagingStore, mark string) {
		s := &script{
			lists: listAnswers{
				listOf("7", "t1", live("a", "1", "1")), listError(expired()),
				listOf("8", "", live("a", "1", "1"), live("b", "2", "8")),
				listOf("10", "", live("b", "2", "8")),
			},
			watches: watchAnswers{watchError(expired()), keepsOpen()},
		}
		stop := runUntilStopped(t, reflector.New(over.connect(t, s), store, paged()))
		settle(time.Minute)
		store.wantLists(t, "ns/a@1/2"+mark+" ns/b@8/2"+mark+" ", "ns/b@8/3"+mark+" ")
		stop()
	})
}

// In a stream what changes before its end finds its place among what is staged.
func TestObjectsOfAStreamAreStaged(t *testing.T) {
	overEachStaging(t, func(t *testing.T, over over, store *stagingStore, mark string) {
		s := &script{streams: watchAnswers{keepsOpen(
			added("a", "1"), added("b", "2"), added("c", "3"), modified("b", "4"), deleted("a", "5"), endMarker("5"))}}
		stop := runUntilStopped(t, reflector.New(over.connect(t, s), store, reflector.Options{}))
		store.wantLists(t, "ns/b@4/1"+mark+" ns/c@3/1"+mark+" ")
		stop()
	})
}

// unstaging is a store that stages nothing after all.
type unstaging struct{ *recorder }

func (unstaging) Transformer() cache.TransformFunc { return nil }
func (unstaging) Stage() func(obj any) any         { return nil }
func (unstaging) ReplaceTransformed(_ []any, _ string) error {
	panic("nothing was transformed, and nothing staged")
}

var _ reflector.StagingStore = unstaging{}

func TestAStoreNeedNotStage(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{lists: listAnswers{listOf("7", "", obj("a", "7"))}, watches: watchAnswers{keepsOpen()}}
		store := unstaging{newRecorder()}
		stop := runUntilStopped(t, reflector.New(over.connect(t, s), store, paged()))
		if got := store.content(); len(got) != 1 {
			t.Errorf("the store has %v", got)
		}
		stop()
	})
}
