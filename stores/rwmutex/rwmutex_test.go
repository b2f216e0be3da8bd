package rwmutex_test

import (
	"testing"

	"informerbench/stores/rwmutex"
	"informerbench/stores/storetest"

	"go.uber.org/goleak"
)

var subject = storetest.Subject{Name: "rwmutex", New: rwmutex.New, Guarantees: rwmutex.Guarantees()}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) { storetest.Run(t, subject) }

func FuzzOps(f *testing.F) { storetest.FuzzOps(f, subject) }
