package informer_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflector"
)

// Objects found by an annotation that holds a comma-separated list: each item of the
// list is an index value of its own.
func Example_indexByAnnotationList() {
	byUser := func(obj any) ([]string, error) {
		var users []string
		for user := range strings.SplitSeq(obj.(*corev1.Pod).Annotations["users"], ",") {
			if user = strings.TrimSpace(user); user != "" {
				users = append(users, user)
			}
		}
		return users, nil
	}
	pods := fixedPods(
		examplePod("one", "bert,ernie"),
		examplePod("two", "ernie, oscar"),
		examplePod("three", ""),
	)
	inf := informer.NewSharedIndexInformer(pods, &corev1.Pod{}, 0, cache.Indexers{"byUser": byUser},
		informer.WithListMode(reflector.ListPaged))
	stop := runUntilSynced(inf)
	defer stop()

	for _, user := range []string{"ernie", "bert", "elmo"} {
		found, err := inf.GetIndexer().ByIndex("byUser", user)
		fmt.Println(user, names(found), err)
	}
	// Output:
	// ernie [one two] <nil>
	// bert [one] <nil>
	// elmo [] <nil>
}

// Pods found by any of their IP addresses. Pods of the host network share their
// node's address, so one address may have several.
func Example_indexPodsByIP() {
	byIP := func(obj any) ([]string, error) {
		pod, ok := obj.(*corev1.Pod)
		if !ok {
			return nil, fmt.Errorf("not a Pod: %T", obj)
		}
		var ips []string
		for _, ip := range pod.Status.PodIPs {
			ips = append(ips, ip.IP)
		}
		return ips, nil
	}
	pods := fixedPods(
		examplePod("one", "", "10.0.0.1", "fd00::1"),
		examplePod("two", "", "10.0.0.2"),
		examplePod("kube-proxy", "", "192.168.0.7"),
		examplePod("node-exporter", "", "192.168.0.7"),
	)
	inf := informer.NewSharedIndexInformer(pods, &corev1.Pod{}, 0, nil, informer.WithListMode(reflector.ListPaged))
	stop := runUntilSynced(inf)
	defer stop()

	// Indexes may also be added while the informer runs.
	if err := inf.AddIndexers(cache.Indexers{"byIP": byIP}); err != nil {
		fmt.Println(err)
	}
	for _, ip := range []string{"fd00::1", "192.168.0.7", "10.9.9.9"} {
		found, err := inf.GetIndexer().ByIndex("byIP", ip)
		fmt.Println(ip, names(found), err)
	}
	// Output:
	// fd00::1 [one] <nil>
	// 192.168.0.7 [kube-proxy node-exporter] <nil>
	// 10.9.9.9 [] <nil>
}

func examplePod(name, users string, ips ...string) corev1.Pod {
	p := corev1.Pod{ObjectMeta: metav1.ObjectMeta{
		Namespace: "default", Name: name, Annotations: map[string]string{"users": users},
	}}
	for _, ip := range ips {
		p.Status.PodIPs = append(p.Status.PodIPs, corev1.PodIP{IP: ip})
	}
	return p
}

// fixedPods stands for the API server: these Pods, and nothing ever happens to them.
func fixedPods(pods ...corev1.Pod) cache.ListerWatcher {
	return &cache.ListWatch{
		ListWithContextFunc: func(_ context.Context, _ metav1.ListOptions) (runtime.Object, error) {
			return &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "1"}, Items: pods}, nil
		},
		WatchFuncWithContext: func(context.Context, metav1.ListOptions) (watch.Interface, error) {
			return watch.NewFake(), nil
		},
	}
}

// runUntilSynced starts the informer and waits for its first list.
func runUntilSynced(inf cache.SharedIndexInformer) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); inf.RunWithContext(ctx) }()
	<-inf.HasSyncedChecker().Done()
	return func() { cancel(); <-done }
}

func names(objs []any) []string {
	found := []string{}
	for _, obj := range objs {
		found = append(found, obj.(*corev1.Pod).Name)
	}
	slices.Sort(found)
	return found
}
