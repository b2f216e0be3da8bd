package reflectorbench

import (
	"math"
	"strconv"

	"informerbench/workload/replay"
)

// Speed says how fast a trace is played: "max", or how many times as fast as it was
// recorded, such as 1, 10 or 0.5.
type Speed string

// MaxSpeed plays a trace as fast as the source takes it. Nothing is due at a time then, so
// the measures of an open loop are left out.
const MaxSpeed Speed = "max"

// Replaying is the trace that takes the place of a population and its mix. The zero value is none.
type Replaying struct {
	// Trace is the path of a recording. Mix, Profile and Objects mean nothing beside it.
	Trace string
	Speed Speed // empty: 1
	// AllowCut replays a damaged trace up to its damage.
	AllowCut bool
}

func (r Replaying) replays() bool { return r.Trace != "" }

// fastest keeps a slip of the finger from making a rate of its own kind of full speed.
const fastest = 1_000_000

// factor is how many times as fast as recorded; 0 is full speed.
func (r Replaying) factor() (float64, error) {
	switch r.Speed {
	case "":
		return 1, nil
	case MaxSpeed:
		return 0, nil
	}
	f, err := strconv.ParseFloat(string(r.Speed), 64)
	if err != nil || math.IsNaN(f) || f <= 0 || f > fastest {
		return 0, usagef("speed is %q: it must be max, or a number above 0 and up to %d, such as 1, 10 or 0.5", r.Speed, fastest)
	}
	return f, nil
}

// atMax tells that nothing is due at a time.
func (r Replaying) atMax() bool { return r.replays() && r.Speed == MaxSpeed }

func (r Replaying) params() []param {
	speed := string(r.Speed)
	if f, err := r.factor(); err == nil && f > 0 {
		speed = strconv.FormatFloat(f, 'f', -1, 64) // 10 and 1e1 are one speed
	}
	return []param{{"trace", replay.Name(r.Trace)}, {"speed", speed}}
}

func (c Cell) validateReplaying() error {
	if _, err := c.factor(); err != nil {
		return err
	}
	switch {
	case !c.replays() && (c.Speed != "" || c.AllowCut):
		return usagef("speed and allow-cut are of a trace: name one with --trace=FILE")
	case c.replays() && c.Source == Cluster:
		return usagef("a trace cannot be replayed to a real cluster, to which nothing is written: allowed with a trace are source memory, http")
	case c.replays() && c.Settings != "":
		return usagef("a trace is replayed as it is; settings are for the generator: use one of --trace and --settings")
	}
	return nil
}
