package zincsearch_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// programs is a folder with the server and the exporter. It lies in the user's cache, so that go links them again
// only after a change.
var programs = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "informerbench", "e2e", "zincsearch")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	fmt.Fprintln(os.Stderr, "building ZincSearch and the event exporter, the first time for a minute or two")
	for name, folder := range map[string]string{"zincsearch": "server", "eventexporter": "../../examples/eventexporter"} {
		// Each in its own module: an example is not ours to import.
		cmd := exec.Command("go", "build", "-o", filepath.Join(dir, name), ".")
		cmd.Dir = folder
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("building %s: %w", name, err)
		}
	}
	return dir, nil
})

func programFile(t *testing.T, name string) string {
	t.Helper()
	dir, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, name)
}
