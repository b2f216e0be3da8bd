package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"

	"informerbench/stores"
)

// Stressing says how [Stress] runs.
type Stressing struct {
	// Seed is that of the first round; the next has the number after it.
	Seed uint64
	// Repeat gives every round the same seed: what a round does follows from it, but
	// not how its goroutines meet.
	Repeat bool
	// Began, if not nil, is called before each round, so that a crash leaves its seed.
	Began func(seed uint64, part string)
	// Progress, if not nil, is called every few seconds, from a goroutine of its own, with the
	// number of rounds that passed and the seed and the part of the one that runs.
	Progress func(rounds int, seed uint64, part string)
}

// Stress runs rounds of what the suite checks with chosen sizes, in random ones, until the
// context ends: random operations against the model, histories for porcupine, herds
// beside readers, and the checks of the suite that need luck to find something. Rounds
// differ in GOMAXPROCS and in how often the collector runs. Of the first round that
// fails it returns the error, which names the seed; the end of the context is none, and
// the round that runs then is finished.
func Stress(ctx context.Context, s Subject, how Stressing) (rounds int, err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	var at progress
	defer at.report(how.Progress)()
	parts := stressParts(s)
	for seed := how.Seed; ctx.Err() == nil; rounds++ {
		part := parts[seed%uint64(len(parts))]
		at.set(rounds, seed, part.name)
		if how.Began != nil {
			how.Began(seed, part.name)
		}
		random := rand.New(rand.NewPCG(seed, 0))
		runtime.GOMAXPROCS(1 << random.IntN(4))
		debug.SetGCPercent([]int{10, 50, 100, 400}[random.IntN(4)])
		if err := within(func() error { return part.run(s, random) }); err != nil {
			return rounds, fmt.Errorf("seed %d, %s: %w", seed, part.name, err)
		}
		if !how.Repeat {
			seed++
		}
	}
	return rounds, nil
}

// stressPart is one kind of round.
type stressPart struct {
	name string
	run  func(s Subject, random *rand.Rand) error
}

// stressParts leaves out what the subject does not claim or is known to fail.
func stressParts(s Subject) []stressPart {
	parts := []stressPart{
		{"random operations", stressOperations},
		{"a herd", stressHerd},
		{"checks with luck", stressChecks},
		{"a herd", stressHerd},
	}
	if s.claims(stores.LinearizablePoints) {
		parts = append(parts, stressPart{"point histories", func(s Subject, random *rand.Rand) error {
			return histories(30, random, func(seed uint64) error { return oneHistory(s, seed) })
		}})
	}
	if s.wholeAnswers() {
		parts = append(parts, stressPart{"whole histories", func(s Subject, random *rand.Rand) error {
			return histories(20, random, func(seed uint64) error { return oneWholeHistory(s, seed) })
		}})
	}
	return parts
}

func stressOperations(s Subject, random *rand.Rand) error {
	for range 5 {
		if err := playBytes(s, noise(random.Uint64(), 20+random.IntN(1000))); err != nil {
			return err
		}
	}
	return nil
}

func stressHerd(s Subject, random *rand.Rand) error {
	size := []int{8, 16, 64, 400, 400, 1500}[random.IntN(6)]
	h := herd{size: size, seed: random.Uint64(), yields: random.IntN(2) == 0}
	return watchHerd(s, h, 1+random.IntN(5), 10+scaled(20_000/(size+50)))
}

func histories(n int, random *rand.Rand, one func(seed uint64) error) error {
	for range n {
		if err := one(random.Uint64()); err != nil {
			return err
		}
	}
	return nil
}

// stressChecks runs one of the suite's checks that are no scripts.
func stressChecks(s Subject, random *rand.Rand) error {
	lucky := slices.Concat(concurrentChecks(), snapshotChecks(), atomicChecks(), waitingChecks(), versionWaitChecks(), retentionChecks(), extendedChecks())
	lucky = slices.DeleteFunc(lucky, func(c check) bool { return !s.claims(c.claim) || s.knownToFail(c.name) })
	c := lucky[random.IntN(len(lucky))]
	if err := c.verify(s); err != nil && !lacks(err) {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}
