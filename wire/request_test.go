package wire_test

import (
	"context"
	"net/http"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	clientmetadata "k8s.io/client-go/metadata"

	"informerbench/wire"
	"informerbench/workload"
)

// requests refuses everything and keeps the last request's address and Accept header.
func requests(t *testing.T) (s *server, last func() string) {
	line := ""
	s = handle(t, func(w http.ResponseWriter, r *http.Request) {
		line = r.URL.String() + " " + r.Header.Get("Accept")
		http.Error(w, "no", http.StatusForbidden)
	})
	return s, func() string { return line }
}

func optionsOfReflectors() []metav1.ListOptions {
	seconds := int64(300)
	stream := streamingList()
	stream.TimeoutSeconds = &seconds
	return []metav1.ListOptions{
		{}, {ResourceVersion: "0"}, {ResourceVersion: "17", Limit: 500, Continue: "token"}, stream,
		{LabelSelector: "a=b", FieldSelector: "metadata.name=c", TimeoutSeconds: &seconds, AllowWatchBookmarks: true},
	}
}

// The address and the Accept header are those of client-go's typed client.
func TestTypedRequestsEqualClientGos(t *testing.T) {
	s, last := requests(t)
	for _, encoding := range []string{asProtobuf, asJSON} {
		config := s.config(asProtobuf + "," + asJSON)
		if encoding == asJSON {
			config = s.config(asJSON)
		}
		clients, err := kubernetes.NewForConfig(config)
		if err != nil {
			t.Fatal(err)
		}
		for _, namespace := range []string{"", "ns"} {
			peer := clients.CoreV1().Pods(namespace)
			o := wire.Options{Example: &corev1.Pod{}}
			if encoding == asJSON {
				o.Encoding = wire.JSON
			}
			ours := wire.New(clients.CoreV1().RESTClient(), "pods", namespace, o)
			for _, options := range optionsOfReflectors() {
				sameLine(t, last, call(t, ours.ListWithContext, options), call(t, peer.List, options))
				sameLine(t, last, call(t, ours.WatchWithContext, options), call(t, peer.Watch, options))
			}
		}
	}
}

// The Accept header is that of client-go's metadata client.
func TestMetadataRequestsEqualClientGos(t *testing.T) {
	s, last := requests(t)
	clients, err := clientmetadata.NewForConfig(s.config(asProtobuf))
	if err != nil {
		t.Fatal(err)
	}
	peer := clients.Resource(workload.Deployments.GroupVersionResource()).Namespace("ns")
	client := s.client(t, workload.Deployments.GroupVersionKind(), asProtobuf)
	ours := wire.New(client, "deployments", "ns", wire.Options{Example: &metav1.PartialObjectMetadata{}})
	for _, options := range optionsOfReflectors()[:3] {
		sameLine(t, last, call(t, ours.ListWithContext, options), call(t, peer.List, options))
		sameLine(t, last, call(t, ours.WatchWithContext, options), call(t, peer.Watch, options))
	}
}

func call[T any](t *testing.T, f func(context.Context, metav1.ListOptions) (T, error), o metav1.ListOptions) func() {
	return func() {
		t.Helper()
		if _, err := f(t.Context(), o); err == nil {
			t.Error("a refused request had no error")
		}
	}
}

func sameLine(t *testing.T, last func() string, ours, theirs func()) {
	t.Helper()
	ours()
	got := last()
	theirs()
	if want := last(); got != want {
		t.Errorf("request\n%s, client-go's is\n%s", got, want)
	}
}
