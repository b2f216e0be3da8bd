package storebench

import (
	"time"

	"informerbench/stores"
)

// aMillion is where a row gets more time: its operations take longer, and vary more.
const aMillion = 1_000_000

// cell is one row as it is being measured.
type cell struct {
	f       *filled            // nil for rows on nothing, which use
	store   stores.Constructor //  this
	objects int
	// pace stretches or shortens all times; 1 outside of tests.
	pace float64
	// distributions are whole histograms beside the values that a row returns.
	distributions []distribution
}

// budget is how long a row of short operations is measured.
func (c *cell) budget() time.Duration { return c.time(40*time.Millisecond, 100*time.Millisecond) }

// longBudget is how long a row is measured whose operation takes a share of a second with a million
// objects, and allocates so much that a few of them would be measured between two collections.
func (c *cell) longBudget() time.Duration { return c.time(40*time.Millisecond, time.Second) }

// time picks between a usual and a very large population.
func (c *cell) time(usual, million time.Duration) time.Duration {
	if c.objects >= aMillion {
		usual = million
	}
	return time.Duration(float64(usual) * c.pace)
}

// timed runs op again and again until the time is over, and returns how often and for how
// long. The clock is read once in so many operations. There is no estimate of a
// count that would fit, as package testing makes one: a store whose operations are
// fast until somebody blocks them would be measured for minutes.
func timed(budget time.Duration, every int, op func(i int)) (n int, took time.Duration) {
	for i := range every { // the first ones find cold caches
		op(i)
	}
	start := time.Now()
	for took < budget {
		for range every {
			op(every + n)
			n++
		}
		took = time.Since(start)
	}
	return n, took
}

// perOp is the time of one of n operations in nanoseconds.
func perOp(took time.Duration, n int) float64 { return float64(took.Nanoseconds()) / float64(n) }

func perSecond(n int, took time.Duration) float64 { return float64(n) / took.Seconds() }
