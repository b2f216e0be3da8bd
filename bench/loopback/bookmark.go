package loopback

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload/apiserver"
)

// Bookmark is the frame that ends the initial events of a stream of pods.
func Bookmark(e *apiserver.Encoder, version string) ([]byte, error) {
	end := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{
		ResourceVersion: version, Annotations: map[string]string{metav1.InitialEventsAnnotationKey: "true"},
	}}
	return e.AppendFrame(nil, watch.Event{Type: watch.Bookmark, Object: end})
}
