package reflectorbench

import (
	"errors"
	"fmt"
)

// differences counts what a comparison found and keeps the first example of each kind.
type differences struct {
	where                string
	nLost, nNew, nOther  int
	exLost, exNew, other string
	counts               error
}

func (d *differences) lost(key string)     { d.nLost, d.exLost = d.nLost+1, first(d.exLost, key) }
func (d *differences) invented(key string) { d.nNew, d.exNew = d.nNew+1, first(d.exNew, key) }

func (d *differences) differs(key string, got, want version) {
	d.nOther++
	d.other = first(d.other, fmt.Sprintf("%s at version %d, uid %q instead of %d, %q", key, got.rv, got.uid, want.rv, want.uid))
}

func (d *differences) count(what string, got, want int) {
	if got != want {
		d.counts = errors.Join(d.counts, fmt.Errorf("%s has %d %s, the source %d", d.where, got, what, want))
	}
}

func (d *differences) err() error {
	errs := []error{d.counts}
	for _, k := range []struct {
		n             int
		verb, example string
	}{{d.nLost, "lost", d.exLost}, {d.nNew, "invented", d.exNew}, {d.nOther, "differs in", d.other}} {
		if k.n > 0 {
			errs = append(errs, fmt.Errorf("%s %s %d objects, for example %s", d.where, k.verb, k.n, k.example))
		}
	}
	return errors.Join(errs...)
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
