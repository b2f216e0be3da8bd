package controllermanager_test

import (
	"os"
	"path/filepath"
	"testing"

	"informerbench/adopt/overlay"
	"informerbench/e2e/cluster"
)

// build returns a kube-controller-manager whose informers run on that store. All stores share one build folder, so that
// with another store only the main package is compiled again.
func build(t *testing.T, store string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	module, err := cluster.ModuleDir(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(cache, "informerbench", "e2e", "controllermanager")
	prepared, err := overlay.Prepare(t.Context(), overlay.Options{
		Dir: module, Package: "./servers/kube-controller-manager", Store: store, Folder: folder,
		Output: filepath.Join(folder, "kube-controller-manager-"+store),
		// Without paths in what is compiled, another checkout finds it again in Go's cache.
		Flags: []string{"-trimpath", "-ldflags=" + cluster.LinkerFlags()},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range prepared.Changes {
		if change.Before != "" {
			t.Errorf("another version than in the program's own build: %v", change)
		}
	}
	t.Logf("the first time this takes some minutes: %s", prepared.Command())
	if err := prepared.Build(t.Context(), os.Stderr, os.Stderr); err != nil {
		t.Fatal(err)
	}
	return prepared.Output
}
