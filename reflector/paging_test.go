package reflector_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/reflector"
)

func TestPagesAreHandedOverAsOneList(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists: listAnswers{
				listOf("7", "t1", obj("a", "1"), obj("b", "2")), listOf("7", "t2", obj("c", "3")), listOf("7", "", obj("d", "4")),
				listOf("9", "", obj("a", "1")),
			},
			watches: watchAnswers{watchError(expired()), keepsOpen()},
		}
		o := paged()
		o.PageSize = 2
		r := over.start(t, s, o)
		r.wantHistory("replace 4@7")
		settle(time.Minute)
		r.wantRequests(`list "0" limit=2`, `list "" limit=2 token=t1`, `list "" limit=2 token=t2`, `watch "7"`, `list "7" limit=2`, `watch "9"`)
		if got := r.Stats(); got.Lists != 2 || got.Pages != 4 {
			t.Errorf("stats are %+v", got)
		}
	})
}

// The list is complete all the same, and from one version
// (kubernetes-sigs/controller-runtime#2591).
func TestTokenThatExpiresHalfWayIsFollowedByTheFullList(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		full string
	}{"expired": {expired(), `list "0"`}, "gone": {gone(), `list "" limit=500`}} {
		t.Run(name, func(t *testing.T) {
			overEachSource(t, func(t *testing.T, over over) {
				s := &script{
					lists: listAnswers{
						listOf("7", "t1", obj("a", "1"), obj("b", "2")), listError(c.err),
						listOf("9", "", obj("a", "1"), obj("b", "8"), obj("c", "9")),
					},
					watches: watchAnswers{keepsOpen()},
				}
				r := over.start(t, s, paged())
				r.wantRequests(`list "0" limit=500`, `list "" limit=500 token=t1`, c.full, `watch "9"`)
				r.wantContent(map[string]string{"ns/a": "1", "ns/b": "8", "ns/c": "9"})
				r.wantVersion("9")
			})
		})
	}
}

func TestServerWhoseTokensAlwaysExpireIsNotAskedInAHotLoop(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		n := 0
		s := &script{lists: listAnswers{func(_ context.Context, o metav1.ListOptions) (runtime.Object, error) {
			if n++; o.Continue != "" {
				return nil, expired()
			}
			return newList("7", fmt.Sprint("t", n), obj("a", "1")), nil
		}}}
		r := over.start(t, s, paged())
		settle(time.Minute)
		if got := len(s.log()); got > 8*8 {
			t.Errorf("%d requests in a minute", got)
		}
		r.wantHistory()
	})
}

// client-go would take the first page of it for all of it.
func TestFullListThatComesInPagesAllTheSameIsFollowed(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists: listAnswers{
				listOf("7", "t1", obj("a", "1")), listError(expired()),
				listOf("9", "t2", obj("a", "1"), obj("b", "2")), listOf("9", "", obj("c", "9")),
			},
			watches: watchAnswers{keepsOpen()},
		}
		over.start(t, s, paged()).wantContent(map[string]string{"ns/a": "1", "ns/b": "2", "ns/c": "9"})
	})
}

func TestFullListThatExpiresTooIsAskedForFromTheNewest(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists:   listAnswers{listOf("7", "t1", obj("a", "1")), listError(expired()), listError(expired()), listOf("9", "", obj("b", "9"))},
			watches: watchAnswers{keepsOpen()},
		}
		r := over.start(t, s, paged())
		r.wantRequests(`list "0" limit=500`, `list "" limit=500 token=t1`, `list "0"`, `list "" limit=500`, `watch "9"`)
		r.wantContent(map[string]string{"ns/b": "9"})
	})
}

func TestPageThatFailsFailsTheList(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists:   listAnswers{listOf("7", "t1", obj("a", "1")), listError(serverError()), listOf("9", "")},
			watches: watchAnswers{keepsOpen()},
		}
		r := over.start(t, s, paged())
		r.wantHistory()
		settle(time.Minute)
		r.wantHistory("replace 0@9")
	})
}

func TestServerThatRepeatsItsTokenIsNotFollowed(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{lists: listAnswers{listOf("7", "t1", obj("a", "1"))}}
		r := over.start(t, s, paged())
		if heard := r.heard(); len(heard) != 1 || !strings.Contains(heard[0].Error(), "token") {
			t.Errorf("the error handler heard %v", heard)
		}
		r.wantRequests(`list "0" limit=500`, `list "" limit=500 token=t1`)
	})
}

// When to page: a limit keeps a server's watch cache from answering.
func TestLimitOfALaterList(t *testing.T) {
	onePage := listAnswers{listOf("7", "", obj("a", "1"))}
	twoPages := listAnswers{listOf("7", "t1", obj("a", "1")), listOf("7", "", obj("b", "2"))}
	for name, c := range map[string]struct {
		first    listAnswers
		pageSize int64
		want     int64
	}{
		"cache":               {onePage, 0, 0},
		"no cache":            {twoPages, 0, 500},
		"cache, page size":    {onePage, 100, 100},
		"no cache, page size": {twoPages, 100, 100},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{lists: append(c.first, listOf("9", "")), watches: watchAnswers{watchError(expired()), keepsOpen()}}
				start(t, s, reflector.Options{ListMode: reflector.ListPaged, PageSize: c.pageSize})
				settle(time.Minute)
				later := s.asked(len(c.first) + 1)
				if later.ResourceVersion != "7" || later.Limit != c.want {
					t.Errorf("the later list asked for %q with limit %d, want 7 with %d", later.ResourceVersion, later.Limit, c.want)
				}
			})
		})
	}
}

// The server's count of what remains is a hint for one allocation, no more.
func TestRemainingCountIsNotBelieved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lie := int64(1) << 60
		s := &script{
			lists: listAnswers{
				func(context.Context, metav1.ListOptions) (runtime.Object, error) {
					page := newList("7", "t1", obj("a", "1"))
					page.RemainingItemCount = &lie
					return page, nil
				},
				listOf("7", "", obj("b", "2")),
			},
			watches: watchAnswers{keepsOpen()},
		}
		start(t, s, paged()).wantHistory(fmt.Sprintf("replace %d@7", 2))
	})
}
