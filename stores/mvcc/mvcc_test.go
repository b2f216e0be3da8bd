package mvcc_test

import (
	"testing"

	"informerbench/stores/mvcc"
	"informerbench/stores/storetest"

	"go.uber.org/goleak"
)

var subject = storetest.Subject{Name: "mvcc", New: mvcc.New, Guarantees: mvcc.Guarantees(), Retains: 64}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) { storetest.Run(t, subject) }

func FuzzOps(f *testing.F) { storetest.FuzzOps(f, subject) }
