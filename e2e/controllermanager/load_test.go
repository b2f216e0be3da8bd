package controllermanager_test

import (
	"errors"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
)

const (
	namespace   = "load"
	deployments = 200
	few, more   = 2, 3 // replicas of each, before and after scaling
	others      = 2    // Pods of a StatefulSet (the first only, for nobody makes it ready) and a Job
)

func name(i int) string { return fmt.Sprintf("app-%03d", i) }

// work gives the controllers something to do: 200 Deployments are created, scaled, and half of them deleted; a quota counts
// their Pods, a disruption budget and Services look at them, and a namespace goes with all that is in it.
func (w *world) work() {
	w.t.Helper()
	for _, ns := range []string{namespace, "goes"} {
		_, err := w.CoreV1().Namespaces().Create(w.ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: ns}}, metav1.CreateOptions{})
		w.must(err)
		w.must(w.createOthers(ns))
	}
	for i := range deployments {
		_, err := w.AppsV1().Deployments(namespace).Create(w.ctx, deployment(name(i), few), metav1.CreateOptions{})
		w.must(err)
	}
	w.eventually("all Deployments have their Pods", func() error { return w.count(namespace, deployments, deployments*few+others) })
	w.eventually("the other namespace has its Pods", func() error { return w.count("goes", 0, others) })

	now := metav1.DeletePropagationBackground
	w.must(w.CoreV1().Namespaces().Delete(w.ctx, "goes", metav1.DeleteOptions{}))
	scale := fmt.Appendf(nil, `{"spec": {"replicas": %d}}`, more)
	for i := range deployments {
		_, err := w.AppsV1().Deployments(namespace).Patch(w.ctx, name(i), types.MergePatchType, scale, metav1.PatchOptions{})
		w.must(err)
		if i%2 == 1 {
			w.must(w.AppsV1().Deployments(namespace).Delete(w.ctx, name(i), metav1.DeleteOptions{PropagationPolicy: &now}))
		}
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// createOthers creates one of each that is no Deployment.
func (w *world) createOthers(ns string) error {
	one, half, limit := int32(1), intstr.FromString("50%"), corev1.ResourceList{corev1.ResourcePods: resource.MustParse("5000")}
	_, err1 := w.AppsV1().StatefulSets(ns).Create(w.ctx, &appsv1.StatefulSet{
		ObjectMeta: metav1.ObjectMeta{Name: "set"},
		Spec:       appsv1.StatefulSetSpec{Replicas: &one, Selector: &metav1.LabelSelector{MatchLabels: labels("set")}, Template: template("set")},
	}, metav1.CreateOptions{})
	job := template("job")
	job.Spec.RestartPolicy = corev1.RestartPolicyNever
	job.Labels = nil // the Job's own are added
	_, err2 := w.BatchV1().Jobs(ns).Create(w.ctx, &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "job"}, Spec: batchv1.JobSpec{Template: job}}, metav1.CreateOptions{})
	_, err3 := w.CoreV1().ResourceQuotas(ns).Create(w.ctx, &corev1.ResourceQuota{
		ObjectMeta: metav1.ObjectMeta{Name: "pods"}, Spec: corev1.ResourceQuotaSpec{Hard: limit},
	}, metav1.CreateOptions{})
	_, err4 := w.PolicyV1().PodDisruptionBudgets(ns).Create(w.ctx, &policyv1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Name: "budget"},
		Spec:       policyv1.PodDisruptionBudgetSpec{MinAvailable: &half, Selector: &metav1.LabelSelector{MatchLabels: labels(name(0))}},
	}, metav1.CreateOptions{})
	_, err5 := w.CoreV1().Services(ns).Create(w.ctx, &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: "service"},
		Spec:       corev1.ServiceSpec{Selector: labels(name(0)), Ports: []corev1.ServicePort{{Port: 80}}},
	}, metav1.CreateOptions{})
	return errors.Join(err1, err2, err3, err4, err5)
}
