package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Shells ask with __complete, and get words and a directive.
func TestCompletion(t *testing.T) {
	kubeconfig := filepath.Join(t.TempDir(), "kube.conf")
	must(t, os.WriteFile(kubeconfig, []byte("contexts:\n- name: north\n- name: south\n"), 0o600))
	for _, c := range []struct {
		name  string
		typed []string
		want  []string // the last is the directive
	}{
		{"a store", []string{"run", "--store=sh"}, []string{"sharded", "sharded-xsync", ":4"}},
		{"the flag and its value apart", []string{"run", "--mix", "no"}, []string{"nodefailure", ":4"}},
		{"a list goes on behind a comma, without what is in it", []string{"run", "--measures=sync,heap,re"}, []string{"sync,heap,read", "sync,heap,reconcile", "sync,heap,relist", ":6"}},
		{"none twice", []string{"bench", "--queue", "direct,inorder,d"}, []string{"direct,inorder,deltafifo", ":6"}},
		{"a suite's own names", []string{"syncprocess", "--measure", ""}, []string{"time", "memory", ":4"}},
		{"numbers offer nothing, not files", []string{"bench", "--count", ""}, []string{":4"}},
		{"traces", []string{"fit", ""}, []string{"trace", "partial", ":8"}},
		{"a flag that takes traces", []string{"run", "--trace", ""}, []string{"trace", "partial", ":8"}},
		{"folders", []string{"bench", "--out", ""}, []string{":16"}},
		{"any file", []string{"compare", ""}, []string{":0"}},
		{"no arguments, no files", []string{"run", ""}, []string{":4"}},
		{"help about a command below a command", []string{"help", "trace", "s"}, []string{"show", ":4"}},
		{"contexts of the kubeconfig that is given", []string{"record", "--kubeconfig=" + kubeconfig, "--context", "s"}, []string{"south", ":4"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, said bytes.Buffer
			if code := run(t.Context(), append([]string{"__completeNoDesc"}, c.typed...), strings.NewReader(""), &out, &said); code != 0 {
				t.Fatalf("exit code %d: %s", code, &said)
			}
			if want := strings.Join(c.want, "\n") + "\n"; out.String() != want {
				t.Errorf("%q offers\n%swant\n%s", c.typed, &out, want)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
