package replay

import (
	"fmt"
	"strings"
)

// Repairs counts the records that could not be played as they were recorded.
type Repairs struct {
	Added    int // changes of objects that were not there, played as adds
	Modified int // adds of objects that were there, played as changes
	Unknown  int // deletes of objects that were not there, left out
	Twice    int // objects listed or sent twice in one version, left out
	Unusable int // records of an unlisted resource, or without an object of its kind, left out
}

// Any tells whether there was any.
func (r Repairs) Any() bool { return r != Repairs{} }

// String lists what there was, in words; it is empty when there was nothing.
func (r Repairs) String() string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{r.Added, "changes of objects that were not there became adds"},
		{r.Modified, "adds of objects that were there became changes"},
		{r.Unknown, "deletes of objects that were not there were left out"},
		{r.Twice, "repeated records were left out"},
		{r.Unusable, "records without a usable object were left out"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	return strings.Join(parts, ", ")
}
