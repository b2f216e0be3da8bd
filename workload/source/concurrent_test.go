package source_test

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/source"
)

// write makes n changes and then sends a last one, so that watches know the end.
func write(t *testing.T, s *source.Source, n int) {
	for i := range n {
		name := fmt.Sprintf("p%03d", i*7%50)
		kind := watch.Modified
		if _, err := s.Get(workload.Pods, "a", name); err != nil {
			kind = watch.Added
		} else if i%3 == 0 {
			kind = watch.Deleted
		}
		apply(t, s, kind, pod("a", name, 0))
	}
	apply(t, s, watch.Added, pod("z", "last", 0))
}

func versionOf(o any) string { return o.(metav1.Object).GetResourceVersion() }

func number(t *testing.T, version string) uint64 {
	n, err := strconv.ParseUint(version, 10, 64)
	if err != nil {
		t.Error(err)
	}
	return n
}

// replica is a map that follows lists and watches, as a reflector's store does.
type replica map[string]string

func (r replica) apply(e watch.Event) {
	name := e.Object.(metav1.Object).GetName()
	if e.Type == watch.Deleted {
		delete(r, name)
		return
	}
	r[name] = versionOf(e.Object)
}

// follow lists in pages or as a stream and then watches until the last event.
func (r replica) follow(t *testing.T, s *source.Source, stream bool) {
	o := metav1.ListOptions{}
	if stream {
		o = streaming("")
	} else {
		r.list(t, s, &o)
	}
	w, err := s.Watch(workload.Pods, "", o)
	if err != nil {
		t.Error(err)
		return
	}
	defer w.Close()
	for last := r["last"] != ""; !last; {
		events, err := w.Next(context.Background())
		if err != nil {
			t.Error(err)
			return
		}
		for _, e := range events {
			if e.Type != watch.Bookmark {
				r.apply(e)
				last = last || e.Object.(metav1.Object).GetName() == "last"
			}
		}
	}
}

func (r replica) list(t *testing.T, s *source.Source, o *metav1.ListOptions) {
	page := metav1.ListOptions{Limit: 7}
	for {
		l, err := s.List(workload.Pods, "", page)
		if err != nil {
			t.Error(err)
			return
		}
		for _, item := range l.Items {
			r[item.(metav1.Object).GetName()] = versionOf(item)
			if number(t, versionOf(item)) > number(t, l.ResourceVersion) {
				t.Errorf("an item of version %s is in a list of version %s", versionOf(item), l.ResourceVersion)
			}
		}
		if o.ResourceVersion != "" && o.ResourceVersion != l.ResourceVersion {
			t.Errorf("pages come from versions %s and %s", o.ResourceVersion, l.ResourceVersion)
		}
		o.ResourceVersion = l.ResourceVersion
		if page.Continue = l.Continue; page.Continue == "" {
			return
		}
	}
}

func TestReplicasBesideAWriterEqualTheSource(t *testing.T) {
	s := loaded(t, source.Options{}, pods(50)...)
	replicas := make([]replica, 8)
	var wg sync.WaitGroup
	for i := range replicas {
		replicas[i] = replica{}
		wg.Go(func() { replicas[i].follow(t, s, i%2 == 0) })
	}
	write(t, s, 5000)
	wg.Wait()
	want := replica{}
	for _, o := range s.Objects(workload.Pods) {
		want[o.(metav1.Object).GetName()] = versionOf(o)
	}
	for i, r := range replicas {
		if !maps.Equal(r, want) {
			t.Errorf("replica %d has %v, the source %v", i, r, want)
		}
	}
}
