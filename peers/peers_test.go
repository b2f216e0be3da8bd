package peers_test

import (
	"flag"
	"os"
	"testing"

	"go.uber.org/goleak"

	"informerbench/peers"
	"informerbench/stores/storetest"
)

// TestMain takes the suite's short sizes: what is proven of peers are their claims, not their memory at a
// million objects. PEERS_FULL=1 takes the full ones.
func TestMain(m *testing.M) {
	flag.Parse()
	if os.Getenv("PEERS_FULL") == "" {
		if err := flag.Set("test.short", "true"); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}

// Each peer holds exactly what it claims.
func TestConformance(t *testing.T) {
	for _, p := range peers.All() {
		t.Run(p.Name, func(t *testing.T) {
			storetest.Run(t, storetest.Subject{Name: p.Name, New: p.New, Guarantees: p.Guarantees})
		})
	}
}
