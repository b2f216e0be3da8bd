package reflector_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
)

// scriptServer answers over HTTP what a script says, in JSON.
type scriptServer struct{ script *script }

// serveScript serves a script in memory, which a synctest bubble can wait for, and
// returns a config for its clients.
func serveScript(t *testing.T, s *script) *rest.Config {
	l := &memoryListener{conns: make(chan net.Conn), done: make(chan struct{})}
	server := &http.Server{Handler: scriptServer{s}}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	transport := &http.Transport{DialContext: l.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
		<-served
	})
	return &rest.Config{Host: "http://memory", QPS: -1, Transport: transport}
}

func (h scriptServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var options metav1.ListOptions
	query := r.URL.Query()
	if err := metav1.Convert_url_Values_To_v1_ListOptions(&query, &options, nil); err != nil {
		panic(err)
	}
	if options.Watch {
		h.watch(w, r.Context(), options)
		return
	}
	list, err := h.script.ListWithContext(r.Context(), options)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(named(list)) // the client has gone: nobody is left to tell
}

func (h scriptServer) watch(w http.ResponseWriter, ctx context.Context, options metav1.ListOptions) {
	st, err := h.script.WatchWithContext(ctx, options)
	if err != nil {
		refuse(w, err)
		return
	}
	defer st.Stop()
	w.Header().Set("Content-Type", "application/json")
	out, control := bufio.NewWriter(w), http.NewResponseController(w)
	if control.Flush() != nil {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case ev, open := <-st.ResultChan():
			if !open {
				return
			}
			raw, err := json.Marshal(named(ev.Object))
			if err != nil {
				panic(err)
			}
			_ = json.NewEncoder(out).Encode(metav1.WatchEvent{Type: string(ev.Type), Object: runtime.RawExtension{Raw: raw}})
			if out.Flush() != nil || control.Flush() != nil {
				return
			}
		}
	}
}

// refuse answers with the status of an error. Retry-After is where servers say it, too.
func refuse(w http.ResponseWriter, err error) {
	var known apierrors.APIStatus
	if !errors.As(err, &known) {
		known = apierrors.NewInternalError(err)
	}
	status := known.Status()
	if status.Details != nil && status.Details.RetryAfterSeconds > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(status.Details.RetryAfterSeconds)))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(int(status.Code))
	_ = json.NewEncoder(w).Encode(named(&status))
}

// named returns a copy of an object that says what it is, as on the wire.
func named(o runtime.Object) runtime.Object {
	var about metav1.TypeMeta
	switch o.(type) {
	case *metav1.PartialObjectMetadata:
		about = metav1.TypeMeta{APIVersion: "meta.k8s.io/v1", Kind: "PartialObjectMetadata"}
	case *metav1.PartialObjectMetadataList:
		about = metav1.TypeMeta{APIVersion: "meta.k8s.io/v1", Kind: "PartialObjectMetadataList"}
	case nil:
		about.Kind, o = "Nothing", &metav1.Status{}
	case *metav1.Status:
		about = metav1.TypeMeta{APIVersion: "v1", Kind: "Status"}
	default:
		panic(fmt.Sprintf("the scripts of HTTP servers have no %T", o))
	}
	o = o.DeepCopyObject()
	o.GetObjectKind().SetGroupVersionKind(about.GroupVersionKind())
	return o
}

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
