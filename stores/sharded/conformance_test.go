package sharded_test

import (
	"testing"

	"informerbench/stores/sharded"
	"informerbench/stores/storetest"
)

var (
	shards = storetest.Subject{Name: "sharded", New: sharded.New, Guarantees: sharded.Guarantees()}
	xsync  = storetest.Subject{
		Name: "sharded-xsync", New: sharded.NewXsync, Guarantees: sharded.XsyncGuarantees(),
	}
)

func TestConformance(t *testing.T)      { storetest.Run(t, shards) }
func TestXsyncConformance(t *testing.T) { storetest.Run(t, xsync) }

func FuzzOps(f *testing.F)      { storetest.FuzzOps(f, shards) }
func FuzzXsyncOps(f *testing.F) { storetest.FuzzOps(f, xsync) }
