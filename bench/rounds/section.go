package rounds

import "strings"

// Figure is a value under a title that people read. Its filter is in benchstat's syntax.
type Figure struct {
	Title, Filter, Unit string
}

// Section is a table: columns that are compared with one of them, figures down, and a table for
// each group.
type Section struct {
	Title, Note string
	// Group, Columns and Base are projections of the results' names in benchstat's syntax,
	// and the label of the column to compare with. Ignore names keys that may differ within a figure.
	Group, Columns, Base, Ignore string
	Figures                      []Figure
	// Target returns what a column shall reach in a figure of a group; nil: nothing.
	Target func(column string, figure int, group string) (Target, bool)
	// About is nil where columns are informers; else it names the informer of a group, and what
	// the column is.
	About func(column, group string) (informer, label string)
}

// Target is a ratio to the base: at least so much, or at most if that is set.
type Target struct {
	AtLeast, AtMost float64
	// Absolute: AtMost is a value in the figure's unit.
	Absolute bool
}

// InOrder is a projection of a key whose values have that order.
func InOrder(key string, values []string) string { return key + "@(" + strings.Join(values, " ") + ")" }
