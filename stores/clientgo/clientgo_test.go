package clientgo_test

import (
	"testing"

	"informerbench/stores/clientgo"
	"informerbench/stores/storetest"

	"go.uber.org/goleak"
)

var subject = storetest.Subject{
	Name: "clientgo", New: clientgo.New, Guarantees: clientgo.Guarantees(), KnownFailures: clientgo.KnownFailures(),
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) { storetest.Run(t, subject) }

func FuzzOps(f *testing.F) { storetest.FuzzOps(f, subject) }
