package apiserver_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/clientcmd"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

func TestAcceptDecidesTheForm(t *testing.T) {
	s := serve(t, source.Options{})
	const pods, widgets = "/api/v1/pods", "/apis/bench.example.com/v1/widgets"
	for _, c := range []struct {
		path, accept string
		code         int
		contentType  string
	}{
		{pods, "", 200, asJSON},
		{pods, "*/*", 200, asJSON},
		{pods, asProtobuf, 200, asProtobuf},
		{pods, asProtobuf + "," + asJSON, 200, asProtobuf},
		{pods, asProtobuf + ";q=0.5," + asJSON, 200, asJSON},
		{pods, "application/cbor, " + asJSON, 200, asJSON},
		{pods, "text/html", 406, asJSON},
		{pods, asProtobuf + ";as=Table;v=v1;g=meta.k8s.io", 406, asJSON},
		{pods + "?watch=1&timeoutSeconds=1", asProtobuf + ";stream=watch", 200, asProtobuf + ";stream=watch"},
		{widgets, asProtobuf + "," + asJSON, 200, asJSON},
		{widgets, asProtobuf, 406, asJSON},
		{"/apis/bench.example.com/v1/gadgets", asJSON, 404, asJSON},
		{"/apis/bench.example.com/v2/widgets", asJSON, 404, asJSON},
		{"/api/v1/namespaces/default/nodes", asJSON, 404, asJSON},
		{"/api/v1/namespaces/default/pods/p1/log", asJSON, 404, asJSON},
		{"/openapi/v3", asJSON, 404, asJSON},
		{pods + "?resourceVersion=99", asJSON, 504, asJSON},
		{pods + "?continue=x", asJSON, 400, asJSON},
		{pods + "?watch=true&sendInitialEvents=true", asJSON, 422, asJSON},
		{pods + "?watch=true&timeoutSeconds=x", asJSON, 400, asJSON},
		{"/readyz", "", 200, "text/plain; charset=utf-8"},
	} {
		answer := s.request(t, http.MethodGet, c.path, c.accept, nil)
		if got := answer.Header.Get("Content-Type"); answer.StatusCode != c.code || got != c.contentType {
			t.Errorf("%s for %q: %d %s, want %d %s", c.path, c.accept, answer.StatusCode, got, c.code, c.contentType)
		}
		if answer.StatusCode >= 400 {
			if status := decode[metav1.Status](t, json.NewDecoder(answer.Body)); status.Kind != "Status" || int(status.Code) != c.code {
				t.Errorf("%s for %q: the status is %v", c.path, c.accept, status)
			}
		}
		answer.Body.Close()
	}
}

func TestBadWritesAreRefused(t *testing.T) {
	s := serve(t, source.Options{})
	for _, c := range []struct {
		method, path, body string
		code               int
	}{
		{"POST", "/api/v1/namespaces/default/pods", "{", 400},
		{"POST", "/api/v1/namespaces/default/pods", `{"kind":"Node","apiVersion":"v1","metadata":{"name":"x"}}`, 400},
		{"POST", "/api/v1/namespaces/default/pods", `{"metadata":{"name":"x","namespace":"other"}}`, 400},
		{"POST", "/api/v1/namespaces/default/pods", `{"metadata":{}}`, 400},
		{"POST", "/api/v1/namespaces/default/pods", `{"metadata":{"name":"x","resourceVersion":"3"}}`, 400},
		{"POST", "/api/v1/pods", `{"metadata":{"name":"x"}}`, 400},
		{"POST", "/api/v1/namespaces/default/pods", `{"metadata":{"name":"x"}}`, 201},
		{"PUT", "/api/v1/namespaces/default/pods/x", `{"metadata":{"name":"y"}}`, 400},
		{"PUT", "/api/v1/namespaces/default/pods/absent", `{"metadata":{"name":"absent"}}`, 404},
		{"PATCH", "/api/v1/namespaces/default/pods/x", `{}`, 405},
		{"POST", "/api/v1", `{}`, 405},
	} {
		if answer := s.request(t, c.method, c.path, "", strings.NewReader(c.body)); answer.StatusCode != c.code {
			body, _ := io.ReadAll(answer.Body)
			t.Errorf("%s %s %s: %d, want %d: %s", c.method, c.path, c.body, answer.StatusCode, c.code, body)
		}
	}
}

