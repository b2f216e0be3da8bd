package rounds_test

import (
	"strings"
	"testing"
	"time"

	"informerbench/bench/rounds"
)

// A group that would take too long is left out as a whole and said to be; the first never is.
func TestGroupsThatWouldTakeTooLongAreLeftOut(t *testing.T) {
	for within, want := range map[time.Duration]string{
		0: "a1 a2 b1 b2 c1", time.Second: "a1 a2", 45 * time.Second: "a1 a2 b1 b2", 35 * time.Second: "a1 a2 c1", time.Hour: "a1 a2 b1 b2 c1",
	} {
		var said strings.Builder
		now := time.Unix(0, 0)
		jobs := []job{"a1", "a2", "b1", "b2", "c1"}
		b := &rounds.Budget[job]{
			Within: within, Jobs: jobs, Group: job.Kind, Like: job.Size,
			Stderr: &said, Now: func() time.Time { return now },
		}
		var did []string
		for _, j := range jobs {
			if b.Leave(j) {
				continue
			}
			did = append(did, string(j))
			now = now.Add(10 * time.Second)
			b.Took(j, 10*time.Second)
		}
		if got := strings.Join(did, " "); got != want {
			t.Errorf("within %v: %s, want %s", within, got, want)
		}
		if told := strings.Contains(said.String(), "left out: "); told != (len(did) < len(jobs)) {
			t.Errorf("within %v it says %q", within, &said)
		}
	}
}
