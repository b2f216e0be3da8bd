package informer_test

import (
	"context"
	"io"
	"os"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"
)

func TestMain(m *testing.M) {
	if run, ok := crashScripts[os.Getenv(crashScriptEnv)]; ok {
		run()
		os.Exit(0)
	}
	// Failures that tests provoke are logged by design; they would bury real output.
	klog.SetLogger(textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(io.Discard))))
	// One of apimachinery's error handlers sleeps until a moment after the last error
	// of the process, which in a bubble may have happened decades later.
	utilruntime.ErrorHandlers = nil
	goleak.VerifyTestMain(m)
}

// running is an informer that a test started in a bubble.
type running struct {
	cache.SharedIndexInformer
	stop func() // cancels and waits
}

// start runs the informer, and stops it at the latest when the test ends. It returns
// when nothing can happen any more without the test.
func start(t *testing.T, inf cache.SharedIndexInformer) running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); inf.RunWithContext(ctx) }()
	r := running{inf, func() { cancel(); <-done }}
	t.Cleanup(r.stop)
	synctest.Wait()
	return r
}

// add registers a handler and fails the test when that is refused.
func add(t *testing.T, inf cache.SharedIndexInformer, h cache.ResourceEventHandler) cache.ResourceEventHandlerRegistration {
	t.Helper()
	reg, err := inf.AddEventHandler(h)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}
