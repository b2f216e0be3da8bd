package sharded_test

import (
	"testing"

	"informerbench/stores/sharded"
	"informerbench/stores/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, storetest.Subject{Name: "sharded", New: sharded.New, Guarantees: sharded.Guarantees()})
}

func TestXsyncConformance(t *testing.T) {
	storetest.Run(t, storetest.Subject{Name: "sharded-xsync", New: sharded.NewXsync, Guarantees: sharded.XsyncGuarantees()})
}
