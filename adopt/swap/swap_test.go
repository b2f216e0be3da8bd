package swap_test

import (
	"testing"

	"go.uber.org/goleak"

	"informerbench/adopt/swap/swaptest"
	"informerbench/stores/catalog"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// client-go has no public way to choose an informer's store; this is what guards the
// private one: https://github.com/kubernetes/kubernetes/issues/114659.
func TestStoreUnderClientGosInformers(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.Name, func(t *testing.T) { swaptest.Run(t, v.New) })
	}
}

func TestRefusals(t *testing.T) { swaptest.Refusals(t) }
