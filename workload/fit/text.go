package fit

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
)

// WriteText prints the fit for people. Names come from a cluster and are quoted where they are not plain.
func (f *Fit) WriteText(w io.Writer) error {
	t := &text{w: tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
	t.line("%s, %d records, %d objects, %s s of events", f.Kind, f.Records, f.AllObjects, number(f.Seconds))
	if len(f.Resources) > 1 && f.Resource != "" {
		t.line("cells of a replay are named by the %d %s", f.Objects, name(f.Resource))
	}
	if !f.Started.IsZero() {
		t.line("started %s", f.Started.UTC().Format("2006-01-02 15:04:05 MST"))
	}
	if f.Dropped != "" {
		t.line("left out when it was recorded: %q", f.Dropped)
	}
	if f.Damage != "" {
		t.line("INCOMPLETE: %s: all numbers are of what stands before", f.Damage)
	}
	t.gaps(f)
	t.counts(f)
	t.rates(f)
	t.sizes(f)
	t.keys(f)
	t.indexes(f)
	if t.err != nil {
		return t.err
	}
	return t.w.Flush()
}

// text keeps the first error of writing.
type text struct {
	w   *tabwriter.Writer
	err error
}

func (t *text) line(format string, args ...any) {
	if _, err := fmt.Fprintf(t.w, format+"\n", args...); err != nil && t.err == nil {
		t.err = err
	}
}

// shownGaps is enough to see what happened; tools read all of them.
const shownGaps = 10

func (t *text) gaps(f *Fit) {
	for _, g := range f.Gaps[:min(len(f.Gaps), shownGaps)] {
		t.line("NOT WATCHED: %s from %s s to %s s: rates leave that out", name(g.Resource), number(g.From), number(g.To))
	}
	if more := len(f.Gaps) - shownGaps; more > 0 {
		t.line("and in %d more stretches, which --format=json lists", more)
	}
}

func (t *text) counts(f *Fit) {
	t.line("\nRESOURCE\tLISTED\tAT END\tADDED\tMODIFIED\tDELETED\tSPEC CHANGES\tRELISTS\tNAMESPACES\tSKEW\tDISTANCE")
	for _, r := range f.Resources {
		namespaces, skew := "-", (*Zipf)(nil)
		if r.Namespaces != nil {
			namespaces, skew = strconv.Itoa(r.Namespaces.Count), r.Namespaces.Skew
		}
		spec := "-"
		if r.SpecChanged != nil {
			spec = percent(*r.SpecChanged)
		}
		t.line("%s\t%d\t%d\t%d\t%d\t%d\t%s\t%d\t%s\t%s", name(r.Resource), r.Listed, r.Live, r.Added, r.Modified, r.Deleted, spec, r.Relists, namespaces, zipf(skew))
	}
}

func (t *text) rates(f *Fit) {
	t.line("\nEVENTS/S\tMEAN\tP50\tP99\tPEAK\tBURSTINESS")
	row := func(name string, r *Rate) {
		if r != nil {
			t.line("%s\t%s\t%s\t%s\t%s\t%s", name, number(r.Mean), number(r.P50), number(r.P99), number(r.Peak), number(r.Burstiness))
		}
	}
	for _, r := range f.Resources {
		row(name(r.Resource), r.Rate)
	}
	row("all", f.Rate)
}

func (t *text) sizes(f *Fit) {
	t.line("\nBYTES, ENCODED\tFORM\tP50\tP90\tP99\tMAX")
	row := func(name, form string, q *Quantiles) {
		if q != nil {
			t.line("%s\t%s\t%s\t%s\t%s\t%s", name, form, number(q.P50), number(q.P90), number(q.P99), number(q.Max))
		}
	}
	for _, r := range f.Resources {
		row(name(r.Resource), "protobuf", r.Protobuf)
		row(name(r.Resource), "JSON", r.JSON)
	}
}

func (t *text) keys(f *Fit) {
	t.line("\nKEYS\tWITH EVENTS\tEVENTS ON SEEN KEYS\tON TOP 1%%\tUPDATE SKEW\tDISTANCE\tP50 S BETWEEN\tP99")
	for _, r := range f.Resources {
		if k := r.Keys; k != nil {
			p50, p99 := "-", "-"
			if k.Between != nil {
				p50, p99 = number(k.Between.P50), number(k.Between.P99)
			}
			t.line("%s\t%d\t%s\t%s\t%s\t%s\t%s", name(r.Resource), k.Distinct, percent(k.Reused), percent(k.Top), zipf(k.Skew), p50, p99)
		}
	}
}

func (t *text) indexes(f *Fit) {
	t.line("\nINDEX\tBY\tVALUES\tP50 KEYS\tP99\tMAX\tCHANGED BY UPDATE")
	for _, r := range f.Resources {
		for _, x := range r.Indexes {
			if q := x.Keys; q != nil {
				t.line("%s\t%s\t%d\t%s\t%s\t%s\t%s", name(r.Resource), x.Name, x.Values, number(q.P50), number(q.P99), number(q.Max), percent(x.Changed))
			}
		}
	}
}

// zipf is two cells: the exponent, and how far off the distribution is.
func zipf(z *Zipf) string {
	if z == nil {
		return "-\t-"
	}
	return fmt.Sprintf("%.2f\t%.2f", z.Exponent, z.Distance)
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + "%" }

func number(x float64) string {
	if x >= 1000 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// name is a resource's name as it may stand on a terminal.
func name(s string) string {
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.') {
			return strconv.Quote(s)
		}
	}
	return s
}
