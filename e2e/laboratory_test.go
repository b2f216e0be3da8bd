package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"

	"informerbench/e2e/cluster"
	"informerbench/e2e/proxy"
)

// A cluster is recorded while it is written to and the connection breaks, without a private word and by nothing but
// GET requests. What the recordings end with is what the server has. Then one goes the whole way: it is fitted,
// replayed over every store, and ends in a recommendation and a page.
func TestLaboratory(t *testing.T) {
	seed := seedOf(t)
	audit := newAuditLog(t)
	c := own(t, audit.flags()...)
	defineWidgets(t, c.Config())
	namespace := newNamespace(t, c.Config(), privateWord)
	for _, k := range privateKinds() {
		createPrivate(t, c.Config(), k, namespace, 100)
	}
	p, err := proxy.Listen(c.Address())
	must(t, err)
	t.Cleanup(p.Close)
	program, dir := buildBenchgen(t), t.TempDir()
	kubeconfig := kubeconfigAt(t, c, p.Address(), dir)
	hashed := startRecording(t, program, kubeconfig, filepath.Join(dir, "lab.trace"))
	plain := startRecording(t, program, kubeconfig, filepath.Join(dir, "plain.trace"), "--plain")

	disturb(t, c, p, namespace, seed, hashed, plain)
	final := finalState(t, c.Config())
	for _, r := range []*recording{hashed, plain} {
		await(t, r.path+" has what the server has", func(context.Context) error { return r.upTo(final) })
		r.stop(t)
	}

	audit.wantOnlyReads(t)
	checkRecording(t, hashed, final)
	checkRecording(t, plain, final)
	wantRenamed(t, hashed.read(t), final)
	wantEqual(t, plain.read(t), final)
	wantNoPrivateWord(t, "the anonymized recording", runProgram(t, program, "trace", "export", hashed.path))
	wantNoData(t, runProgram(t, program, "trace", "export", "--plain", plain.path))
	wantOneNamespace(t, c, program, namespace, dir, len(final[pods.resource]))
	toRecommendation(t, program, hashed.path, dir)
}

// wantOneNamespace: a recording of one namespace ends by itself, and has that one's objects only. Nobody writes any more.
func wantOneNamespace(t *testing.T, c *cluster.Cluster, program, namespace, dir string, want int) {
	t.Helper()
	createMany(t, c.Config(), pods, newNamespace(t, c.Config(), "elsewhere"), 5)
	path := filepath.Join(dir, "one.trace")
	runProgram(t, program, "record", "--kubeconfig="+c.Kubeconfig(), "--resource=pods", "--namespace="+namespace, "--for=1s", "--out="+path)
	content, err := readRecording(path)
	must(t, err)
	if got := len(content.objects[pods.resource]); !content.whole || got != want {
		t.Errorf("the recording of one namespace is whole: %v, and has %d pods, want %d", content.whole, got, want)
	}
}

// disturb writes to every kind, and breaks the connection twice: once alone, and once for so long that etcd has forgotten
// what the recorders saw last. It returns with the writers at rest.
func disturb(t *testing.T, c *cluster.Cluster, p *proxy.Proxy, namespace string, seed uint64, recordings ...*recording) {
	t.Helper()
	for _, r := range recordings {
		await(t, r.path+" has begun to watch", func(context.Context) error { return r.listed() })
	}
	var all writers
	for i, k := range privateKinds() {
		all = append(all, newWriter(t, c, k, []string{namespace}, rand.New(rand.NewPCG(seed, uint64(i+1)))))
	}
	stop := all.start(t)
	defer stop()
	more := func(n int64) {
		from := all.written()
		await(t, "the writers have gone on", func(context.Context) error {
			if done := all.written() - from; done < n {
				return fmt.Errorf("%d writes of %d; %d failed", done, n, all.failed())
			}
			return nil
		})
	}
	more(100)
	if p.Cut() == 0 {
		t.Error("there was no connection to cut")
	}
	more(100)
	p.Refuse(patience)
	more(150)
	_, err := c.Compact(t.Context())
	p.Refuse(0)
	must(t, err)
	more(100)
}

// finalState asks the server for all that was recorded, by resource and key. Nobody writes any more.
func finalState(t *testing.T, config *rest.Config) map[string]map[string]runtime.Object {
	t.Helper()
	final := map[string]map[string]runtime.Object{}
	for _, k := range privateKinds() {
		objects, err := consistentList(t.Context(), k, config, "")
		must(t, err)
		if len(objects) < 50 {
			t.Errorf("the server has only %d %s in the end", len(objects), k.resource)
		}
		final[k.resource] = objects
	}
	return final
}

// checkRecording: it ended as it was told, and went through what it was to go through.
func checkRecording(t *testing.T, r *recording, final map[string]map[string]runtime.Object) {
	t.Helper()
	content := r.read(t)
	if !content.whole || !content.summary.Listed || content.summary.Ended == "" {
		t.Errorf("%s is not whole: %+v", r.path, content.summary)
	}
	if content.summary.Reconnects == 0 || content.summary.Relists == 0 {
		t.Errorf("%s: %d watches opened anew and %d lists again, want both", r.path, content.summary.Reconnects, content.summary.Relists)
	}
	if content.summary.DroppedObjects == 0 {
		t.Errorf("%s: the data of no Secret or ConfigMap was left out", r.path)
	}
	if got, want := len(content.header.Resources), len(final); got != want {
		t.Errorf("%s holds %d resources, want %d", r.path, got, want)
	}
	t.Logf("%s: %+v", filepath.Base(r.path), content.summary)
}

// wantEqual compares object by object; of Secrets and ConfigMaps the data is missing, and the versions are compared.
func wantEqual(t *testing.T, content *recorded, final map[string]map[string]runtime.Object) {
	t.Helper()
	var differences []error
	for resource, want := range final {
		for key, object := range want {
			got := content.objects[resource][key]
			if err := sameObject(got, object, resource == "pods" || resource == widgets.resource); err != nil {
				differences = append(differences, fmt.Errorf("%s %s: %w", resource, key, err))
			}
		}
	}
	if differences != nil {
		t.Errorf("%d objects differ from the server's: %v", len(differences), errors.Join(differences[:min(len(differences), 5)]...))
	}
}
