package wire

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/watchlist"
)

// Over returns a source of what another one lists and watches: that one sends the requests, to its namespace
// and with its selectors, and the answers are decoded here. So a program whose clients, factories or
// managers make its sources keeps them. Their requests must go through [Transport]:
//
//	config.Wrap(wire.Transport) // before clients are made of the config
//
// The kind is that of Options.Example; an unstructured one without a kind takes any. Objects of which only the
// metadata is fetched get the example's kind, if it has one. What the other source does to objects, not
// to requests, is not done. It panics on options that cannot be meant; each says so.
func Over(lw cache.ListerWatcher, o Options) *Source {
	if s, ok := lw.(*Source); ok {
		panic("wire: Over is given a source of package wire: set its own Options, " + s.resource + " are decoded there")
	}
	o = o.withDefaults()
	s := &Source{over: lw, o: o, objects: newObjects(o, schema.GroupVersion{})}
	if s.objects.form == metadata {
		s.objects.named = o.Example.GetObjectKind().GroupVersionKind()
	}
	return s
}

// IsWatchListSemanticsUnSupported tells client-go's reflectors, and ours, whether lists cannot be streamed:
// what the source below says.
func (s *Source) IsWatchListSemanticsUnSupported() bool {
	return s.over != nil && watchlist.DoesClientNotSupportWatchListSemantics(s.over)
}

// openOver has the source below send the request, and takes the answer.
func (s *Source) openOver(ctx context.Context, options *metav1.ListOptions) (io.ReadCloser, error) {
	t := &tap{ctx: ctx, accept: s.accept(options.Watch)}
	lw, ctx := cache.ToListerWatcherWithContext(s.over), context.WithValue(ctx, tapKey{}, t)
	if options.Watch {
		w, err := lw.WatchWithContext(ctx, *options)
		if err == nil && w != nil {
			w.Stop() // it is that of an empty answer
		}
		return t.answer(err, io.NopCloser(strings.NewReader("")))
	}
	_, err := lw.ListWithContext(ctx, *options)
	return t.answer(err, nil)
}

var (
	errNotTapped = errors.New("the request did not go through wire.Transport: call config.Wrap(wire.Transport) before clients are made of the config; a fake client sends no requests, leave package wire out with one")
	errNoAnswer  = errors.New("the list was answered without an answer of the server")
)

// Transport passes requests on, and lets the sources that [Over] returns take the answers to theirs. Other
// requests are not touched. It is what rest.Config's Wrap takes.
func Transport(next http.RoundTripper) http.RoundTripper { return transport{next} }

type transport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	tap, ok := r.Context().Value(tapKey{}).(*tap)
	if !ok {
		return t.next.RoundTrip(r)
	}
	return tap.roundTrip(t.next, r)
}

// WrappedRoundTripper lets client-go find the transport below.
func (t transport) WrappedRoundTripper() http.RoundTripper { return t.next }
