package cow_test

import (
	"testing"

	"informerbench/stores/cow"
	"informerbench/stores/storetest"
)

var subject = storetest.Subject{Name: "cow", New: cow.New, Guarantees: cow.Guarantees()}

func TestConformance(t *testing.T) { storetest.Run(t, subject) }

func FuzzOps(f *testing.F) { storetest.FuzzOps(f, subject) }
