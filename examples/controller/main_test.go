package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/examples/internal/exampletest"
	"informerbench/workload"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// deployments returns copies of the cluster's Deployments, to be changed.
func deployments(cluster *exampletest.Cluster) (all []*appsv1.Deployment) {
	for _, o := range cluster.Objects(workload.Deployments) {
		d := o.(*appsv1.Deployment).DeepCopy()
		d.ResourceVersion = "" // the source gives the next one
		all = append(all, d)
	}
	return all
}

// summary returns what the controller wrote about a Deployment, as wanted/ready.
func summary(cluster *exampletest.Cluster, d *appsv1.Deployment) string {
	o, err := cluster.Get(workload.ConfigMaps, d.Namespace, d.Name+"-summary")
	if err != nil {
		return "none"
	}
	data := o.(*corev1.ConfigMap).Data
	return data["wanted"] + "/" + data["ready"]
}

func line(what string, d *appsv1.Deployment) string {
	return fmt.Sprintf("%s %s/%s-summary\n", what, d.Namespace, d.Name)
}

func TestSummariesFollowTheirDeployments(t *testing.T) {
	cluster := exampletest.Serve(t, 60)
	example := exampletest.Start(t, run, "--kubeconfig="+cluster.Kubeconfig)
	all := deployments(cluster)
	for _, d := range all {
		example.WaitFor(line("created", d))
		if got, want := summary(cluster, d), fmt.Sprintf("%d/%d", *d.Spec.Replicas, *d.Spec.Replicas); got != want {
			t.Errorf("%s: the summary is %s, want %s", d.Name, got, want)
		}
	}

	one, two, three := all[0], all[1], all[2]
	one.Status.ReadyReplicas = 0
	cluster.Do(t, watch.Modified, workload.Deployments, one)
	example.WaitFor(line("updated", one))
	if got := summary(cluster, one); got != fmt.Sprintf("%d/0", *one.Spec.Replicas) {
		t.Errorf("after a change the summary is %s", got)
	}
	cluster.Do(t, watch.Deleted, workload.Deployments, one)
	example.WaitFor(line("deleted", one))

	// Somebody else changes one summary, and deletes another.
	o, err := cluster.Get(workload.ConfigMaps, two.Namespace, two.Name+"-summary")
	if err != nil {
		t.Fatal(err)
	}
	spoilt := o.(*corev1.ConfigMap).DeepCopy()
	spoilt.ResourceVersion, spoilt.Data = "", map[string]string{"wanted": "lies"}
	cluster.Do(t, watch.Modified, workload.ConfigMaps, spoilt)
	example.WaitFor(line("updated", two))
	if o, err = cluster.Get(workload.ConfigMaps, three.Namespace, three.Name+"-summary"); err != nil {
		t.Fatal(err)
	}
	gone := o.(*corev1.ConfigMap).DeepCopy()
	gone.ResourceVersion = ""
	cluster.Do(t, watch.Deleted, workload.ConfigMaps, gone)
	example.WaitForAgain(2, line("created", three))

	if err := example.Interrupt(); err != nil {
		t.Errorf("interrupted, it returned %v", err)
	}
}

func TestASuccessorGetsASummaryOfItsOwn(t *testing.T) {
	cluster := exampletest.Serve(t, 10)
	one := deployments(cluster)[0]
	// The controller was not there when the first was deleted and the second made.
	example := exampletest.Start(t, run, "--kubeconfig="+cluster.Kubeconfig)
	example.WaitFor(line("created", one))
	if err := example.Interrupt(); err != nil {
		t.Fatal(err)
	}
	cluster.Do(t, watch.Deleted, workload.Deployments, one)
	successor := one.DeepCopy()
	successor.UID = types.UID("another")
	cluster.Do(t, watch.Added, workload.Deployments, successor)

	example = exampletest.Start(t, run, "--kubeconfig="+cluster.Kubeconfig)
	example.WaitFor(line("deleted", one))
	example.WaitFor(line("created", one))
	o, err := cluster.Get(workload.ConfigMaps, one.Namespace, one.Name+"-summary")
	if err != nil || o.(*corev1.ConfigMap).OwnerReferences[0].UID != successor.UID {
		t.Errorf("the summary is %v, %v", o, err)
	}
}

// failing refuses the first writes of each kind, and some for ever.
func failing(times int, forever string) func(http.Handler) http.Handler {
	var mu sync.Mutex // guards seen
	seen := map[string]int{}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				next.ServeHTTP(w, r)
				return
			}
			mu.Lock()
			seen[r.URL.Path]++
			refuse := seen[r.URL.Path] <= times || forever != "" && strings.Contains(r.URL.Path, "/"+forever+"/")
			mu.Unlock()
			if refuse {
				http.Error(w, "out of order", http.StatusInternalServerError)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func TestWhatFailsIsTriedAgainAndHoldsNobodyUp(t *testing.T) {
	// Names are the population's: what one cluster has, a second of the same seed has.
	broken := deployments(exampletest.Serve(t, 60))[0].Namespace
	cluster := exampletest.Serve(t, 60, failing(3, broken))
	example := exampletest.Start(t, run, "--kubeconfig="+cluster.Kubeconfig, "--workers=3")
	for _, d := range deployments(cluster) {
		if d.Namespace != broken {
			example.WaitFor(line("created", d))
		}
	}
	for _, d := range deployments(cluster) {
		if got := summary(cluster, d); d.Namespace == broken && got != "none" {
			t.Errorf("%s: a summary %s where all writes fail", d.Name, got)
		}
	}
	if err := example.Interrupt(); err != nil {
		t.Errorf("interrupted while it tries again, it returned %v", err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	if err := exampletest.Start(t, run, "--workers=0").Wait(); err == nil || !strings.Contains(err.Error(), "at least one") {
		t.Errorf("no workers: %v", err)
	}
}
