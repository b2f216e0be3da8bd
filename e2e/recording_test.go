package e2e_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"

	"informerbench/e2e/cluster"
	"informerbench/workload/trace"
)

// kubeconfigAt is the cluster's for an address where a proxy listens.
func kubeconfigAt(t *testing.T, c *cluster.Cluster, address, dir string) string {
	t.Helper()
	config, err := clientcmd.LoadFromFile(c.Kubeconfig())
	must(t, err)
	for _, server := range config.Clusters {
		server.Server = "https://" + address
	}
	path := filepath.Join(dir, "kubeconfig")
	must(t, clientcmd.WriteToFile(*config, path))
	return path
}

// recording is a benchgen record that runs until it is stopped.
type recording struct {
	path    string
	command *exec.Cmd
	said    bytes.Buffer // to be read when the program has ended
	ended   bool
}

func startRecording(t *testing.T, program, kubeconfig, path string, flags ...string) *recording {
	t.Helper()
	resources := ""
	for _, k := range privateKinds() {
		resources += "," + schemaName(k)
	}
	r := &recording{path: path}
	r.command = exec.CommandContext(t.Context(), program, append([]string{
		"record", "--kubeconfig=" + kubeconfig, "--resource=" + resources[1:], "--for=1h", "--page-size=60", "--out=" + path}, flags...)...)
	r.command.Stderr = &r.said
	must(t, r.command.Start())
	t.Cleanup(func() {
		if !r.ended { // killed with the test's context
			t.Logf("%s: %v: %s", r.path, r.command.Wait(), &r.said)
		}
	})
	return r
}

func schemaName(k kind) string { return k.gvr().GroupResource().String() }

// stop ends it as ctrl-C does, which is a proper end.
func (r *recording) stop(t *testing.T) {
	t.Helper()
	must(t, r.command.Process.Signal(os.Interrupt))
	err := r.command.Wait()
	r.ended = true
	if err != nil {
		t.Fatalf("benchgen record: %v\n%s", err, &r.said)
	}
	t.Logf("%s", &r.said)
}

// recorded is what a reader of a recording has when it ends.
type recorded struct {
	header  trace.Header
	objects map[string]map[string]runtime.Object // by resource and key
	listed  map[string]bool                      // resources whose first list is complete
	summary trace.Summary
	whole   bool
}

func (r *recording) read(t *testing.T) *recorded {
	t.Helper()
	content, err := readRecording(r.path)
	must(t, err)
	return content
}

// listed says whether everything was listed so far.
func (r *recording) listed() error {
	content, err := readRecording(r.path + ".partial")
	if err != nil {
		return err
	}
	if got, want := len(content.listed), len(privateKinds()); got < want {
		return fmt.Errorf("%d of %d resources are listed", got, want)
	}
	return nil
}

// upTo says whether the recording has come to a state: the versions are those of the server, which are not hashed.
func (r *recording) upTo(final map[string]map[string]runtime.Object) error {
	content, err := readRecording(r.path + ".partial")
	if err != nil {
		return err
	}
	for resource, want := range final {
		have := byVersion(content.objects[resource])
		for key, object := range want {
			if _, ok := have[versionOf(object)]; !ok {
				return fmt.Errorf("%s %s at %s is not in the recording", resource, key, versionOf(object))
			}
		}
		if len(have) != len(want) {
			return fmt.Errorf("%d %s are in the recording, %d on the server", len(have), resource, len(want))
		}
	}
	return nil
}

// readRecording plays a recording, also one that is still being written.
func readRecording(path string) (*recorded, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := trace.NewReader(f)
	if err != nil {
		return nil, err
	}
	content := &recorded{header: r.Header(), objects: map[string]map[string]runtime.Object{}, listed: map[string]bool{}}
	for {
		record, err := r.NextRecord()
		if err == io.EOF || errors.Is(err, trace.ErrCut) {
			content.summary, content.whole = r.Summary()
			return content, nil
		}
		if err != nil {
			return nil, err
		}
		if err := content.play(record); err != nil {
			return nil, err
		}
	}
}

func (c *recorded) play(record trace.Record) error {
	resource := string(record.Resource)
	if record.Phase == trace.Bookmark {
		c.listed[resource] = true
		return nil
	}
	key, err := cache.MetaNamespaceKeyFunc(record.Object)
	if err != nil {
		return err
	}
	if c.objects[resource] == nil {
		c.objects[resource] = map[string]runtime.Object{}
	}
	if record.Type == watch.Deleted {
		delete(c.objects[resource], key)
		return nil
	}
	c.objects[resource][key] = record.Object
	return nil
}

func byVersion(objects map[string]runtime.Object) map[string]runtime.Object {
	versions := map[string]runtime.Object{}
	for _, o := range objects {
		versions[versionOf(o)] = o
	}
	return versions
}

func sameObject(got, want runtime.Object, whole bool) error {
	if got == nil {
		return errors.New("it is not in the recording")
	}
	if versionOf(got) != versionOf(want) {
		return fmt.Errorf("%s in the recording, %s on the server", versionOf(got), versionOf(want))
	}
	if whole && !equality.Semantic.DeepEqual(got, want) {
		return fmt.Errorf("recorded as\n%v\nand on the server\n%v", got, want)
	}
	return nil
}

// wantRenamed: every object is there under another name, and each name has become the same one wherever it stands, and no other's.
func wantRenamed(t *testing.T, content *recorded, final map[string]map[string]runtime.Object) {
	t.Helper()
	namespaces, names := renaming{}, renaming{}
	for resource, want := range final {
		have := byVersion(content.objects[resource])
		for key, object := range want {
			was, err := meta.Accessor(object)
			must(t, err)
			o, ok := have[was.GetResourceVersion()]
			if !ok {
				t.Fatalf("%s %s at %s is not in the recording", resource, key, was.GetResourceVersion())
			}
			is, err := meta.Accessor(o)
			must(t, err)
			if err := errors.Join(namespaces.note(was.GetNamespace(), is.GetNamespace()), names.note(was.GetName(), is.GetName())); err != nil {
				t.Fatalf("%s %s: %v", resource, key, err)
			}
			if is.GetUID() == was.GetUID() {
				t.Fatalf("%s %s has its UID still", resource, key)
			}
		}
	}
	if len(names) == 0 {
		t.Error("nothing was compared")
	}
}

// renaming is from what was to what is and, under a mark that no name has, back.
type renaming map[string]string

func (r renaming) note(was, is string) error {
	for from, to := range map[string]string{was: is, "<" + is: was} {
		if known, ok := r[from]; ok && known != to {
			return fmt.Errorf("%q became %q, and before %q", was, is, known)
		}
		r[from] = to
	}
	return nil
}
