package resources_test

import (
	"io"
	"testing"

	"go.uber.org/goleak"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"
)

func TestMain(m *testing.M) {
	klog.SetLogger(textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(io.Discard))))
	// One of apimachinery's error handlers sleeps until a moment after the last error of
	// the process, which in a bubble may have happened decades later.
	utilruntime.ErrorHandlers = nil
	goleak.VerifyTestMain(m)
}
