package packed_test

import (
	"flag"
	"os"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/stores/storetest"

	"go.uber.org/goleak"
	"k8s.io/client-go/tools/cache"
)

// TestMain asks the suite for its short sizes: a write takes ten times as long here as in a
// store that does not encode, and what the sizes are to find is mvcc's, whose own test has them.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.short", "true"); err != nil {
		panic(err)
	}
	code := m.Run()
	if err := goleak.Find(); code == 0 && err != nil {
		println(err.Error())
		code = 1
	}
	os.Exit(code)
}

// subject packs every object of the suite, whatever its type, and finds the same one again
// when it decodes, for the suite compares objects by identity.
var subject = storetest.Subject{
	Name: "packed", New: newRegistered, Guarantees: packed.Guarantees(),
	KnownFailures: map[string]string{
		"what was replaced is collected":                         "the registry of this test keeps all",
		"a stalled reader keeps a bounded number of old objects": "the registry of this test keeps all",
		"index values that come and go leave nothing behind":     "the registry of this test keeps all",
	},
}

func newRegistered(indexers cache.Indexers) stores.Store {
	return packed.Options{Codec: newRegistry(), Cache: 64 << 10}.New(indexers)
}

func TestConformance(t *testing.T) { storetest.Run(t, subject) }

func FuzzOps(f *testing.F) { storetest.FuzzOps(f, subject) }

// FuzzOpsOfWhatIsNotPacked is about the suite's objects as they are: by default they have no coding.
func FuzzOpsOfWhatIsNotPacked(f *testing.F) {
	storetest.FuzzOps(f, storetest.Subject{Name: "packed", New: packed.New, Guarantees: packed.Guarantees()})
}
