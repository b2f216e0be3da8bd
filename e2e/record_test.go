package e2e_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/e2e/proxy"
	"informerbench/workload/record"
	"informerbench/workload/trace"
)

// A recording whose connections break, and whose version etcd forgets, leads to the state that the cluster has.
func TestRecordingLeadsToTheStateOfTheCluster(t *testing.T) {
	c := shared(t)
	p, err := proxy.Listen(c.Address())
	must(t, err)
	defer p.Close()
	namespace := newNamespace(t, c.Config(), "recorded")
	createMany(t, c.Config(), pods, namespace, 1200) // three pages
	w := newWriter(t, c, pods, []string{namespace}, rand.New(rand.NewPCG(6, 6)))
	stop := writers{w}.start(t)
	defer stop()

	ctx, cancel := context.WithCancel(t.Context())
	var file growing
	done := make(chan error, 1)
	go func() {
		_, err := record.Run(ctx, &file, record.Options{Config: c.ConfigAt(p.Address()), Resources: []string{"pods"}, Namespace: namespace})
		done <- err
	}()
	defer func() {
		cancel()
		<-done
	}()
	awaitWritten(t, w, 100)
	for range 3 {
		p.Cut()
		awaitWritten(t, w, 50)
		p.CutAfter(5000)
		awaitWritten(t, w, 50)
	}
	p.Refuse(patience)
	p.Cut()
	awaitWritten(t, w, 100)
	_, err = c.Compact(t.Context())
	must(t, err)
	p.Refuse(0)
	awaitWritten(t, w, 100)
	stop()

	list, err := pods.writes(t, c.Config(), namespace).List(t.Context(), metav1.ListOptions{})
	must(t, err)
	want := map[string]string{}
	for _, o := range list.Items {
		want[o.GetName()] = o.GetResourceVersion()
	}
	await(t, "the recording has followed", func(context.Context) error {
		got, err := recordedVersions(file.content())
		if !errors.Is(err, trace.ErrCut) {
			return fmt.Errorf("a recording that goes on reads as %v", err)
		}
		if !maps.Equal(got, want) {
			return fmt.Errorf("it leads to %d objects, the cluster has %d, or other versions of them", len(got), len(want))
		}
		return nil
	})
	cancel()
	must(t, <-done)
	done <- nil
	if got, err := recordedVersions(file.content()); err != io.EOF || !maps.Equal(got, want) {
		t.Errorf("the whole recording leads to %d objects of %d, and ends with %v", len(got), len(want), err)
	}
}

func awaitWritten(t *testing.T, w *writer, n int64) {
	t.Helper()
	from := w.written.Load()
	await(t, "the writer has gone on", func(context.Context) error {
		if written := w.written.Load() - from; written < n {
			return fmt.Errorf("%d writes", written)
		}
		return nil
	})
}

// recordedVersions plays a recording of one namespace: the versions of the objects by name, and how it ended.
func recordedVersions(file []byte) (map[string]string, error) {
	r, err := trace.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	versions := map[string]string{}
	for {
		e, err := r.Next()
		if err != nil {
			return versions, err
		}
		m, err := meta.Accessor(e.Object)
		if err != nil {
			return nil, err
		}
		if versions[m.GetName()] = m.GetResourceVersion(); e.Type == watch.Deleted {
			delete(versions, m.GetName())
		}
	}
}

// growing is a file that is read while it is written.
type growing struct {
	mu   sync.Mutex // guards data
	data []byte
}

func (g *growing) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.data = append(g.data, b...)
	return len(b), nil
}

func (g *growing) content() []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	return bytes.Clone(g.data)
}
