package anonymize

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Key decides what everything is replaced by.
type Key [sha256.Size]byte

// NewKey draws a key at random.
func NewKey() Key {
	var k Key
	_, _ = rand.Read(k[:]) // it never fails: crypto/rand ends the program instead
	return k
}

// minKey is the least that a key's file must hold to be no password that can be guessed.
const minKey = 16

// ReadKey makes a key of what a file holds, at least 16 bytes.
func ReadKey(path string) (Key, error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Key{}, fmt.Errorf("no file %q with a key: make one, as from: head -c 32 /dev/urandom > %s", path, path)
	}
	if err != nil {
		return Key{}, fmt.Errorf("reading the key: %w", err)
	}
	if len(content) < minKey {
		return Key{}, fmt.Errorf("the key in %s has %d bytes: it needs at least %d, as from: head -c 32 /dev/urandom > %s", path, len(content), minKey, path)
	}
	return sha256.Sum256(content), nil
}
