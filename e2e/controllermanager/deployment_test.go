package controllermanager_test

import (
	"errors"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const store = "mvcc"

// The source of kube-controller-manager is not changed. Its informers run on a store of ours, and it does its work: a
// Deployment gets its ReplicaSet and Pods, and all go when it is deleted in the background.
func TestKubeControllerManagerRunsOnAChosenStore(t *testing.T) {
	w := run(t, build(t, store), "deployment-controller", "replicaset-controller", "garbage-collector-controller")
	const replicas = 5
	deployments := w.AppsV1().Deployments("default")
	if _, err := deployments.Create(w.ctx, deployment("shown", replicas), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	w.eventually("the Deployment has its ReplicaSet and Pods", func() error { return w.count("default", 1, replicas) })
	now := metav1.DeletePropagationBackground
	if err := deployments.Delete(w.ctx, "shown", metav1.DeleteOptions{PropagationPolicy: &now}); err != nil {
		t.Fatal(err)
	}
	w.eventually("they go with their Deployment", func() error { return w.count("default", 0, 0) })

	if first := w.firstLine(); !strings.HasPrefix(first, "informerbench: ") || !strings.HasSuffix(first, " "+store) {
		t.Errorf("its first line is %q, want one that names the store %s", first, store)
	}
	if bad := w.lines("informerbench: stores made before", "informerbench: a store made with", "DATA RACE", "panic"); len(bad) > 0 {
		t.Errorf("it also said\n%s", strings.Join(bad, ""))
	}
}

// count compares the numbers of ReplicaSets and Pods in a namespace.
func (w *world) count(namespace string, replicaSets, pods int) error {
	rs, err := w.AppsV1().ReplicaSets(namespace).List(w.ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	p, err := w.CoreV1().Pods(namespace).List(w.ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	return errors.Join(want("ReplicaSets", len(rs.Items), replicaSets), want("Pods", len(p.Items), pods))
}

func deployment(name string, replicas int32) *appsv1.Deployment {
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas,
			Selector: &metav1.LabelSelector{MatchLabels: labels(name)},
			Template: template(name),
		},
	}
}

func labels(name string) map[string]string { return map[string]string{"app": name} }

func template(name string) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: labels(name)},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "idle", Image: "idle"}}},
	}
}
