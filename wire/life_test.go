package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/wire"
)

// endless is the body of a watch that never ends and counts what is read of it.
type endless struct {
	frame []byte
	at    int
	read  atomic.Int64
}

func (e *endless) Read(b []byte) (n int, err error) {
	for n < len(b) {
		k := copy(b[n:], e.frame[e.at:])
		n += k
		e.at = (e.at + k) % len(e.frame)
	}
	e.read.Add(int64(n))
	return n, nil
}

func jsonEvent(t testing.TB, i, size int) []byte {
	t.Helper()
	c := configMap(i, size)
	c.Kind, c.APIVersion = "ConfigMap", "v1"
	frame, err := json.Marshal(map[string]any{"type": "MODIFIED", "object": c})
	if err != nil {
		t.Fatal(err)
	}
	return append(frame, '\n')
}

func piped(encoding string) (transport, *io.PipeWriter) {
	r, w := io.Pipe()
	return func(request *http.Request) (*http.Response, error) { return answer(request, encoding, r), nil }, w
}

// One event in a quiet stream is delivered at once, though nothing comes behind it.
func TestALiveEventDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport, w := piped(asJSON)
		stream := openWatch(t, transport.configMaps(t, asJSON, nil).wire, metav1.ListOptions{})
		for i := range 3 {
			if _, err := w.Write(jsonEvent(t, i, 10)[:100]); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if _, err := w.Write(jsonEvent(t, i, 10)[100:]); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			select {
			case batch := <-stream.(wire.BatchWatch).Batches():
				if len(batch) != 1 || accessor(batch[0].Object).GetName() != configMap(i, 0).Name {
					t.Fatalf("event %d: %v", i, batch)
				}
			default:
				t.Fatalf("event %d has not come", i)
			}
		}
	})
}

// A receiver that takes nothing stops the reading, within the bound.
func TestAStalledReceiverBoundsWhatIsRead(t *testing.T) {
	const ahead = 200 << 10
	synctest.Test(t, func(t *testing.T) {
		source := &endless{frame: jsonEvent(t, 1, 1000)}
		c := transport(func(r *http.Request) (*http.Response, error) { return answer(r, asJSON, source), nil }).
			configMaps(t, asJSON, func(o *wire.Options) { o.Ahead = ahead })
		stream := openWatch(t, c.wire, metav1.ListOptions{})
		synctest.Wait()
		// What is in flight, one read, and four runs in the channel.
		const bound = ahead + 32<<10 + 4*(129<<10)
		if n := source.read.Load(); n < ahead/2 || n > bound {
			t.Errorf("%d bytes were read, want about %d and at most %d", n, ahead, bound)
		}
		before := source.read.Load()
		for range 10 {
			<-stream.(wire.BatchWatch).Batches()
		}
		synctest.Wait()
		if source.read.Load() == before {
			t.Error("reading has not gone on")
		}
	})
}

// A list whose receiver lags is not read ahead of it either.
func TestAStalledVisitBoundsWhatIsRead(t *testing.T) {
	const ahead = 200 << 10
	synctest.Test(t, func(t *testing.T) {
		head := []byte(`{"kind":"ConfigMapList","apiVersion":"v1","items":[`)
		item := append(jsonEvent(t, 1, 1000), ',')
		source := &endless{frame: item}
		c := transport(func(r *http.Request) (*http.Response, error) {
			return answer(r, asJSON, io.MultiReader(&once{head}, source)), nil
		}).configMaps(t, asJSON, func(o *wire.Options) { o.Ahead = ahead })
		enough := errors.New("enough")
		_, err := c.wire.ListItems(t.Context(), metav1.ListOptions{}, func([]runtime.Object) error {
			synctest.Wait()
			if n := source.read.Load(); n > ahead+32<<10+5*(129<<10) {
				t.Errorf("%d bytes were read", n)
			}
			return enough
		})
		if err != enough {
			t.Errorf("the error is %v, not that of visit", err)
		}
	})
}

type once struct{ b []byte }

func (o *once) Read(b []byte) (int, error) {
	if len(o.b) == 0 {
		return 0, io.EOF
	}
	n := copy(b, o.b)
	o.b = o.b[n:]
	return n, nil
}

