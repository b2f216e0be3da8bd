// Package examples_test runs the built programs as the README tells people to: benchgen
// serve, and an example beside it.
package examples_test

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
)

// programs are built once for all scripts, as a user would build them.
var programs = []string{"./cmd/benchgen", "./examples/podindex", "./examples/deployments", "./examples/controller"}

func TestScripts(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", append([]string{"build", "-o", bin}, programs...)...)
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", bin+string(os.PathListSeparator)+e.Getenv("PATH"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"create-pod": createPod, "lookup": lookup},
	})
}

// createPod KUBECONFIG FILE creates the Pod in the file, as kubectl create -f does.
func createPod(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: create-pod KUBECONFIG FILE")
	}
	config, err := clientcmd.BuildConfigFromFlags("", ts.MkAbs(args[0]))
	ts.Check(err)
	client, err := kubernetes.NewForConfig(config)
	ts.Check(err)
	pod := &corev1.Pod{}
	ts.Check(runtime.DecodeInto(scheme.Codecs.UniversalDeserializer(), []byte(ts.ReadFile(args[1])), pod))
	_, err = client.CoreV1().Pods(pod.Namespace).Create(context.Background(), pod, metav1.CreateOptions{})
	ts.Check(err)
}

var lookupURL = regexp.MustCompile(`http://[^/]+/pods`)

// lookup FILE QUERY asks podindex, whose address is in the file, and prints the answer.
func lookup(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lookup FILE QUERY")
	}
	response, err := http.Get(lookupURL.FindString(ts.ReadFile(args[0])) + "?" + args[1])
	ts.Check(err)
	defer response.Body.Close()
	_, err = io.Copy(ts.Stdout(), response.Body)
	ts.Check(err)
}
