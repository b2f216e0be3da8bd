package reflector_test

import (
	"context"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

// handled counts the errors that reach the process's error handlers.
var handled atomic.Int64

// TestMain replaces apimachinery's error handlers: the second one sleeps
// according to the time of the last error in the whole process, which in a
// synctest bubble, whose time begins in the year 2000, may mean decades.
func TestMain(m *testing.M) {
	utilruntime.ErrorHandlers = []utilruntime.ErrorHandler{
		func(context.Context, error, string, ...any) { handled.Add(1) },
	}
	goleak.VerifyTestMain(m)
}
