package catalog_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"informerbench/stores"
	"informerbench/stores/catalog"
)

func everything() []catalog.Variant { return append(catalog.All(), catalog.Copying()...) }

func TestEveryVariantIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range everything() {
		if v.Name == "" || v.Name != strings.ToLower(v.Name) || strings.ContainsAny(v.Name, " /=,") {
			t.Errorf("%q does not work as a value in a benchmark's name", v.Name)
		}
		if seen[v.Name] {
			t.Errorf("%q is listed twice", v.Name)
		}
		seen[v.Name] = true
		if v.Summary == "" || strings.Contains(v.Summary, "\n") {
			t.Errorf("%s: the summary %q is not one line", v.Name, v.Summary)
		}
		if !v.Peer && len(v.KnownFailures) > 0 {
			t.Errorf("%s: only a peer may have known failures", v.Name)
		}
		store := v.New(nil)
		if store == nil || len(store.List()) != 0 {
			t.Errorf("%s: New(nil) = %v", v.Name, store)
		}
		if _, has := store.(stores.Snapshotter); has != (v.Snapshots != "") || strings.Contains(v.Snapshots, "\n") {
			t.Errorf("%s: has snapshots: %v; their cost: %q", v.Name, has, v.Snapshots)
		}
	}
}

// Ours can all of package stores; and whatever the yield, it is the same store.
func TestOursAreExtended(t *testing.T) {
	for _, v := range everything() {
		store := v.New(nil)
		if _, extended := store.(stores.Extended); extended == v.Peer {
			t.Errorf("%s: stores.Extended: %v", v.Name, extended)
		}
		if v.WithYield == nil {
			continue
		}
		if other := v.WithYield(stores.NeverYield)(nil); reflect.TypeOf(other) != reflect.TypeOf(store) {
			t.Errorf("%s: %T with a yield, %T without", v.Name, other, store)
		}
	}
}

func TestGuaranteesAreFixedWordsInOrder(t *testing.T) {
	for _, v := range everything() {
		next := 0
		for _, g := range v.Guarantees {
			at := slices.Index(stores.Guarantees(), g)
			if at < next {
				t.Errorf("%s: guarantee %q is unknown, repeated, or out of order", v.Name, g)
			}
			next = at + 1
		}
	}
}

func TestLookup(t *testing.T) {
	for _, v := range everything() {
		if found, err := catalog.Lookup(v.Name); err != nil || found.Name != v.Name {
			t.Errorf("Lookup(%q) = %q, %v", v.Name, found.Name, err)
		}
	}
	want := `unknown store "mvc": want one of ` + strings.Join(catalog.Names(), ", ") + ", packed"
	if _, err := catalog.Lookup("mvc"); err == nil || err.Error() != want {
		t.Errorf("Lookup(mvc) = %v", err)
	}
}

// Whoever wants all stores gets those whose objects he may compare.
func TestAllReturnWhatIsStoredAndTheOthersCopies(t *testing.T) {
	for _, v := range everything() {
		copies := slices.ContainsFunc(catalog.Copying(), func(c catalog.Variant) bool { return c.Name == v.Name })
		if identical := slices.Contains(v.Guarantees, stores.IdenticalObjects); identical == copies {
			t.Errorf("%s: identical objects: %v", v.Name, identical)
		}
	}
}

func TestCallersOwnTheList(t *testing.T) {
	catalog.All()[0].Name = "changed"
	clear(catalog.All()[0].KnownFailures)
	if first := catalog.All()[0]; first.Name != "clientgo" || len(first.KnownFailures) == 0 {
		t.Errorf("the list changed to %v", first)
	}
}
