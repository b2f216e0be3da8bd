package reflectorbench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/felixge/fgprof"
)

const (
	// mutexFraction and blockRate sample enough of a run of seconds; with every event
	// recorded, the profiler would be what is profiled.
	mutexFraction = 5
	blockRate     = 10_000 // one sample for each 10 µs blocked
)

// profiler starts one kind of profile and returns what ends it.
type profiler func(f *os.File) (end func() error, err error)

var profilers = map[string]profiler{
	"cpu": func(f *os.File) (func() error, error) {
		return func() error { pprof.StopCPUProfile(); return nil }, pprof.StartCPUProfile(f)
	},
	"heap":   atEnd("heap"),
	"allocs": atEnd("allocs"),
	"mutex": func(f *os.File) (func() error, error) {
		runtime.SetMutexProfileFraction(mutexFraction)
		return func() error { defer runtime.SetMutexProfileFraction(0); return writeProfile("mutex", f) }, nil
	},
	"block": func(f *os.File) (func() error, error) {
		runtime.SetBlockProfileRate(blockRate)
		return func() error { defer runtime.SetBlockProfileRate(0); return writeProfile("block", f) }, nil
	},
	"fgprof": func(f *os.File) (func() error, error) {
		return startFgprof(f), nil
	},
}

func atEnd(name string) profiler {
	return func(f *os.File) (func() error, error) {
		return func() error {
			runtime.GC() // the heap profile is that of the last collection
			return writeProfile(name, f)
		}, nil
	}
}

func writeProfile(name string, f *os.File) error { return pprof.Lookup(name).WriteTo(f, 0) }

// ProfileKinds lists what Profile takes: cpu, heap, allocs, mutex and block as in
// runtime/pprof, and fgprof for wall-clock time, which samples at 99 Hz.
func ProfileKinds() []string {
	return []string{"cpu", "heap", "allocs", "mutex", "block", "fgprof"}
}

// Profile runs the cell once with one kind of profile and writes it into dir, in a file
// named after cell and kind, whose path it returns. Profiling changes what it looks at,
// so the run's measurements are thrown away. The profile covers all phases from
// the initial sync on, not the set-up; one of the processor has labels phase and stage. In one
// process there may be one Profile after another, never two at once.
func Profile(ctx context.Context, c Cell, kind, dir string) (path string, err error) {
	start, ok := profilers[kind]
	if !ok {
		return "", usagef("unknown profile %q: allowed are %s", kind, strings.Join(ProfileKinds(), ", "))
	}
	if err := c.Validate(); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	path = filepath.Join(dir, ProfileName(c, kind))
	// Written under another name, so that a run that fails leaves nothing that looks whole.
	f, err := os.CreateTemp(dir, ProfileName(c, kind)+".*.partial")
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name()) // fails, as it should, after the rename
	defer f.Close()
	if err := profiled(ctx, c, start, f); err != nil {
		return "", err
	}
	return path, os.Rename(f.Name(), path)
}

func profiled(ctx context.Context, c Cell, start profiler, f *os.File) error {
	r := newRun(c, nil)
	r.stages = &stageLabels{c.Store}
	var end func() error
	r.hooks.begin = func() (err error) {
		end, err = start(f)
		return err
	}
	r.hooks.end = func() error {
		stop := end
		end = nil
		return stop()
	}
	_, err := r.measure(ctx)
	if end != nil { // a profile that goes on after a failure would block the next one
		end()
	}
	return err
}

// ProfileName is the name of the file that Profile writes: the cell's name as one file name.
func ProfileName(c Cell, kind string) string {
	return strings.NewReplacer("/", ",", "=", "-").Replace(c.Name()) + "." + kind + ".pprof"
}

// minWallClock is how long a wall-clock profile lasts at least: fgprof divides by its number
// of samples a second and panics when that rounds to none.
const minWallClock = 500 * time.Millisecond

func startFgprof(f *os.File) func() error {
	began, stop := time.Now(), fgprof.Start(f, fgprof.FormatPprof)
	return func() (err error) {
		time.Sleep(minWallClock - time.Since(began))
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("fgprof took no samples: %v", r)
			}
		}()
		return stop()
	}
}
