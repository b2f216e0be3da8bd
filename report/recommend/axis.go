package recommend

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Axis is a number that tells measured cells apart, and along which figures are
// interpolated.
type Axis int

// The axes, as keys of results name them; Cores is GOMAXPROCS.
const (
	Objects Axis = iota
	Readers
	Indexes
	Rate
	Handlers
	Cores
	axisCount int = iota
)

var axisNames = [axisCount]string{"objects", "readers", "indexes", "rate", "handlers", "cores"}

// String returns the axis as it is named in texts.
func (a Axis) String() string { return axisNames[a] }

// Absent is the coordinate of an axis that a result says nothing about, or that a
// caller does not ask for. Such axes are not compared.
const Absent = -1

// Point is a place among the measured cells: one value for each axis, or Absent.
type Point [axisCount]float64

// Everywhere is the point that says nothing about any axis.
func Everywhere() (p Point) {
	for a := range p {
		p[a] = Absent
	}
	return p
}

// String names what the point says, such as "objects=10000 readers=4".
func (p Point) String() string {
	var parts []string
	for a, v := range p {
		if v != Absent {
			parts = append(parts, fmt.Sprintf("%v=%s", Axis(a), plain(v)))
		}
	}
	return strings.Join(parts, " ")
}

// coordinate is where a value lies on a logarithmic scale. What may be 0 is counted
// from 1, and below one object, event or core nothing is told apart.
func (a Axis) coordinate(v float64) float64 {
	switch a {
	case Readers, Indexes, Handlers:
		return math.Log1p(v)
	}
	return math.Log(math.Max(v, 1))
}

// load tells the axes along which more is more work, so that a figure is taken to
// become no better by it. More cores are no such axis: they help, or they fight for a lock.
func (a Axis) load() bool { return a != Cores }

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
