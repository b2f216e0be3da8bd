package trace

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteFile makes a file of what write writes. The content goes to a temporary
// file beside it, which takes the name only when it is complete and on the disk:
// an interrupted or failed run leaves the old file, or none, under that name.
//
// A path that exists and is no regular file is refused: renaming over it would put a
// file where a device, a pipe or somebody's link was.
func WriteFile(path string, write func(io.Writer) error) error {
	return writeFile(path, 0o644, write)
}

// WritePrivateFile is like WriteFile for what shows a cluster, or at least its shape: for its owner only.
func WritePrivateFile(path string, write func(io.Writer) error) error {
	return writeFile(path, 0o600, write)
}

func writeFile(path string, mode os.FileMode, write func(io.Writer) error) (err error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file: choose another name", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close() // its content is given up
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(mode), f.Sync()); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
