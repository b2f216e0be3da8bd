package apiserver_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// What was encoded beforehand is, byte by byte, what the server answers.
func TestPartsMadeBeforehandAreTheServersAnswers(t *testing.T) {
	pods := []runtime.Object{pod("a", 1), pod("b", 2), pod("c", 3)}
	s := source.New(source.Options{})
	if err := s.Load(workload.Pods, pods); err != nil {
		t.Fatal(err)
	}
	h := apiserver.NewHandler(s)
	for _, accept := range []string{asJSON, asProtobuf, asProtobuf + ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1"} {
		e, err := apiserver.NewEncoder(workload.Pods, accept)
		if err != nil {
			t.Fatal(err)
		}
		answer := func(query string, w *sinkOf) {
			ctx, cancel := context.WithCancel(t.Context())
			w.end = cancel
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/v1/pods"+query, nil)
			r.Header.Set("Accept", accept)
			h.ServeHTTP(w, r)
			cancel()
		}
		list, stream := sinkOf{sink: sink{header: http.Header{}}}, sinkOf{sink: sink{header: http.Header{}}}
		answer("", &list)
		answer("?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true", &stream)

		var items, frames []byte
		for i, o := range pods {
			if i > 0 {
				items = append(items, e.Separator()...)
			}
			if items, err = e.AppendItem(items, o); err != nil {
				t.Fatal(err)
			}
			if frames, err = e.AppendFrame(frames, watch.Event{Type: watch.Added, Object: o}); err != nil {
				t.Fatal(err)
			}
		}
		head, tail, err := e.ListAround(metav1.ListMeta{ResourceVersion: "3"}, len(items))
		if err != nil {
			t.Fatal(err)
		}
		if want := append(append(head, items...), tail...); !bytes.Equal(list.all, want) {
			t.Errorf("%s: the server lists\n%q\nbeforehand it is\n%q", accept, list.all, want)
		}
		if !bytes.HasPrefix(stream.all, frames) {
			t.Errorf("%s: the server streams\n%q\nbeforehand it is\n%q", accept, stream.all, frames)
		}
		if list.header.Get("Content-Type") != e.ContentType(false) || stream.header.Get("Content-Type") != e.ContentType(true) {
			t.Errorf("%s: the server's content types are %q and %q", accept, list.header, stream.header)
		}
	}
}

func TestNothingIsMadeBeforehandThatTheServerRefuses(t *testing.T) {
	for _, accept := range []string{"text/html", asJSON + ";as=Table;g=meta.k8s.io;v=v1"} {
		if _, err := apiserver.NewEncoder(workload.Pods, accept); err == nil {
			t.Errorf("%q is not refused", accept)
		}
	}
}

// sinkOf keeps what it takes.
type sinkOf struct {
	sink
	all []byte
}

func (s *sinkOf) Write(b []byte) (int, error) {
	s.all = append(s.all, b...)
	return s.sink.Write(b)
}
