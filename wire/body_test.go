package wire_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/wire"
	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// transport answers requests without a connection.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// configMaps is a cell of ConfigMaps whose requests f answers. Config maps are small:
// many fit into a test.
func (f transport) configMaps(t testing.TB, encoding string, change func(*wire.Options)) cell {
	return f.server().typed(t, workload.ConfigMaps, encoding, change)
}

func (f transport) server() *server {
	return &server{http: &httptest.Server{URL: "http://stub"}, transport: f}
}

func answer(r *http.Request, contentType string, body io.Reader) *http.Response {
	closer, ok := body.(io.ReadCloser)
	if !ok {
		closer = io.NopCloser(body)
	}
	return &http.Response{
		StatusCode: http.StatusOK, Request: r, Body: closer,
		Header: http.Header{"Content-Type": {contentType}},
	}
}

// body answers every request with the same bytes.
func body(contentType string, b []byte) transport {
	return func(r *http.Request) (*http.Response, error) { return answer(r, contentType, bytes.NewReader(b)), nil }
}

func configMap(i, size int) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "c" + strconv.Itoa(i), ResourceVersion: strconv.Itoa(i), UID: "u"},
		Data:       map[string]string{"text": string(bytes.Repeat([]byte{'a' + byte(i%26)}, size)), "quoted\"\\": "{[\"\\\\\"]}"},
	}
}

// configMapServer serves n ConfigMaps of the given size.
func configMapServer(t testing.TB, n, size int) http.Handler {
	t.Helper()
	s := source.New(source.Options{})
	objects := make([]runtime.Object, n)
	for i := range objects {
		objects[i] = configMap(i+1, size)
	}
	if err := s.Load(workload.ConfigMaps, objects); err != nil {
		t.Fatal(err)
	}
	return apiserver.NewHandler(s)
}

const configMapPath = "/api/v1/configmaps"

// watched is what the API server sends for a streaming list of n ConfigMaps, of which
// each is one event, and the end marker.
func watched(t testing.TB, encoding string, n, size int) []byte {
	return capture(t, configMapServer(t, n, size), configMapPath+streamQuery, encoding).body
}

// listed is what it sends for a plain list.
func listed(t testing.TB, encoding string, n, size int) []byte {
	return capture(t, configMapServer(t, n, size), configMapPath, encoding).body
}

// drainWatch takes a watch to its end.
func drainWatch(t testing.TB, s watcher) []watch.Event {
	t.Helper()
	w, err := s.WatchWithContext(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	var events []watch.Event
	if b, ok := w.(wire.BatchWatch); ok {
		for batch := range b.Batches() {
			if len(batch) == 0 {
				t.Error("an empty batch came")
			}
			events = append(events, batch...)
			b.Recycle(batch)
		}
		return events
	}
	for e := range w.ResultChan() {
		events = append(events, e)
	}
	return events
}

// drainList takes the items of a list.
func drainList(t testing.TB, s *wire.Source) ([]runtime.Object, error) {
	t.Helper()
	var all []runtime.Object
	_, err := s.ListItems(t.Context(), metav1.ListOptions{}, func(items []runtime.Object) error {
		if len(items) == 0 {
			t.Error("an empty run of items came")
		}
		all = append(all, items...)
		return nil
	})
	return all, err
}
