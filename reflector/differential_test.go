package reflector_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/reflector"
)

// outcome is what a reflector made of a script.
type outcome struct {
	requests []string
	history  []string
	content  map[string]string
	version  string
}

// play runs a reflector over a script that ends in quiet.
func play(t *testing.T, s *script, newReflector func(*script, *recorder) (run func(context.Context), version func() string)) outcome {
	store := newRecorder()
	ctx, cancel := context.WithCancel(klog.NewContext(t.Context(), klog.Logger{}))
	run, version := newReflector(s, store)
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(ctx)
	}()
	settle(24 * time.Hour)
	cancel()
	<-done
	return outcome{s.log(), store.history(), store.content(), version()}
}

func ours(s *script, store *recorder) (func(context.Context), func() string) {
	r := reflector.New(s, store, reflector.Options{WatchOvertime: -1}) // these watches say nothing for a day
	return r.Run, r.LastSyncResourceVersion
}

func clientGo(s *script, store *recorder) (func(context.Context), func() string) {
	quiet := klog.Logger{}
	r := cache.NewReflectorWithOptions(s, nil, store, cache.ReflectorOptions{Name: "peer", Logger: &quiet})
	return r.RunWithContext, r.LastSyncResourceVersion
}

// compare plays the same script with both reflectors.
func compare(t *testing.T, newScript func() *script) {
	t.Helper()
	var a, b outcome
	synctest.Test(t, func(t *testing.T) { a = play(t, newScript(), ours) })
	synctest.Test(t, func(t *testing.T) { b = play(t, newScript(), clientGo) })
	if !slices.Equal(a.requests, b.requests) {
		t.Errorf("we asked for\n  %q, client-go for\n  %q", a.requests, b.requests)
	}
	if !slices.Equal(a.history, b.history) {
		t.Errorf("our store was told\n  %q, client-go's\n  %q", a.history, b.history)
	}
	if !maps.Equal(a.content, b.content) {
		t.Errorf("our store holds %v, client-go's %v", a.content, b.content)
	}
	if a.version != b.version {
		t.Errorf("our version is %q, client-go's %q", a.version, b.version)
	}
}

func TestSameRequestsAndSameStoreAsClientGo(t *testing.T) {
	refused := syscall.ECONNREFUSED
	for name, newScript := range map[string]func() *script{
		"plain": func() *script {
			return &script{silent: true, lists: listAnswers{listOf("7", "", obj("a", "7"))},
				watches: watchAnswers{closes(time.Minute, modified("a", "8"), bookmark("12")), keepsOpen(deleted("a", "13"), added("b", "14"))}}
		},
		"pages, one expired": func() *script {
			return &script{silent: true,
				lists:   listAnswers{listOf("7", "t1", obj("a", "7")), listOf("7", "t2", obj("b", "7")), listError(expired()), listOf("9", "", obj("c", "9")), listOf("11", "")},
				watches: watchAnswers{watchError(expired()), keepsOpen()}}
		},
		"expired in every way": func() *script {
			return &script{silent: true,
				lists:   listAnswers{listOf("7", ""), listError(expired()), listOf("9", ""), listOf("10", ""), listError(tooLarge()), listError(serverError()), listOf("11", "")},
				watches: watchAnswers{keepsOpen(failure(expired())), keepsOpen(failure(gone())), watchError(expired()), keepsOpen()}}
		},
		"server away": func() *script {
			return &script{silent: true, lists: listAnswers{listError(refused), listError(refused), listOf("7", "")},
				watches: watchAnswers{watchError(refused), watchError(tooMany()), closes(0, failure(tooMany())), closes(0), closes(0, modified("a", "8")), keepsOpen()}}
		},
		"stream": func() *script {
			return &script{streams: watchAnswers{closes(time.Minute, added("a", "3"), added("b", "2"), endMarker("5"), modified("a", "6"))},
				watches: watchAnswers{keepsOpen(modified("a", "7"))}}
		},
		"stream refused": func() *script {
			return &script{streams: watchAnswers{watchError(cannotStream())}, lists: listAnswers{listOf("7", "", obj("a", "7"))},
				watches: watchAnswers{keepsOpen(failure(serverError())), keepsOpen()}}
		},
		"stream from an expired version": func() *script {
			return &script{streams: watchAnswers{closes(time.Minute, endMarker("5"), failure(expired())), watchError(expired()), keepsOpen(added("a", "9"), endMarker("9"))}}
		},
		"stream ended early twice": func() *script {
			return &script{streams: watchAnswers{closes(0, added("a", "3")), closes(time.Minute, added("a", "3")), keepsOpen(added("a", "3"), endMarker("3"))}}
		},
		"no versions": func() *script {
			return &script{silent: true, lists: listAnswers{listOf("", "", obj("a", ""))}, watches: watchAnswers{closes(time.Minute, added("a", "3"), added("b", "2")), keepsOpen(added("c", "5"), bookmark("6"))}}
		},
	} {
		t.Run(name, func(t *testing.T) { compare(t, newScript) })
	}
}

