package source_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/source"
)

func labeled(name, value string) *corev1.Pod {
	p := pod("a", name, 0)
	p.Labels = map[string]string{"app": value}
	return p
}

// An object that a modification brings into a selection is added for its watch, and
// one that is taken out is deleted, at the version of the modification.
func TestWatchWithASelectorSeesObjectsComeAndGo(t *testing.T) {
	s := source.New(source.Options{})
	apply(t, s, watch.Added, labeled("x", "red"), labeled("y", "blue"))
	stream := open(t, s, metav1.ListOptions{LabelSelector: "app=red", ResourceVersion: "1"})
	apply(t, s, watch.Modified, labeled("x", "red"), labeled("x", "blue"), labeled("y", "blue"), labeled("y", "red"))
	apply(t, s, watch.Deleted, labeled("x", "red"), labeled("y", "blue"))
	wantEvents(t, take(t, stream, 4), "MODIFIED x@3", "DELETED x@4", "ADDED y@6", "DELETED y@8")
}

func TestListsAndWatchesByNamespaceAndField(t *testing.T) {
	s := source.New(source.Options{})
	onNode := pod("a", "x", 0)
	onNode.Spec.NodeName = "n1"
	// The namespaces a-b and a0 lie on both sides of a's keys.
	apply(t, s, watch.Added, onNode, pod("a", "y", 0), pod("a-b", "x", 0), pod("a0", "x", 0))
	for _, c := range []struct {
		namespace, fields string
		want              int
	}{
		{"", "", 4}, {"a", "", 2}, {"a-b", "", 1}, {"none", "", 0},
		{"", "metadata.name=x", 3}, {"a", "metadata.name=x", 1}, {"", "metadata.namespace!=a", 2}, {"", "spec.nodeName=n1", 1},
	} {
		l, err := s.List(workload.Pods, c.namespace, metav1.ListOptions{FieldSelector: c.fields})
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Items) != c.want {
			t.Errorf("namespace %q, fields %q: %d objects, want %d", c.namespace, c.fields, len(l.Items), c.want)
		}
		paged := 0
		for token := ""; ; {
			page, err := s.List(workload.Pods, c.namespace, metav1.ListOptions{FieldSelector: c.fields, Limit: 1, Continue: token})
			if err != nil {
				t.Fatal(err)
			}
			paged += len(page.Items)
			if token = page.Continue; token == "" {
				break
			}
		}
		if paged != c.want {
			t.Errorf("namespace %q, fields %q: %d objects in pages, want %d", c.namespace, c.fields, paged, c.want)
		}
		stream, err := s.Watch(workload.Pods, c.namespace, withFields(streaming(""), c.fields))
		if err != nil {
			t.Fatal(err)
		}
		if got := take(t, stream, c.want+1); len(got) != c.want+1 {
			t.Errorf("namespace %q, fields %q: initial events are %q", c.namespace, c.fields, got)
		}
		stream.Close()
	}
}

func withFields(o metav1.ListOptions, fields string) metav1.ListOptions {
	o.FieldSelector = fields
	return o
}
