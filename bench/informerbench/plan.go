package informerbench

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"informerbench/bench/rounds"
)

// Part is one of the measurements that a run takes.
type Part string

const (
	// ReadersPart is writes and reads a second, all informers in one process.
	ReadersPart Part = "readers"
	// SyncPart is the initial sync, each in a process of its own.
	SyncPart Part = "sync"
	// IdlePart is the memory of handlers that have nothing to do, each in a process of its own.
	IdlePart Part = "idle"
)

// Parts lists all parts in the order in which they run.
func Parts() []Part { return []Part{ReadersPart, SyncPart, IdlePart} }

// slowFrom is from how many readers on a sample is slow: client-go's informer takes minutes for the
// writes that it must show.
const slowFrom = 10

// job is one measurement: a sample, or a process.
type job struct {
	part    Part
	round   int
	subject Subject
	readers int   // of ReadersPart
	reads   Reads // of ReadersPart
	list    List  // of SyncPart
}

func (j job) String() string {
	return fmt.Sprintf("round %d, %s, %s", j.round+1, j.Size(), j.subject.Name)
}
func (j job) Kind() string { return j.Size() + " " + j.subject.Name }

// Size: beside many readers what holds client-go's store takes its own time.
func (j job) Size() string {
	switch j.part {
	case SyncPart:
		return "sync by " + string(j.list)
	case IdlePart:
		return "idle handlers"
	}
	return fmt.Sprintf("%d readers, reads=%s", j.readers, j.reads)
}

// name is the full name of the result. GOMAXPROCS stands at the end as package testing appends it.
func (r *Run) name(j job) string {
	var params []string
	measure := map[Part]string{ReadersPart: "Readers", SyncPart: "Sync", IdlePart: "Idle"}[j.part]
	switch j.part {
	case ReadersPart:
		params = []string{fmt.Sprintf("pods=%d", r.Pods), fmt.Sprintf("readers=%d", j.readers), "reads=" + string(j.reads)}
	case SyncPart:
		params = []string{fmt.Sprintf("pods=%d", r.SyncPods), "list=" + string(j.list)}
	case IdlePart:
		params = []string{fmt.Sprintf("handlers=%d", r.Handlers)}
	}
	name := fmt.Sprintf("%s/informer=%s/%s", measure, j.subject.Name, strings.Join(params, "/"))
	if procs := runtime.GOMAXPROCS(0); procs > 1 {
		name += fmt.Sprintf("-%d", procs)
	}
	return name
}

// jobs takes part after part. Each visits all that it measures in every round before the next
// begins, in an order that is shuffled anew; what is slow has its rounds spread over the run.
func (r *Run) jobs() []job {
	var jobs []job
	for _, part := range r.Parts {
		for round := range r.Rounds {
			from := len(jobs)
			for _, j := range r.kinds(part) {
				j.round = round
				if rounds.Due(round, r.Rounds, r.share(j)) {
					jobs = append(jobs, j)
				}
			}
			rounds.Shuffle(seed, round, jobs[from:])
		}
	}
	return jobs
}

// kinds lists what a part measures in a round.
func (r *Run) kinds(part Part) (out []job) {
	for _, s := range r.Subjects {
		switch part {
		case ReadersPart:
			for _, n := range r.Readers {
				for _, reads := range readsOf(s.Subject, n) {
					out = append(out, job{part: part, subject: s.Subject, readers: n, reads: reads})
				}
			}
		case SyncPart:
			for _, list := range Lists() {
				out = append(out, job{part: part, subject: s.Subject, list: list})
			}
		case IdlePart:
			out = append(out, job{part: part, subject: s.Subject})
		}
	}
	return out
}

func readsOf(s Subject, readers int) []Reads {
	switch {
	case readers == 0:
		return []Reads{NoReads}
	case s.Snapshots:
		return []Reads{ListReads, SnapshotReads}
	}
	return []Reads{ListReads}
}

// share is in how many of the rounds a job has its turn; 0 is in all.
func (r *Run) share(j job) int {
	slow := j.part == SyncPart || j.part == ReadersPart && j.readers >= slowFrom
	if !slow {
		return 0
	}
	for _, s := range r.Subjects {
		if s.Name == j.subject.Name && s.SlowRounds > 0 {
			return min(s.SlowRounds, r.SlowRounds)
		}
	}
	return r.SlowRounds
}

// sample says how long a job's sample lasts. Beside many readers one read takes as many times longer, so
// that a window must be longer to hold enough of them.
func (r *Run) sample(j job) Sample {
	paced := func(d time.Duration) time.Duration { return time.Duration(float64(d) * r.Pace) }
	return Sample{
		Subject: j.subject, Readers: j.readers, Reads: j.reads,
		MinTime:   paced(time.Second + min(time.Duration(j.readers)*100*time.Millisecond, 4*time.Second)),
		MinWrites: max(int(float64(minWrites)*r.Pace), InFlight),
		Cap:       max(paced(sampleCap), time.Second),
	}
}

const (
	// minWrites is how many updates a sample holds at least. It matters where readers keep
	// the writer out.
	minWrites = 200
	// sampleCap ends a sample that comes to no end; the result says how many writes it holds.
	sampleCap = 2 * time.Minute
)
