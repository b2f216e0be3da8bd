package storebench

import (
	"fmt"
	"slices"
	"strings"
)

// Row is one measurement of a store: what is done, with which parameters, and which values
// it gives. What a row's values mean to a reader, and what they shall reach, stands in [Sections].
type Row struct {
	Op string
	// Params are key=value parts of the name, in order.
	Params []string
	// Units are those of the values, in the order in which measure returns them.
	Units []string

	on      stage
	scaling bool                   // measured with each number of processors
	at      func(objects int) bool // nil: with every population
	yields  bool                   // measured with and without the yield after a large read
	measure func(c *cell) ([]float64, error)
}

// stage is what a row needs. A process goes through the stages in this order, so that one
// filled store serves many rows.
type stage int

const (
	onNothing   stage = iota // before there is a population: heap and collector
	onRandom                 // three indexes, filled from a list in random order
	onReplacing              // the same store; leaves it filled from a list in the order of keys
	onKeyed                  // the same store, filled from a list in the order of the keys
	onUnindexed              // no index
	onSingle                 // three indexes with single-valued functions
	stages
)

// The orders in which the list that a store is filled from can be: an API server's, and one that
// shows how much of a read's time the former saves by leaving neighbours together.
const (
	orderKey    = "key"
	orderRandom = "random"
)

func (s stage) order() string {
	if s == onRandom {
		return orderRandom
	}
	return orderKey
}

// Rows lists all rows in the order in which they are measured.
func Rows() []Row {
	rows := slices.Concat(memoryRows(), readRows(), replaceRows(), writeRows(), latencyRows(), scalingRows(), listerRows())
	slices.SortStableFunc(rows, func(a, b Row) int { return int(a.on - b.on) })
	return rows
}

// Name is the row's part of a result's name.
func (r Row) Name() string {
	return strings.Join(append([]string{"op=" + r.Op}, r.Params...), "/")
}

// Filter selects the row's results, in benchstat's syntax.
func (r Row) Filter() string {
	filter := ".name:Store /op:" + r.Op
	has := map[string]bool{}
	for _, p := range r.Params {
		key, value, _ := strings.Cut(p, "=")
		filter += fmt.Sprintf(" /%s:%s", key, value)
		has[key] = true
	}
	for _, key := range paramKeys {
		if !has[key] {
			filter += fmt.Sprintf(` /%s:""`, key) // a row of the same op may have it
		}
	}
	return filter
}

// paramKeys are the keys of all rows' parameters.
var paramKeys = []string{"indexes", "order", "index", "values", "listers", "readers", "writers"}

func upTo(limit int) func(int) bool {
	return func(objects int) bool { return objects <= limit }
}
