package flame

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/pprof/profile"
)

// Read reads a profile in pprof's format, compressed or not.
func Read(path string) (*profile.Profile, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p, err := profile.ParseData(data)
	if err != nil {
		return nil, fmt.Errorf("%s is no profile in pprof's format: %w", path, err)
	}
	return p, nil
}

// MergeFiles adds up profiles of one kind: every value of the result is the sum over all files. Samples get
// their stage as a label, and the comments are added to the result's.
func MergeFiles(paths []string, comments ...string) (*profile.Profile, error) {
	var all []*profile.Profile
	for _, path := range paths {
		p, err := Read(path)
		if err != nil {
			return nil, err
		}
		LabelStages(p) // before the merge, which keeps samples apart by their labels
		all = append(all, p)
	}
	merged, err := profile.Merge(all)
	if err != nil {
		return nil, fmt.Errorf("merging %d profiles: %w", len(paths), err)
	}
	merged.Comments = append(merged.Comments, comments...)
	return merged, nil
}

// WriteFile writes the profile, compressed. The file appears when it is whole.
func WriteFile(path string, p *profile.Profile) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.partial")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails, as it should, after the rename
	defer f.Close()
	if err := p.Write(f); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
