package cow_test

import (
	"testing"

	"informerbench/stores/cow"
	"informerbench/stores/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, storetest.Subject{Name: "cow", New: cow.New, Guarantees: cow.Guarantees()})
}