// Stop and the end of the context close the channels at any moment, whether the reader
// waits for the server or for the receiver, and leave no goroutine, which TestMain sees.
func TestStopAtAnyMoment(t *testing.T) {
	frame := jsonEvent(t, 1, 100)
	for _, stop := range []string{"stop", "cancel"} {
		for _, by := range []string{"batches", "results", "nobody"} {
			for received := range 4 {
				for _, quiet := range []bool{true, false} {
					synctest.Test(t, func(t *testing.T) {
						stopAt(t, frame, stop, by, received, quiet)
					})
				}
			}
		}
	}
}

func stopAt(t *testing.T, frame []byte, stop, by string, received int, quiet bool) {
	reader, writer := io.Pipe()
	var content io.Reader = &endless{frame: frame}
	if quiet {
		content = reader
		go func() { // four events and half of one, then silence
			for range 4 {
				_, _ = writer.Write(frame)
			}
			_, _ = writer.Write(frame[:len(frame)/2])
		}()
	}
	c := transport(func(r *http.Request) (*http.Response, error) {
		return answer(r, asJSON, struct {
			io.Reader
			io.Closer
		}{content, reader}), nil
	}).configMaps(t, asJSON, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w, err := c.wire.WatchWithContext(ctx, metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ended := func() bool { return true }
	switch by {
	case "batches":
		ended = receiver(w.(wire.BatchWatch).Batches(), received, func(b []watch.Event) int { return len(b) })
	case "results":
		ended = receiver(w.ResultChan(), received, func(watch.Event) int { return 1 })
	}
	if stop == "stop" {
		w.Stop()
	} else {
		cancel()
	}
	w.Stop()
	synctest.Wait()
	if !ended() {
		t.Errorf("%s after %d by %s: the channel is open", stop, received, by)
	}
	_ = writer.Close()
}

// receiver takes at least n events from a channel, each of whose values holds count of
// them, and returns a function that tells whether it ends. Events are counted, because
// the scheduler decides how many of them a batch has.
func receiver[T any](c <-chan T, n int, count func(T) int) (ended func() bool) {
	for n > 0 {
		n -= count(<-c)
	}
	return func() bool {
		for range 1000 {
			select {
			case _, open := <-c:
				if !open {
					return true
				}
			default:
				return false
			}
		}
		return false
	}
}

// The end of the context is no error of the stream.
func TestCancelBringsNoErrorEvent(t *testing.T) {
	s := serve(t)
	c := s.typed(t, "pods", asProtobuf, nil)
	ctx, cancel := context.WithCancel(t.Context())
	w, err := c.wire.WatchWithContext(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		t.Fatal(err)
	}
	<-w.ResultChan()
	cancel()
	for e := range w.ResultChan() {
		if e.Type == watch.Error {
			t.Errorf("an error came: %v", e.Object)
		}
	}
}

// A list ends with its context, or when the time is over that its options allow, also
// while the server says nothing.
func TestListEndsInTime(t *testing.T) {
	seconds := int64(60)
	for name, o := range map[string]metav1.ListOptions{"context": {}, "options": {TimeoutSeconds: &seconds}} {
		synctest.Test(t, func(t *testing.T) {
			transport, w := piped(asJSON)
			defer w.Close()
			ctx := t.Context()
			if name == "context" {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, time.Minute)
				defer cancel()
			}
			begin := time.Now()
			_, err := transport.configMaps(t, asJSON, nil).wire.ListWithContext(ctx, o)
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != time.Minute {
				t.Errorf("%s: %v after %v", name, err, time.Since(begin))
			}
		})
	}
}

// A panic of visit goes through, and leaves no reader behind.
func TestVisitPanics(t *testing.T) {
	s := serve(t)
	c := s.typed(t, "pods", asProtobuf, nil)
	defer func() {
		if recover() != "visit" {
			t.Error("the panic was lost")
		}
	}()
	_, _ = c.wire.ListItems(t.Context(), metav1.ListOptions{}, func([]runtime.Object) error { panic("visit") })
}
