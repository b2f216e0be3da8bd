package informerbench

import (
	"context"
	"fmt"
	"io"

	"informerbench/bench/rounds"
)

// List is how an informer gets its initial state.
type List string

const (
	// StreamList is a watch that begins with all objects: client-go's default.
	StreamList List = "stream"
	// PlainList is one list.
	PlainList List = "plain"
)

// Lists are both.
func Lists() []List { return []List{StreamList, PlainList} }

// Process is a measurement that has a process of its own.
type Process struct {
	Name     string // of the result
	Part     Part
	Informer string
	List     List
	Pods     int // of a sync
	Handlers int
}

// Run measures and writes the one result.
func (p Process) Run(ctx context.Context, out io.Writer) error {
	s, err := subjectOf(p.Informer)
	if err != nil {
		return err
	}
	var (
		names  []string
		values []float64
	)
	switch p.Part {
	case SyncPart:
		names, values, err = p.sync(ctx, s)
	case IdlePart:
		names, values, err = p.idle(ctx, s)
	default:
		return fmt.Errorf("part %q has no process of its own: want %s or %s", p.Part, SyncPart, IdlePart)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, rounds.Line(p.Name, names, values))
	return err
}
