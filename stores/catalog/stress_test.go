package catalog_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"informerbench/stores/catalog"
	"informerbench/stores/storetest"
)

// The flags of make stress. Without a duration nothing runs.
var (
	stressDuration = flag.Duration("stress.duration", 0, "how long to stress each store")
	stressStores   = flag.String("stress.store", "all", "names of stores, separated by commas")
	stressSeed     = flag.Uint64("stress.seed", 0, "repeat the round of this seed over and over; 0 begins anywhere")
	stressLast     = flag.String("stress.last", "", "file that is told how to repeat the round that runs")
)

// mayRetain is the most that any variant keeps when idle; each says exactly how much where it runs
// the suite.
const mayRetain = 64

// TestStress runs storetest.Stress for each store, one after the other. It writes to
// standard output itself, for its lines are to be seen while it runs.
func TestStress(t *testing.T) {
	if *stressDuration == 0 {
		t.Skip("make stress sets a duration")
	}
	for _, name := range stressed() {
		variant, err := catalog.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { stress(t, variant) })
	}
}

func stressed() []string {
	if *stressStores != "all" {
		return strings.Split(*stressStores, ",")
	}
	return slices.DeleteFunc(catalog.Names(), func(name string) bool {
		variant, _ := catalog.Lookup(name)
		return variant.Peer
	})
}

func stress(t *testing.T, v catalog.Variant) {
	how := storetest.Stressing{Seed: *stressSeed, Repeat: *stressSeed != 0}
	if !how.Repeat {
		how.Seed = 1 + rand.Uint64N(1e9)
	}
	fmt.Printf("stress %s for %v from seed %d\n", v.Name, *stressDuration, how.Seed)
	ctx, cancel := context.WithTimeout(context.Background(), *stressDuration)
	defer cancel()
	ends, _ := ctx.Deadline()
	how.Progress = func(rounds int, seed uint64, part string) {
		left := max(0, time.Until(ends)).Round(time.Second)
		fmt.Printf("stress %s: %d rounds passed, now seed %d (%s), %v left\n", v.Name, rounds, seed, part, left)
	}
	how.Began = func(seed uint64, _ string) { note(t, v.Name, seed) }
	subject := storetest.Subject{Name: v.Name, New: v.New, Guarantees: v.Guarantees, KnownFailures: v.KnownFailures, Retains: mayRetain}
	rounds, err := storetest.Stress(ctx, subject, how)
	if err != nil {
		t.Fatalf("%s failed in round %d: %v", v.Name, rounds+1, err)
	}
	fmt.Printf("stress %s: %d rounds passed\n", v.Name, rounds)
}

// note leaves behind how to repeat the round, also when the process crashes in it.
func note(t *testing.T, name string, seed uint64) {
	if *stressLast == "" {
		return
	}
	if err := os.WriteFile(*stressLast, fmt.Appendf(nil, "make stress STORE=%s SEED=%d", name, seed), 0o666); err != nil {
		t.Fatal(err)
	}
}
