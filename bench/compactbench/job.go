package compactbench

import (
	"fmt"
	"slices"
	"time"

	"informerbench/bench/rounds"
)

// job is one process.
type job struct {
	part    Part
	round   int
	subject Subject
	pods    int
}

func (j job) String() string { return fmt.Sprintf("round %d, %s", j.round+1, j.Kind()) }

func (j job) Kind() string { return j.Size() + ", " + j.subject.Name }

func (j job) Size() string { return fmt.Sprintf("%s of %d pods", j.part, j.pods) }

// jobs takes round after round, each in an order of its own.
func (r *Run) jobs() []job {
	var jobs []job
	for round := range r.Rounds {
		from := len(jobs)
		for _, part := range r.Parts {
			for _, s := range Subjects() {
				if r.chosen(s) {
					jobs = append(jobs, job{part, round, s, r.Pods})
				}
			}
		}
		rounds.Shuffle(seed, round, jobs[from:])
	}
	return jobs
}

// chosen tells whether a subject is measured. The two of client-go's as it ships always are, and so is ours with plain objects,
// with which the other forms of ours are compared too.
func (r *Run) chosen(s Subject) bool {
	return s.Name == Base || s.Name == Again || s.Name == Plainly || slices.Contains(r.Kept, "all") || slices.Contains(r.Kept, string(s.Kept))
}

// patience is many times what a phase takes.
const patience = 10 * time.Minute

// process is what measures the job, at a server that is not known yet.
func (r *Run) process(j job) Process {
	gogc := 100
	if j.part == Memory {
		gogc = r.MemoryGOGC
	}
	return Process{
		Params: fmt.Sprintf("informer=%s/kept=%s/pods=%d/profile=real/procs=%d/gogc=%d",
			j.subject.Name, j.subject.Kept, r.Pods, r.Procs, gogc),
		Informer: j.subject.Name, Part: j.part, Procs: r.Procs, GOGC: gogc, Patience: patience,
	}
}
