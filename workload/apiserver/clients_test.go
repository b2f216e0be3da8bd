package apiserver_test

import (
	"fmt"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"

	"informerbench/workload"
	"informerbench/workload/source"
)

const (
	asJSON     = "application/json"
	asProtobuf = "application/vnd.kubernetes.protobuf"
)

// eachEncoding runs a test with a typed client of each encoding.
func eachEncoding(t *testing.T, test func(t *testing.T, s *server, c kubernetes.Interface)) {
	for _, contentType := range []string{asJSON, asProtobuf} {
		t.Run(contentType, func(t *testing.T) {
			s := serve(t, source.Options{})
			c, err := kubernetes.NewForConfig(s.config(contentType))
			if err != nil {
				t.Fatal(err)
			}
			test(t, s, c)
		})
	}
}

func TestTypedClientGetsAndLists(t *testing.T) {
	eachEncoding(t, func(t *testing.T, s *server, c kubernetes.Interface) {
		got, err := c.CoreV1().Pods("default").Get(t.Context(), "p3", metav1.GetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if want := pod("p3", 3); !apiequality.Semantic.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		page, err := c.CoreV1().Pods("").List(t.Context(), metav1.ListOptions{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Items) != 2 || page.Continue == "" || page.RemainingItemCount == nil || *page.RemainingItemCount != 3 || page.ResourceVersion != "7" {
			t.Errorf("the first page is %v", page)
		}
		rest, err := c.CoreV1().Pods("").List(t.Context(), metav1.ListOptions{Continue: page.Continue})
		if err != nil {
			t.Fatal(err)
		}
		if len(rest.Items) != 3 || rest.Continue != "" || !apiequality.Semantic.DeepEqual(&rest.Items[2], pod("p5", 5)) {
			t.Errorf("the rest is %v", rest)
		}
		if leases, err := c.CoordinationV1().Leases("none").List(t.Context(), metav1.ListOptions{}); err != nil || len(leases.Items) != 0 {
			t.Errorf("an empty list is %v, %v", leases, err)
		}
		if _, err := c.CoreV1().Pods("default").Get(t.Context(), "absent", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
			t.Errorf("an absent pod is %v", err)
		}
	})
}

func TestTypedClientWatches(t *testing.T) {
	eachEncoding(t, func(t *testing.T, s *server, c kubernetes.Interface) {
		w, err := c.CoreV1().Pods("default").Watch(t.Context(), metav1.ListOptions{ResourceVersion: "5"})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Stop()
		s.apply(t, watch.Added, pod("p6", 0))
		s.apply(t, watch.Modified, pod("p6", 0))
		s.apply(t, watch.Deleted, pod("p1", 0))
		var got []string
		for event := range w.ResultChan() {
			if status, ok := event.Object.(*metav1.Status); ok {
				got = append(got, fmt.Sprintf("%s %d", event.Type, status.Code))
				continue
			}
			p := event.Object.(*corev1.Pod)
			got = append(got, fmt.Sprintf("%s %s@%s", event.Type, p.Name, p.ResourceVersion))
			if len(got) == 3 {
				s.ExpireWatches(workload.Pods)
			}
		}
		if want := []string{"ADDED p6@8", "MODIFIED p6@9", "DELETED p1@10", "ERROR 410"}; !slices.Equal(got, want) {
			t.Errorf("events are %q, want %q", got, want)
		}
	})
}

func TestTypedClientWrites(t *testing.T) {
	eachEncoding(t, func(t *testing.T, s *server, c kubernetes.Interface) {
		pods := c.CoreV1().Pods("default")
		created, err := pods.Create(t.Context(), &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "new-"}}, metav1.CreateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if created.UID == "" || created.ResourceVersion != "8" || created.CreationTimestamp.IsZero() || created.Namespace != "default" {
			t.Errorf("created is %v", created)
		}
		if _, err := pods.Create(t.Context(), pod("p1", 0), metav1.CreateOptions{}); !apierrors.IsAlreadyExists(err) {
			t.Errorf("creating one that exists gave %v", err)
		}
		created.Labels = map[string]string{"a": "b"}
		updated, err := pods.Update(t.Context(), created, metav1.UpdateOptions{})
		if err != nil || updated.ResourceVersion != "9" || updated.Labels["a"] != "b" || updated.UID != created.UID {
			t.Errorf("updated is %v, %v", updated, err)
		}
		if _, err := pods.Update(t.Context(), created, metav1.UpdateOptions{}); !apierrors.IsConflict(err) {
			t.Errorf("updating an old version gave %v", err)
		}
		if err := pods.Delete(t.Context(), created.Name, metav1.DeleteOptions{}); err != nil {
			t.Error(err)
		}
		if err := pods.Delete(t.Context(), created.Name, metav1.DeleteOptions{}); !apierrors.IsNotFound(err) {
			t.Errorf("deleting what is gone gave %v", err)
		}
	})
}

func TestDynamicClientReadsTheCustomResource(t *testing.T) {
	s := serve(t, source.Options{})
	c, err := dynamic.NewForConfig(s.config(""))
	if err != nil {
		t.Fatal(err)
	}
	widgets := c.Resource(workload.Widgets.GroupVersionResource()).Namespace("default")
	list, err := widgets.List(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Items) != 1 || list.GetKind() != "WidgetList" || !apiequality.Semantic.DeepEqual(&list.Items[0], widget("w1", 7)) {
		t.Errorf("the list is %v", list)
	}
	w, err := widgets.Watch(t.Context(), metav1.ListOptions{ResourceVersion: list.GetResourceVersion()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	fresh := widget("w2", 0)
	fresh.SetResourceVersion("")
	if _, err := widgets.Create(t.Context(), fresh, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	if event := <-w.ResultChan(); event.Type != watch.Added || event.Object.(*unstructured.Unstructured).GetName() != "w2" {
		t.Errorf("the event is %v", event)
	}
}

func TestMetadataClientGetsMetadataOnly(t *testing.T) {
	s := serve(t, source.Options{})
	c, err := metadata.NewForConfig(s.config(""))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []workload.Resource{workload.Pods, workload.Widgets} {
		list, err := c.Resource(r.GroupVersionResource()).List(t.Context(), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(list.Items) == 0 || list.Items[0].Namespace != "default" || list.ResourceVersion != "7" {
			t.Errorf("the list of %s is %v", r, list)
		}
	}
}

func TestDiscoveryClientFindsEveryResource(t *testing.T) {
	s := serve(t, source.Options{})
	for _, legacy := range []bool{false, true} {
		c, err := discovery.NewDiscoveryClientForConfig(s.config(""))
		if err != nil {
			t.Fatal(err)
		}
		c.UseLegacyDiscovery = legacy
		_, lists, err := c.ServerGroupsAndResources()
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, list := range lists {
			for _, r := range list.APIResources {
				found[fmt.Sprintf("%s/%s %s %v", list.GroupVersion, r.Name, r.Kind, r.Namespaced)] = true
			}
		}
		for _, r := range workload.Resources() {
			kind := r.GroupVersionKind()
			if name := fmt.Sprintf("%s/%s %s %v", kind.GroupVersion(), r, kind.Kind, r.Namespaced()); !found[name] {
				t.Errorf("legacy=%v: %s is not among %v", legacy, name, found)
			}
		}
		if v, err := c.ServerVersion(); err != nil || v.Minor != "37" {
			t.Errorf("the version is %v, %v", v, err)
		}
	}
}

// The objects of the source are shared by everybody; an answer must not write to them.
func TestAnswersLeaveTheSharedObjectsAlone(t *testing.T) {
	eachEncoding(t, func(t *testing.T, s *server, c kubernetes.Interface) {
		before := map[string]runtime.Object{}
		for key, o := range s.Objects(workload.Pods) {
			before[key] = o.DeepCopyObject()
		}
		if _, err := c.CoreV1().Pods("").List(t.Context(), metav1.ListOptions{}); err != nil {
			t.Fatal(err)
		}
		w, err := c.CoreV1().Pods("").Watch(t.Context(), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		<-w.ResultChan()
		w.Stop()
		for key, o := range s.Objects(workload.Pods) {
			if !apiequality.Semantic.DeepEqual(o, before[key]) {
				t.Errorf("%s became %v", key, o)
			}
		}
	})
}
