package trace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Open opens the file of a trace for NewReader, and says of what cannot hold one that it does not. The error names
// the path and what to give instead.
func Open(path string) (*os.File, os.FileInfo, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("no file %q: give a trace, as benchgen record writes it", path)
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = fmt.Errorf("%q is a directory: give a trace, as benchgen record writes it", path)
	case info.Mode().IsRegular() && info.Size() == 0:
		err = fmt.Errorf("%q is empty: give a trace, as benchgen record writes it", path)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// MayWrite says, before the work is done, why no file can be written under a path: something is there and force is not
// set, it is no regular file, or there is no folder for it. Who writes under a temporary name asks it first, and so
// speaks of the name that was given.
func MayWrite(path string, force bool) error {
	info, err := os.Lstat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file: choose another name", path)
	case err == nil && !force:
		return fmt.Errorf("%s exists: choose another name, or replace it with --force", path)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be written: %w: choose another name", path, bare(err))
	}
	folder := filepath.Dir(path)
	switch info, err := os.Stat(folder); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no folder %q for %s: make it first, or choose another name", folder, filepath.Base(path))
	case err != nil:
		return fmt.Errorf("%s cannot be written: %w: choose another name", path, bare(err))
	case !info.IsDir():
		return fmt.Errorf("%q is no folder: choose another name than %s", folder, path)
	}
	return nil
}

// bare is what went wrong with a file without the name that it had, which may be a temporary one.
func bare(err error) error {
	var ofPath *fs.PathError
	var ofRename *os.LinkError
	switch {
	case errors.As(err, &ofPath):
		return ofPath.Err
	case errors.As(err, &ofRename):
		return ofRename.Err
	}
	return err
}
