package fifo

import (
	"fmt"
	"runtime/debug"

	"k8s.io/client-go/tools/cache"
)

// consumer is what one call of Pop or PopBatch lends.
type consumer struct {
	single cache.PopProcessFunc
	batch  cache.ProcessBatchFunc // nil when deltas go one by one
	// outcomes gets exactly one outcome, unless the queue is closed first. It has room
	// for it, so that the writer never waits for a consumer that waits for the
	// writer's lock.
	outcomes chan outcome
	// last is what single was given last. The consumer reads it after the outcome, or
	// under the lock of the queue.
	last any
}

func newConsumer(single cache.PopProcessFunc, batch cache.ProcessBatchFunc) *consumer {
	return &consumer{single: single, batch: batch, outcomes: make(chan outcome, 1)}
}

// takes is how many of the deltas the consumer takes at once.
func (c *consumer) takes(deltas []cache.Delta) int {
	if c.batch == nil {
		return 1
	}
	return len(deltas)
}

// process calls the function for deltas of which all are about single objects, or for
// one that is not.
func (c *consumer) process(deltas []cache.Delta, initial bool) error {
	if c.batch != nil && batchable(deltas[0].Type) {
		return c.batch(deltas, initial)
	}
	popped := any(cache.Deltas{deltas[0]}) // a slice of its own, which may be kept
	c.last = popped
	return c.single(popped, initial)
}

// process gives the deltas to the consumer, and again to the next one when it asks for
// that. It returns the error for the last of them.
func (d *Direct) process(deltas []cache.Delta, initial bool) error {
	var err error
	for again := false; len(deltas) > 0; {
		c := d.borrow()
		if c == nil {
			return cache.ErrFIFOClosed
		}
		n := c.takes(deltas)
		if again, err = d.call(c, deltas[:n], initial); !again {
			deltas = deltas[n:]
		}
	}
	return err
}

// borrow waits for a consumer, unless there is one. It is nil once the queue is closed.
func (d *Direct) borrow() *consumer {
	if d.borrowed == nil {
		select {
		case d.borrowed = <-d.lent:
		case <-d.closed:
		}
	}
	return d.borrowed
}

// call processes deltas and reports the outcome to the consumer, unless it is success: then
// the consumer goes on lending.
func (d *Direct) call(c *consumer, deltas []cache.Delta, initial bool) (again bool, err error) {
	returned := false
	defer func() {
		if !returned {
			crashed := newCrash(recover())
			err = crashed
			d.report(c, outcome{crashed: crashed})
		}
	}()
	err = c.process(deltas, initial)
	returned = true
	if err != nil {
		err, again = asRequeue(err)
		d.report(c, outcome{err: err})
	}
	return again, err
}

// report gives the consumer back with an outcome.
func (d *Direct) report(c *consumer, o outcome) {
	d.borrowed = nil
	c.outcomes <- o
}

// outcome is what a call of Pop returns or panics with.
type outcome struct {
	err     error
	crashed *crash
}

func (o outcome) pass() error {
	if o.crashed != nil {
		panic(o.crashed)
	}
	return o.err
}

// crash is a panic on its way to the consumer's goroutine. It has the stack on which it
// happened, for the one on which it goes on does not show it.
type crash struct {
	value any
	stack []byte
}

func newCrash(value any) *crash { return &crash{value: value, stack: debug.Stack()} }

func (c *crash) Error() string {
	return fmt.Sprintf("processing panicked: %v\n\n%s", c.value, c.stack)
}

func (c *crash) Unwrap() error {
	err, _ := c.value.(error)
	return err
}
