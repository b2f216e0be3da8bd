package main

import (
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/examples/internal/exampletest"
	"informerbench/workload"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// some returns a Deployment of the cluster, to be changed.
func some(t *testing.T, cluster *exampletest.Cluster) *appsv1.Deployment {
	t.Helper()
	for _, o := range cluster.Objects(workload.Deployments) {
		d := o.(*appsv1.Deployment).DeepCopy()
		d.ResourceVersion = "" // the source gives the next one
		return d
	}
	t.Fatal("the cluster has no Deployment")
	return nil
}

func TestEveryDeploymentIsPrintedOnceInOrder(t *testing.T) {
	cluster := exampletest.Serve(t, 60)
	example := exampletest.Start(t, run, "--kubeconfig="+cluster.Kubeconfig)
	if err := example.Wait(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(example.Text()), "\n")
	if want := len(cluster.Objects(workload.Deployments)); len(lines) != want || !slices.IsSorted(lines) {
		t.Errorf("%d lines, want %d in order:\n%s", len(lines), want, example.Text())
	}
}

func TestNamespaceAndSelectorNarrowTheList(t *testing.T) {
	cluster := exampletest.Serve(t, 60)
	one := some(t, cluster)
	for _, args := range [][]string{
		{"--namespace=" + one.Namespace, "--selector=app=" + one.Name},
		{"--selector=app in (" + one.Name + ")", "--namespace=" + one.Namespace},
	} {
		example := exampletest.Start(t, run, append(args, "--kubeconfig="+cluster.Kubeconfig)...)
		if err := example.Wait(); err != nil {
			t.Fatal(err)
		}
		if text := example.Text(); strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, one.Namespace+"/"+one.Name+"\t") {
			t.Errorf("%q printed\n%s", args, text)
		}
	}
}

func TestFollowPrintsWhatChanges(t *testing.T) {
	cluster := exampletest.Serve(t, 60)
	one := some(t, cluster)
	example := exampletest.Start(t, run, "--kubeconfig="+cluster.Kubeconfig, "--follow", "--namespace="+one.Namespace)
	key := one.Namespace + "/" + one.Name
	example.WaitFor(key)

	replicas := int32(7)
	one.Spec.Replicas, one.Status.ReadyReplicas = &replicas, 3
	cluster.Do(t, watch.Modified, workload.Deployments, one)
	example.WaitFor(key + "\t3/7 ready\n")
	cluster.Do(t, watch.Deleted, workload.Deployments, one)
	example.WaitFor(key + "\tgone\n")
	if err := example.Interrupt(); err != nil {
		t.Errorf("interrupted, it returned %v", err)
	}
}

func TestHelpHasAnExampleAndErrorsSayWhatToDo(t *testing.T) {
	example := exampletest.Start(t, run, "--help")
	if err := example.Wait(); !errors.Is(err, flag.ErrHelp) || !strings.Contains(example.Text(), "Example:\n  deployments ") || !strings.Contains(example.Text(), "-follow") {
		t.Errorf("help is %v\n%s", err, example.Text())
	}
	if err := exampletest.Start(t, run, "--selector=a in").Wait(); err == nil || !strings.Contains(err.Error(), "write it as in app=web") {
		t.Errorf("a bad selector gives %v", err)
	}
}
