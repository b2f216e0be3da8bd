package e2e_test

import (
	"cmp"
	"context"
	"fmt"
	"testing"
	"time"

	"k8s.io/client-go/rest"
)

// Informers that keep objects in every form of ours, and plain ones of client-go's, follow the same server while objects
// of all kinds that clusters have most of are created, applied, changed and deleted. In the end, and in each version
// on the way, each object of each is what the server has, to the byte where nothing is claimed to be lost.
func TestEveryFormHoldsWhatTheServerHas(t *testing.T) {
	drawn := cmp.Or(*seed, 1)
	t.Logf("another seed than %d: -args -seed=", drawn)
	config := own(t).Config()
	begun := time.Now()
	config.WarningHandler = rest.NoWarnings{} // what is written at random is worth many
	define(t, config, gadgets, manifest(t, "gadgets"))
	namespace := newNamespace(t, config, "equal")
	written := newAuthors(t, config, namespace, drawn)
	must(t, written.firstHalf(t.Context()))

	var all []*holder
	references := map[string]*holder{}
	for _, f := range forms(t) {
		for _, k := range richKinds() {
			h := f.follow(t, config, k, namespace)
			all = append(all, h)
			if references[h.reference()] == nil { // the first form of each view
				references[h.reference()] = h
			}
		}
	}
	for _, h := range all {
		await(t, h.String()+" has synced", h.hasSynced)
	}
	must(t, written.secondHalf(t.Context()))

	objects := 0
	for _, v := range []view{typedView, dynamicView, metadataView} {
		for _, k := range richKinds() {
			server, err := v.truths(t.Context(), k, config, namespace)
			must(t, err)
			objects += len(server)
			for _, h := range all {
				if h.form.view.name == v.name && h.kind.resource == k.resource {
					h.awaitVersions(t, server)
					h.check(t, server, references[h.reference()])
				}
			}
		}
	}
	proofs(t, all)
	versions := 0
	for _, h := range all {
		versions += len(h.versions)
	}
	fmt.Printf("%d informers held %d objects in %d versions as the server had them (seed %d, %v)\n",
		len(all), objects, versions, drawn, time.Since(begun).Round(time.Second))
	written.summarize(t)
}

// proofs asks each form once whether it did what it is named for: nothing is shown by one that did nothing.
func proofs(t *testing.T, all []*holder) {
	t.Helper()
	asked := map[*form]bool{}
	for _, h := range all {
		if f := h.form; !asked[f] && f.proof != nil {
			if err := f.proof(); err != nil {
				t.Errorf("%s, %s: %v", f.view.name, f.name, err)
			}
		}
		asked[h.form] = true
	}
}

// hasSynced is for await.
func (h *holder) hasSynced(context.Context) error {
	if !h.synced() {
		return fmt.Errorf("%s has not synced", h)
	}
	return nil
}