func TestSameAsClientGoOnRandomScripts(t *testing.T) {
	for seed := range uint64(300) {
		compare(t, func() *script { return randomScript(seed) })
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// randomScript draws up to twenty bad or good answers and then good ones.
func randomScript(seed uint64) *script {
	rng := rand.New(rand.NewPCG(seed, 0))
	s := &script{silent: rng.IntN(2) == 0}
	version := 10
	next := func() string { version++; return fmt.Sprint(version) }
	errs := []error{expired(), gone(), tooLarge(), serverError(), tooMany(), syscall.ECONNREFUSED, fmt.Errorf("no route")}
	randomError := func() error { return errs[rng.IntN(len(errs))] }

	for range rng.IntN(8) {
		s.lists = append(s.lists, randomList(rng, next, randomError))
	}
	s.lists = append(s.lists, listOf(next(), "", obj("a", "1"), obj("b", "2")))
	for range rng.IntN(12) {
		s.watches = append(s.watches, randomWatch(rng, next, randomError))
	}
	s.watches = append(s.watches, keepsOpen(added("z", next())))
	// At most two streams in a row may end early, or be refused for a version:
	// from there on we differ on purpose.
	for range rng.IntN(4) {
		s.streams = append(s.streams, closes(time.Minute, added("a", "3"), endMarker(next()), modified("b", next()), failure(expired())))
		if rng.IntN(2) == 0 {
			s.streams = append(s.streams, watchError([]error{serverError(), cannotStream(), tooMany()}[rng.IntN(3)]))
		}
	}
	s.streams = append(s.streams, keepsOpen(added("s", "1"), endMarker(next()), modified("s", next())))
	return s
}

func randomList(rng *rand.Rand, next func() string, err func() error) func(context.Context, metav1.ListOptions) (runtime.Object, error) {
	switch rng.IntN(4) {
	case 0:
		return listError(err())
	case 1:
		return onePage(newList(next(), next(), obj(fmt.Sprint("p", rng.IntN(3)), next())))
	default:
		return listOf(next(), "", obj(fmt.Sprint("p", rng.IntN(3)), next()))
	}
}

// onePage answers with a page, or, as servers do, with the whole list when no
// limit is asked for. (client-go would lose what follows a page in that place.)
func onePage(page *metav1.PartialObjectMetadataList) func(context.Context, metav1.ListOptions) (runtime.Object, error) {
	return func(_ context.Context, o metav1.ListOptions) (runtime.Object, error) {
		if o.Limit == 0 {
			page.Continue = ""
		}
		return page, nil
	}
}

func randomWatch(rng *rand.Rand, next func() string, err func() error) func(context.Context, metav1.ListOptions) (watch.Interface, error) {
	if rng.IntN(4) == 0 {
		return watchError(err())
	}
	var events []watch.Event
	for range rng.IntN(6) {
		name := fmt.Sprint("p", rng.IntN(3))
		events = append(events, []func() watch.Event{
			func() watch.Event { return added(name, next()) },
			func() watch.Event { return modified(name, next()) },
			func() watch.Event { return deleted(name, next()) },
			func() watch.Event { return bookmark(next()) },
		}[rng.IntN(4)]())
	}
	if rng.IntN(2) == 0 {
		events = append(events, failure([]*apierrors.StatusError{expired(), gone(), serverError(), tooMany()}[rng.IntN(4)]))
	}
	return closes(time.Duration(rng.IntN(3))*time.Second, events...)
}
