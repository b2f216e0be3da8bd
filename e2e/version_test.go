package e2e_test

import (
	"testing"

	"k8s.io/client-go/kubernetes"

	"informerbench/e2e/cluster"
)

// Everything else here says nothing if the server is not the one that is meant.
func TestTheServerIsTheVersionThatIsMeant(t *testing.T) {
	client, err := kubernetes.NewForConfig(shared(t).Config())
	must(t, err)
	version, err := client.Discovery().ServerVersion()
	must(t, err)
	if version.GitVersion != cluster.Version {
		t.Errorf("the server says that it is %s, want %s", version.GitVersion, cluster.Version)
	}
}
