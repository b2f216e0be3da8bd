package controllermanager_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/kubernetes"

	"informerbench/e2e/cluster"
)

// patience is how long a test waits for what must come: only a hang takes as long.
const patience = 5 * time.Minute

// world is a cluster with a kube-controller-manager.
type world struct {
	*kubernetes.Clientset
	t       *testing.T
	ctx     context.Context
	log     string // the file that the manager writes to
	manager *cluster.Program
}

// run starts a cluster and the manager until the test ends. No controllers named means the default ones.
func run(t *testing.T, program string, controllers ...string) *world {
	t.Helper()
	c, err := cluster.Start(t.Context(), cluster.Options{Dir: t.TempDir(), Progress: os.Stderr})
	if err != nil {
		t.Fatalf("no cluster: %v", err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	w := &world{t: t, ctx: t.Context(), log: filepath.Join(t.TempDir(), "kube-controller-manager.log")}
	if w.Clientset, err = kubernetes.NewForConfig(c.Config()); err != nil {
		t.Fatal(err)
	}
	flags := []string{"--kubeconfig=" + c.Kubeconfig(), "--leader-elect=false", "--secure-port=0", "--kube-api-qps=1000", "--kube-api-burst=1000"}
	if len(controllers) > 0 {
		flags = append(flags, "--controllers="+strings.Join(controllers, ","))
	}
	if w.manager, err = cluster.Run(w.log, program, flags...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.stop)
	return w
}

// stop ends the manager, which says at the latest then what went wrong.
func (w *world) stop() {
	if err := w.manager.Stop(time.Minute); err != nil {
		w.t.Error(err)
	}
	if w.t.Failed() {
		w.t.Logf("kube-controller-manager said last:\n%s", w.manager.Tail())
	}
}

// firstLine is the first line that the manager printed.
func (w *world) firstLine() string {
	w.t.Helper()
	file, err := os.Open(w.log)
	if err != nil {
		w.t.Fatal(err)
	}
	defer file.Close()
	line, err := bufio.NewReader(file).ReadString('\n')
	if err != nil && err != io.EOF {
		w.t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// lines are those that the manager printed and that contain one of the words.
func (w *world) lines(words ...string) (found []string) {
	w.t.Helper()
	text, err := os.ReadFile(w.log)
	if err != nil {
		w.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		for _, word := range words {
			if strings.Contains(line, word) {
				found = append(found, line)
				break
			}
		}
	}
	return found
}

// eventually asks until there is no error. It gives up when the manager ends.
func (w *world) eventually(what string, ask func() error) {
	w.t.Helper()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	hang := time.After(patience)
	for {
		err := ask()
		if err == nil {
			return
		}
		select {
		case <-tick.C:
		case <-w.manager.Ended():
			w.t.Fatalf("kube-controller-manager has ended before %s: %v", what, err)
		case <-hang:
			w.t.Fatalf("it never came to that: %s: %v", what, err)
		}
	}
}

// want is an error unless the numbers are equal.
func want(what string, got, want int) error {
	if got != want {
		return fmt.Errorf("%d %s, want %d", got, what, want)
	}
	return nil
}
