package swaptest

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func configMapsOf(client kubernetes.Interface) cache.ListerWatcher {
	all := client.CoreV1().ConfigMaps(metav1.NamespaceAll)
	return cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			return all.List(ctx, o)
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			return all.Watch(ctx, o)
		},
	}, client)
}

func configMap(name string, version int, color string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "ns", Name: name, ResourceVersion: fmt.Sprint(version), Labels: map[string]string{"color": color},
		},
	}
}

// byColor is an index that works for all shapes.
func byColor(obj any) ([]string, error) {
	return []string{obj.(metav1.Object).GetLabels()["color"]}, nil
}
