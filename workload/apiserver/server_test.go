package apiserver_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"testing"

	"go.uber.org/goleak"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memoryListener joins client and server without sockets: its connections block
// durably in a synctest bubble.
type memoryListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (l *memoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *memoryListener) Close() error   { l.once.Do(func() { close(l.done) }); return nil }
func (l *memoryListener) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "unix"} }

func (l *memoryListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.conns <- server:
		return client, nil
	case <-l.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// server is a source behind Serve, with clients for it.
type server struct {
	*source.Source
	transport *http.Transport
	stop      context.CancelFunc // ends Serve
	served    chan error         // what Serve returned
}

func serve(t testing.TB, o source.Options) *server {
	t.Helper()
	l := &memoryListener{conns: make(chan net.Conn), done: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	s := &server{Source: source.New(o), transport: &http.Transport{DialContext: l.dial}, stop: cancel, served: make(chan error, 1)}
	fill(t, s.Source)
	go func() { s.served <- apiserver.Serve(ctx, l, s.Source) }()
	t.Cleanup(func() {
		cancel()
		if err := <-s.served; err != nil {
			t.Errorf("Serve returned %v", err)
		}
		s.transport.CloseIdleConnections()
	})
	return s
}

func (s *server) config(contentType string) *rest.Config {
	return &rest.Config{
		Host: "http://memory", QPS: -1, Transport: s.transport,
		ContentConfig: rest.ContentConfig{ContentType: contentType, AcceptContentTypes: contentType},
	}
}

// request sends a raw request and returns the answer, whose body the caller reads.
func (s *server) request(t testing.TB, method, path, accept string, body io.Reader) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://memory"+path, body)
	if err != nil {
		t.Fatal(err)
	}
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	answer, err := s.transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer
}

// fill loads five pods of the namespace default (versions 1 to 5), a node and a widget.
func fill(t testing.TB, s *source.Source) {
	t.Helper()
	var pods []runtime.Object
	for i := 1; i <= 5; i++ {
		pods = append(pods, pod(fmt.Sprintf("p%d", i), i))
	}
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "n1", ResourceVersion: "6"}}
	for _, load := range []struct {
		resource workload.Resource
		objects  []runtime.Object
	}{{workload.Pods, pods}, {workload.Nodes, []runtime.Object{node}}, {workload.Widgets, []runtime.Object{widget("w1", 7)}}} {
		if err := s.Load(load.resource, load.objects); err != nil {
			t.Fatal(err)
		}
	}
}

func pod(name string, version int) *corev1.Pod {
	p := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, Labels: map[string]string{"app": "a"}},
		Spec:       corev1.PodSpec{NodeName: "n1", Containers: []corev1.Container{{Name: "c", Image: "i"}}},
		Status: corev1.PodStatus{Phase: corev1.PodRunning, PodIP: "10.0.0.1",
			ContainerStatuses: []corev1.ContainerStatus{{Name: "c", Ready: true, RestartCount: 2}}},
	}
	if version > 0 {
		p.ResourceVersion = strconv.Itoa(version)
	}
	return p
}

func widget(name string, version int) *unstructured.Unstructured {
	u := workload.Widgets.New().(*unstructured.Unstructured)
	u.SetNamespace("default")
	u.SetName(name)
	u.SetResourceVersion(strconv.Itoa(version))
	return u
}

func (s *server) apply(t testing.TB, kind watch.EventType, o runtime.Object) {
	t.Helper()
	if err := s.Apply(workload.Event{Resource: workload.Pods, Type: kind, Object: o}); err != nil {
		t.Fatal(err)
	}
}
