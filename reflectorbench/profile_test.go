package reflectorbench_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"informerbench/reflectorbench"
)

func TestProfilesAreWrittenUnderTheCellsName(t *testing.T) {
	dir := t.TempDir()
	c := tiny()
	c.Measures = []reflectorbench.Measure{reflectorbench.MeasureThroughput}
	for _, kind := range reflectorbench.ProfileKinds() {
		path, err := reflectorbench.Profile(t.Context(), c, kind, dir)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
	entries, err := filepath.Glob(dir + "/*")
	if err != nil || len(entries) != len(reflectorbench.ProfileKinds()) {
		t.Errorf("the folder holds %v", entries)
	}
}

func TestUnknownProfileIsAUsageError(t *testing.T) {
	_, err := reflectorbench.Profile(t.Context(), tiny(), "wall", t.TempDir())
	var usage *reflectorbench.UsageError
	if !errors.As(err, &usage) {
		t.Errorf("error is %v", err)
	}
}
