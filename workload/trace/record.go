package trace

import (
	"fmt"
	"slices"
	"time"

	"informerbench/workload"
)

// Phase says how an event came into a recording.
type Phase uint8

// The phases. Populations are Listed throughout and streams Watched.
const (
	// Listed events are the objects of the first list of a resource, as Added events.
	Listed Phase = iota
	// Watched events came over a watch.
	Watched
	// Relisted events are what a new list showed to have changed while no watch was open.
	// A Deleted one carries nothing but namespace, name, UID and the last known version,
	// because a recorder keeps no objects.
	Relisted
	// Bookmark records have an object that holds nothing but a resource version. The first
	// of each resource says that its first list is complete.
	Bookmark
)

var phases = []string{"listed", "watched", "relisted", "bookmark"}

func (p Phase) String() string {
	if int(p) < len(phases) {
		return phases[p]
	}
	return fmt.Sprintf("phase %d", uint8(p))
}

// ParsePhase is the opposite of String.
func ParsePhase(name string) (Phase, error) {
	if i := slices.Index(phases, name); i >= 0 {
		return Phase(i), nil
	}
	return 0, fmt.Errorf("unknown phase %q: allowed are listed, watched, relisted, bookmark", name)
}

// Record is one event of a trace with what is known of its arrival.
type Record struct {
	workload.Event
	// Offset is the time of arrival since the trace began. It never falls within a trace,
	// and is zero in populations and streams.
	Offset time.Duration
	Phase  Phase
	// Gap, of a bookmark, says that for so long before Offset the resource was not watched; see Gaps.
	// A recorder that cannot reach the server tells so while it lasts, in records whose gaps overlap.
	Gap time.Duration
}

// Summary is what is known only at the end of a trace.
type Summary struct {
	// Records is the number of records, bookmarks included; the Writer counts them.
	Records int64 `json:"records"`
	// Ended says in words why the recording ended.
	Ended string `json:"ended,omitempty"`
	// Listed says that the first list of every resource was complete.
	Listed bool `json:"listed,omitempty"`
	// Span is the time that was recorded, in nanoseconds when it is JSON.
	Span time.Duration `json:"spanNs,omitempty"`
	// Relists and Reconnects count the lists after the first that were read to their end, and the
	// watches that were opened anew from the last version and worked.
	Relists    int64 `json:"relists,omitempty"`
	Reconnects int64 `json:"reconnects,omitempty"`
	// FailedTries counts the lists and watches that did not.
	FailedTries int64 `json:"failedTries,omitempty"`
	// DroppedObjects and DroppedBytes count the records whose objects lost data, such as
	// Secrets, and how much.
	DroppedObjects int64 `json:"droppedObjects,omitempty"`
	DroppedBytes   int64 `json:"droppedBytes,omitempty"`
}
