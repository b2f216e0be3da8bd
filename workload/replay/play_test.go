package replay_test

import (
	"testing"
	"testing/synctest"
	"time"

	"informerbench/workload"
	"informerbench/workload/replay"
)

func TestPlayKeepsTheRecordedTimes(t *testing.T) {
	path := recording(t, 50, 400) // 0.2 s
	synctest.Test(t, func(t *testing.T) {
		tr := open(t, path, replay.Options{EventsOnly: true})
		start, n := time.Now(), 0
		err := tr.Play(t.Context(), 10, func(workload.Event) error {
			if at, want := time.Since(start), tr.Offsets[n]/10; at < want || at > want+time.Microsecond {
				t.Fatalf("event %d is sent after %v, want %v", n, at, want)
			}
			n++
			return nil
		})
		if err != nil || n != 400 {
			t.Errorf("%d events, error %v", n, err)
		}
	})
}
