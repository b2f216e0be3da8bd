package controllermanager_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var all = flag.Bool("all", false, "also run all controllers under a load, on client-go's store and on ours, and compare what they leave")

// All default controllers, under a load, leave the same on a store of ours as on client-go's.
func TestAllControllersLeaveTheSame(t *testing.T) {
	if !*all {
		t.Skip("takes some minutes: asked for with -all")
	}
	left := map[string]string{}
	for _, name := range []string{"clientgo", store} {
		t.Run(name, func(t *testing.T) {
			w := run(t, build(t, name))
			w.work()
			w.eventually("the controllers are done", w.done)
			left[name] = w.left()
			if bad := w.lines("informerbench: stores made before", "informerbench: a store made with", "panic"); len(bad) > 0 {
				t.Errorf("it said\n%s", strings.Join(bad, ""))
			}
			t.Logf("%d errors in its log", len(w.lines("\nE", " \"Unhandled Error\"")))
		})
	}
	if left[store] != left["clientgo"] {
		t.Errorf("on %s they leave\n%s\non client-go's store\n%s", store, left[store], left["clientgo"])
	}
	t.Logf("they leave\n%s", left[store])
}

// done is nil when all is as it has to be in the end.
func (w *world) done() error {
	if _, err := w.CoreV1().Namespaces().Get(w.ctx, "goes", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		return fmt.Errorf("the namespace is still there (%v)", err)
	}
	const pods = deployments/2*more + others
	all, err := w.AppsV1().Deployments(namespace).List(w.ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	replicas := 0
	for _, d := range all.Items {
		if d.Status.ObservedGeneration == d.Generation {
			replicas += int(d.Status.UpdatedReplicas)
		}
	}
	quota, err := w.CoreV1().ResourceQuotas(namespace).Get(w.ctx, "pods", metav1.GetOptions{})
	if err != nil {
		return err
	}
	used := quota.Status.Used[corev1.ResourcePods]
	budget, err := w.PolicyV1().PodDisruptionBudgets(namespace).Get(w.ctx, "budget", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return errors.Join(w.count(namespace, deployments/2, pods),
		want("Deployments", len(all.Items), deployments/2), want("replicas in their status", replicas, deployments/2*more),
		want("Pods counted by the quota", int(used.Value()), pods), want("Pods counted by the budget", int(budget.Status.ExpectedPods), more))
}

// left is what there is in the end, without what differs from run to run.
func (w *world) left() string {
	w.t.Helper()
	found := map[string]any{}
	o := metav1.ListOptions{}
	namespaces, err := w.CoreV1().Namespaces().List(w.ctx, o)
	w.must(err)
	for _, ns := range namespaces.Items {
		found["namespace "+ns.Name] = ns.Status.Phase
	}
	deployments, err := w.AppsV1().Deployments("").List(w.ctx, o)
	w.must(err)
	for _, d := range deployments.Items {
		found["deployment "+d.Name] = fmt.Sprint(*d.Spec.Replicas, d.Status.Replicas, d.Status.UpdatedReplicas, d.Status.UnavailableReplicas, d.Annotations)
	}
	replicaSets, err := w.AppsV1().ReplicaSets("").List(w.ctx, o)
	w.must(err)
	for _, rs := range replicaSets.Items {
		found["replicaset of "+owner(&rs)] = fmt.Sprint(*rs.Spec.Replicas, rs.Status.Replicas, rs.Status.FullyLabeledReplicas)
	}
	pods, err := w.CoreV1().Pods("").List(w.ctx, o)
	w.must(err)
	for _, p := range pods.Items {
		key := "pods of " + p.Labels["app"] + p.Labels["job-name"]
		n, _ := found[key].(int)
		found[key] = n + 1
	}
	accounts, err := w.CoreV1().ServiceAccounts("").List(w.ctx, o)
	w.must(err)
	for _, a := range accounts.Items {
		found["service account "+a.Namespace+"/"+a.Name] = len(a.Secrets)
	}
	slices, err := w.DiscoveryV1().EndpointSlices("").List(w.ctx, o)
	w.must(err)
	for _, s := range slices.Items {
		found["endpoint slice of "+owner(&s)] = len(s.Endpoints)
	}
	roles, err := w.RbacV1().ClusterRoles().List(w.ctx, o)
	w.must(err)
	for _, r := range roles.Items {
		if r.AggregationRule != nil {
			found["rules of "+r.Name] = len(r.Rules)
		}
	}
	text, err := json.MarshalIndent(found, "", "\t")
	w.must(err)
	return string(text)
}

func owner(o metav1.Object) string {
	if refs := o.GetOwnerReferences(); len(refs) > 0 {
		return refs[0].Name
	}
	return "nobody: " + o.GetName()
}
