package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"go.uber.org/goleak"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/examples/internal/exampletest"
	"informerbench/workload"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func line(what string, d *appsv1.Deployment) string {
	return fmt.Sprintf("%s %s/%s-summary\n", what, d.Namespace, d.Name)
}

func TestSummariesFollowTheirDeployments(t *testing.T) {
	cluster := exampletest.Serve(t, 40)
	example := exampletest.Start(t, run, "--kubeconfig="+cluster.Kubeconfig)
	var one *appsv1.Deployment
	for _, o := range cluster.Objects(workload.Deployments) {
		one = o.(*appsv1.Deployment).DeepCopy()
		example.WaitFor(line("created", one))
	}

	one.ResourceVersion, one.Status.ReadyReplicas = "", 0
	cluster.Do(t, watch.Modified, workload.Deployments, one)
	example.WaitFor(line("updated", one))
	o, err := cluster.Get(workload.ConfigMaps, one.Namespace, one.Name+"-summary")
	if err != nil {
		t.Fatal(err)
	}
	summary := o.(*corev1.ConfigMap).DeepCopy()
	if summary.Data["ready"] != "0" || summary.Data["wanted"] != fmt.Sprint(*one.Spec.Replicas) || summary.OwnerReferences[0].UID != one.UID {
		t.Errorf("the summary is %v", summary)
	}

	// Somebody deletes it: it is made again. The Deployment goes: so does it.
	summary.ResourceVersion = ""
	cluster.Do(t, watch.Deleted, workload.ConfigMaps, summary)
	example.WaitForAgain(2, line("created", one))
	cluster.Do(t, watch.Deleted, workload.Deployments, one)
	example.WaitFor(line("deleted", one))
	if err := example.Interrupt(); err != nil {
		t.Errorf("interrupted, it returned %v", err)
	}
}

func TestHelpHasAnExampleAndErrorsSayWhatToDo(t *testing.T) {
	example := exampletest.Start(t, run, "--help")
	if err := example.Wait(); !errors.Is(err, flag.ErrHelp) || !strings.Contains(example.Text(), "Example:\n  manager ") {
		t.Errorf("help is %v\n%s", err, example.Text())
	}
	if err := exampletest.Start(t, run, "--kubeconfig="+t.TempDir()+"/absent").Wait(); err == nil || !strings.Contains(err.Error(), "--kubeconfig") {
		t.Errorf("without a kubeconfig: %v", err)
	}
}