func TestRefusedWatchesAnswerExpired(t *testing.T) {
	s := serve(t, source.Options{RefuseExpiredWatches: true})
	if code := s.request(t, http.MethodGet, "/api/v1/pods?watch=true&resourceVersion=2", "", nil).StatusCode; code != http.StatusGone {
		t.Errorf("the answer is %d", code)
	}
}

func TestBookmarksAndTimeoutOverHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, source.Options{BookmarkInterval: 2 * time.Second})
		start := time.Now()
		answer := s.request(t, http.MethodGet, "/api/v1/pods?watch=true&resourceVersion=7&allowWatchBookmarks=true&timeoutSeconds=5", "", nil)
		if waited := time.Since(start); waited != 0 {
			t.Errorf("the head came after %v", waited)
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(start); waited != 5*time.Second || strings.Count(string(body), `{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"7"`) != 2 {
			t.Errorf("after %v: %s", waited, body)
		}
	})
}

func TestServeEndsWatchesWhenItsContextIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, source.Options{})
		answer := s.request(t, http.MethodGet, "/api/v1/pods?watch=true&resourceVersion=7", "", nil)
		if n := s.Watches(workload.Pods); n != 1 {
			t.Errorf("%d watches are open", n)
		}
		start := time.Now()
		s.stop()
		if _, err := io.ReadAll(answer.Body); err != nil {
			t.Errorf("the stream ended with %v", err)
		}
		s.served <- <-s.served // for the cleanup
		if waited := time.Since(start); waited > time.Second || s.Watches(workload.Pods) != 0 {
			t.Errorf("the end took %v, %d watches are open", waited, s.Watches(workload.Pods))
		}
	})
}

// Many watchers of one encoding get the same bytes; they must be whole and in order.
func TestWatchersShareFrames(t *testing.T) {
	s := serve(t, source.Options{})
	const watchers, events = 8, 3000
	type result struct {
		body string
		err  error
	}
	results := make(chan result, watchers)
	for range watchers {
		answer := s.request(t, http.MethodGet, "/api/v1/pods?watch=true&resourceVersion=7&fieldSelector=metadata.name%3Dhot", "", nil)
		go func() {
			var names strings.Builder
			d := json.NewDecoder(answer.Body)
			for {
				var e metav1.WatchEvent
				var p metav1.PartialObjectMetadata
				err := d.Decode(&e)
				if err == nil {
					err = json.Unmarshal(e.Object.Raw, &p)
				}
				if err != nil || e.Type == "DELETED" {
					results <- result{names.String(), err}
					return
				}
				names.WriteString(e.Type[:1] + p.ResourceVersion + " ")
			}
		}()
	}
	s.apply(t, watch.Added, pod("hot", 0))
	for range events {
		s.apply(t, watch.Modified, pod("hot", 0))
	}
	s.apply(t, watch.Deleted, pod("hot", 0))
	first := <-results
	if first.err != nil || strings.Count(first.body, "M") != events {
		t.Errorf("%v: %d modifications", first.err, strings.Count(first.body, "M"))
	}
	for range watchers - 1 {
		if other := <-results; other != first {
			t.Errorf("two watchers differ: %v and %v", other, first)
		}
	}
}

func TestKubeconfigNamesTheServer(t *testing.T) {
	config, err := clientcmd.RESTConfigFromKubeConfig(apiserver.Kubeconfig("http://127.0.0.1:8080"))
	if err != nil || config.Host != "http://127.0.0.1:8080" {
		t.Errorf("the configuration is %v, %v", config, err)
	}
}
