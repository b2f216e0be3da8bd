package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"informerbench/workload/trace"
)

// PartialSuffix is what the name of a recording has while it is not whole.
const PartialSuffix = ".partial"

// ToFile records into a file. The recording grows under path + PartialSuffix, where it can be
// read already, and takes its name when it is whole and on the disk: also when the error is an *AwayError.
// After another error the partial file stays, unless nothing is in it. What exists under either name is replaced
// only if force is set, and only if it is a regular file.
func ToFile(ctx context.Context, path string, force bool, o Options) (trace.Summary, error) {
	partial := path + PartialSuffix
	for _, name := range []string{path, partial} {
		if err := trace.MayWrite(name, force); err != nil {
			return trace.Summary{}, err
		}
	}
	// Names and images are in it, or at least the shape of a cluster: for its owner only.
	f, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return trace.Summary{}, unwritable(path, err)
	}
	summary, err := Run(ctx, f, o)
	var away *AwayError
	if err != nil && !errors.As(err, &away) {
		return summary, errors.Join(err, keep(f, partial, summary.Records))
	}
	if failed := errors.Join(f.Sync(), f.Close()); failed != nil {
		return summary, errors.Join(err, fmt.Errorf("writing %s: %w", partial, failed))
	}
	if failed := os.Rename(partial, path); failed != nil {
		return summary, errors.Join(err, failed)
	}
	return summary, errors.Join(err, syncFolder(filepath.Dir(path)))
}

// unwritable says it with the name that was given.
func unwritable(path string, err error) error {
	var ofPath *os.PathError
	if errors.As(err, &ofPath) {
		err = ofPath.Err
	}
	return fmt.Errorf("%s cannot be written: %w: choose another folder", path, err)
}

// keep closes a partial recording, and removes it when there is nothing in it.
func keep(f *os.File, partial string, records int64) error {
	if err := f.Close(); err != nil {
		return err
	}
	if records == 0 {
		return os.Remove(partial)
	}
	return fmt.Errorf("what was recorded until then is in %s", partial)
}

// syncFolder makes a new name survive a crash.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
