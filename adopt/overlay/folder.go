package overlay

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// defaultFolder belongs to one program, store and set of flags: what was compiled in it is
// found again by the next build.
func defaultFolder(name, store string, key ...string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no cache folder for the build folder, so name one: %w", err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", key))
	return filepath.Join(cache, "informerbench", "overlay", fmt.Sprintf("%s-%s-%x", name, store, sum[:6])), nil
}

// makeFolder makes the build folder and returns its real path. Nothing is made within root.
func makeFolder(path, root string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	existing, rest := absolute, ""
	for { // a link above it may lead into the root
		real, err := filepath.EvalSymlinks(existing)
		if err == nil {
			absolute = filepath.Join(real, rest)
			break
		}
		existing, rest = filepath.Dir(existing), filepath.Join(filepath.Base(existing), rest)
	}
	if within(absolute, root) {
		return "", usagef("the build folder %q lies in the program's tree %q, which is to stay as it is: name another", absolute, root)
	}
	return absolute, os.MkdirAll(absolute, 0o777)
}

// link makes a symbolic link, or leaves the one that is there if it is right.
func link(target, path string) error {
	if now, err := os.Readlink(path); err == nil {
		if now == target {
			return nil
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return os.Symlink(target, path)
}

// writeFile writes what is not there already.
func writeFile(path string, text []byte) error {
	if now, err := os.ReadFile(path); err == nil && bytes.Equal(now, text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}

// copySums writes a go.sum of the program's lines and ours. More lines than needed do no
// harm; without a line go would have to ask the checksum database.
func copySums(from string, ours []byte, to string) error {
	sums, err := os.ReadFile(from)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if len(sums) > 0 && !bytes.HasSuffix(sums, []byte("\n")) {
		sums = append(sums, '\n')
	}
	return writeFile(to, append(sums, ours...))
}

// writeOverlay writes the texts into the folder and the file for go's -overlay, whose path it
// returns.
func writeOverlay(folder string, texts map[string][]byte) (string, error) {
	var overlay struct{ Replace map[string]string }
	overlay.Replace = map[string]string{}
	for path, text := range texts {
		backing := filepath.Join(folder, "files", filepath.Base(path))
		if err := writeFile(backing, text); err != nil {
			return "", err
		}
		overlay.Replace[path] = backing
	}
	text, err := json.MarshalIndent(overlay, "", "\t")
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "overlay.json")
	return file, writeFile(file, append(text, '\n'))
}
