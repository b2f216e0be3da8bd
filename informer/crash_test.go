package informer_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// crashScriptEnv makes the test binary run one of the crashScripts instead of tests:
// what must end the process is tried in another process.
const crashScriptEnv = "INFORMER_TEST_CRASH_SCRIPT"

var crashScripts = map[string]func(){
	"panicking handler": func() { runFor(panicsOn(podKey(1), newRecorder())) },
	"mutating handler": func() {
		runFor(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
			obj.(*corev1.Pod).Labels = map[string]string{"changed": "by a handler"}
		}})
	},
}

// runFor runs an informer until the process crashes, or long enough to say it did not.
func runFor(h cache.ResourceEventHandler) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	inf := newInformer(withPods(5))
	if _, err := inf.AddEventHandler(h); err != nil {
		panic(err)
	}
	inf.RunWithContext(ctx)
}

func runCrashScript(t *testing.T, name string, env ...string) (output string, crashed bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), append(env, crashScriptEnv+"="+name)...)
	out, err := cmd.CombinedOutput()
	return string(out), err != nil
}

// panicking forwards to a recorder, but panics on every event of one key.
type panicking struct {
	key string
	*recorder
}

func panicsOn(key string, r *recorder) cache.ResourceEventHandler { return panicking{key, r} }

func (p panicking) OnAdd(obj any, initial bool) {
	p.check(obj)
	p.recorder.OnAdd(obj, initial)
}

func (p panicking) OnUpdate(oldObj, newObj any) {
	p.check(newObj)
	p.recorder.OnUpdate(oldObj, newObj)
}

func (p panicking) check(obj any) {
	if key, _ := cache.MetaNamespaceKeyFunc(obj); key == p.key {
		panic("the handler cannot digest " + key)
	}
}

// kubernetes/kubernetes#93641
func TestPanickingHandlerCrashesTheProcess(t *testing.T) {
	out, crashed := runCrashScript(t, "panicking handler")
	if !crashed || !strings.Contains(out, "the handler cannot digest "+podKey(1)) {
		t.Errorf("crashed=%v, output:\n%s", crashed, out)
	}
}

// kubernetes/kubernetes#93641: with crashing switched off the item is skipped, for
// that handler only, and an initial add that panicked does not keep it unsynced.
func TestPanickingHandlerSkipsTheItem(t *testing.T) {
	utilruntime.ReallyCrash = false
	defer func() { utilruntime.ReallyCrash = true }()
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		source, bad, good := withPods(5), newRecorder(), newRecorder()
		inf := newInformer(source, o...)
		badReg := add(t, inf, panicsOn(podKey(1), bad))
		goodReg := add(t, inf, good)
		start(t, inf)
		if got := len(good.calls()); got != 5 || !goodReg.HasSynced() {
			t.Errorf("the other handler got %d of 5 and synced=%v while one panicked", got, goodReg.HasSynced())
		}
		time.Sleep(time.Minute)
		if got := len(bad.calls()); got != 4 || len(bad.history(podKey(1))) != 0 {
			t.Errorf("the panicking handler digested %d of 4: %q", got, bad.calls())
		}
		if !badReg.HasSynced() {
			t.Error("a panic on an initial add left the registration unsynced")
		}
		source.put(podName(1)) // panics again
		source.put(podName(2))
		time.Sleep(time.Minute)
		if got := bad.history(podKey(2)); !slices.Contains(got, "update 3→7") {
			t.Errorf("after a panic the next event is lost: %q", got)
		}
	})
}

// A handler that panicked is left alone for a second; stopping does not wait for that.
func TestStopDoesNotWaitForACrashedHandlersPause(t *testing.T) {
	utilruntime.ReallyCrash = false
	defer func() { utilruntime.ReallyCrash = true }()
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf := newInformer(withPods(5), o...)
		add(t, inf, panicsOn(podKey(1), newRecorder()))
		r := start(t, inf)
		begin := time.Now()
		r.stop()
		if waited := time.Since(begin); waited > 0 {
			t.Errorf("stop took %v", waited)
		}
	})
}

func TestMutationDetectorEndsTheProcess(t *testing.T) {
	out, crashed := runCrashScript(t, "mutating handler", "KUBE_CACHE_MUTATION_DETECTOR=true")
	if !crashed || !strings.Contains(out, "cache *v1.Pod modified") {
		t.Errorf("crashed=%v, output:\n%s", crashed, out)
	}
}

// kubernetes/kubernetes#43605: an index function that fails panics the processing loop.
// With crashing switched off what was popped together with that object (here it alone)
// is lost, loudly and counted; what follows is not, and no lock stays held.
func TestFailingIndexFunctionDoesNotStopTheInformer(t *testing.T) {
	utilruntime.ReallyCrash = false
	defer func() { utilruntime.ReallyCrash = true }()
	forAllPipelines(t, func(t *testing.T, o ...informer.Option) {
		source, r := withPods(2), newRecorder()
		indexers := cache.Indexers{"picky": func(obj any) ([]string, error) {
			if obj.(*corev1.Pod).Labels["bad"] != "" {
				return nil, errors.New("cannot index this")
			}
			return nil, nil
		}}
		inf := newInformerWith(source, cache.SharedIndexInformerOptions{Indexers: indexers}, o...)
		add(t, inf, r)
		start(t, inf)
		source.put(podName(0), labelled("bad", "yes"))
		synctest.Wait()
		source.put(podName(1))
		time.Sleep(time.Minute)
		synctest.Wait()
		late := newRecorder()
		add(t, inf, late)
		synctest.Wait()
		if got := r.history(podKey(0)); !slices.Equal(got, []string{"initial 1"}) {
			t.Errorf("the object that cannot be indexed: %q", got)
		}
		if got := r.history(podKey(1)); !slices.Equal(got, []string{"initial 2", "update 2→4"}) {
			t.Errorf("the object after it: %q", got)
		}
		if got := late.history(podKey(1)); !slices.Equal(got, []string{"initial 4"}) {
			t.Errorf("a late handler got %q", got)
		}
		if got := stats(inf).ProcessErrors; got != 1 {
			t.Errorf("%d errors of processing, want 1", got)
		}
	})
}
