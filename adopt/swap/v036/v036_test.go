package v036_test

import (
	"flag"
	"os/exec"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"informerbench/adopt/swap/swaptest"
	"informerbench/stores/catalog"
	"informerbench/stores/mvcc"
	"informerbench/stores/storetest"
)

func TestMain(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.short", "true") // storetest's small sizes are enough here
	goleak.VerifyTestMain(m)
}

// Without the replace directives of go.mod all that follows would test something else.
func TestClientGoIsOfThatVersion(t *testing.T) {
	for _, module := range []string{"k8s.io/client-go", "k8s.io/apimachinery"} {
		out, err := exec.Command("go", "list", "-m", "-f", "{{with .Replace}}{{.Version}}{{end}}", module).Output()
		if err != nil || !strings.HasPrefix(string(out), "v0.36.") {
			t.Errorf("%s is of version %q (error: %v), want v0.36", module, out, err)
		}
	}
}

// client-go has no public way to choose an informer's store; this is what guards the
// private one: https://github.com/kubernetes/kubernetes/issues/114659.
func TestStoreUnderClientGosInformers(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.Name, func(t *testing.T) { swaptest.Run(t, v.New) })
	}
}

func TestRefusals(t *testing.T) { swaptest.Refusals(t) }

// One variant's promises, all of them, with this version's interfaces; what a store does
// inside does not depend on the version, and the other variants are proven with v0.37.
func TestStore(t *testing.T) {
	storetest.Run(t, storetest.Subject{Name: "mvcc", New: mvcc.New, Guarantees: mvcc.Guarantees(), Retains: 64})
}
