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
// an interrupted or failed run leaves the old file, or none, under that name. What goes wrong
// with the file is said with the path; the errors of write are returned as they are.
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
	if err := MayWrite(path, true); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.part")
	if err != nil {
		return unwritable(path, err)
	}
	defer func() {
		if err != nil {
			_ = f.Close() // its content is given up
			if left := os.Remove(f.Name()); left != nil {
				err = errors.Join(err, fmt.Errorf("removing %s: %w", f.Name(), bare(left)))
			}
		}
	}()
	if err := write(named{f, path}); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(mode), f.Sync()); err != nil {
		return unwritable(path, err)
	}
	if err := f.Close(); err != nil {
		return unwritable(path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// named writes to a file whose errors name another path.
type named struct {
	file *os.File
	path string
}

func (n named) Write(b []byte) (int, error) {
	written, err := n.file.Write(b)
	if err != nil {
		err = unwritable(n.path, err)
	}
	return written, err
}

func unwritable(path string, err error) error { return fmt.Errorf("writing %s: %w", path, bare(err)) }
