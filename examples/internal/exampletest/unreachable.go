package exampletest

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"informerbench/workload/apiserver"
)

// Unreachable returns the kubeconfig of a cluster that does not answer: nobody listens
// at its address any more.
func Unreachable(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	l.Close()
	file := filepath.Join(t.TempDir(), "kube.conf")
	if err := os.WriteFile(file, apiserver.Kubeconfig(url), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
