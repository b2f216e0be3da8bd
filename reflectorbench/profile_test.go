package reflectorbench_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"informerbench/reflectorbench"
	"informerbench/report/flame"
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
		if _, err := flame.Read(path); err != nil {
			t.Error(err)
		}
	}
	entries, err := filepath.Glob(dir + "/*")
	if err != nil || len(entries) != len(reflectorbench.ProfileKinds()) {
		t.Errorf("the folder holds %v", entries)
	}
}

// Wall-clock time shows every goroutine, so that the frames of every stage are there to be found by
// their names: client-go's as well as ours.
func TestEveryStageIsFoundInTheProfilesOfEveryPipeline(t *testing.T) {
	for _, p := range reflectorbench.Pipelines([]string{"mvcc"}) {
		c := tiny()
		c.Informer, c.Store, c.Queue = p.Informer, p.Store, p.Queue
		c.Events, c.Phase, c.Readers = 5000, 100*time.Millisecond, 2
		c.Measures = []reflectorbench.Measure{
			reflectorbench.MeasureThroughput, reflectorbench.MeasureRead, reflectorbench.MeasureReconcile,
		}
		c.Reconciling = reflectorbench.Reconciling{Workers: 2, Cost: 100 * time.Microsecond, Work: reflectorbench.Sleep}
		path, err := reflectorbench.Profile(t.Context(), c, "fgprof", t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		profile, err := flame.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		shares, err := flame.ByStage(profile, "")
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{"reflector": true, "queue": true, "reader": true, "writer": true, "reconciler": true}
		if c.Informer != reflectorbench.ClientGoController {
			want["handler"] = true // the controller calls handlers itself, too briefly to be seen
		}
		for _, s := range shares {
			if want[s.Stage] && s.Share == 0 {
				t.Errorf("%s/%s: stage %s is in no sample", c.Informer, c.Queue, s.Stage)
			}
		}
	}
}

func TestUnknownProfileIsAUsageError(t *testing.T) {
	_, err := reflectorbench.Profile(t.Context(), tiny(), "wall", t.TempDir())
	var usage *reflectorbench.UsageError
	if !errors.As(err, &usage) {
		t.Errorf("error is %v", err)
	}
}
