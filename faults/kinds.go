package faults

// Kind names a fault.
type Kind string

// Faults of the watches that are open when they strike.
const (
	Reset      Kind = "reset"       // the connection is reset in the middle of the next event
	Truncate   Kind = "truncate"    // the answer ends, cleanly, in the middle of the next event
	Cut        Kind = "cut"         // the connection ends, between two events
	Close      Kind = "close"       // the answer ends cleanly, between two events
	GoneEvent  Kind = "gone-event"  // an event says 410 (Mode: its reason, Expired or Gone)
	ErrorEvent Kind = "error-event" // an event says Code
	Silence    Kind = "silence"     // nothing arrives any more; For later the connection is found dead
	Duplicate  Kind = "duplicate"   // the next N events come again after the last of them
	WrongType  Kind = "wrong-type"  // an event brings an object of another type
	Garbage    Kind = "garbage"     // an event that cannot be decoded
)

// Faults of the next N requests of kind On.
const (
	Status     Kind = "status"      // the answer is Code (Wait: with Retry-After)
	Gone       Kind = "gone"        // the answer is 410 (Mode: its reason, Expired or Gone)
	Timeout    Kind = "timeout"     // the answer is 504 after For (Mode close: the connection ends instead)
	NoAnswer   Kind = "no-answer"   // the request vanishes; For later the connection is found dead
	HalfList   Kind = "half-list"   // the connection is reset in the middle of a list
	ShortWatch Kind = "short-watch" // a watch ends at once (Mode events: with what there is to say)
	Late       Kind = "late"        // the answer is made at once and arrives For later
	NoMarker   Kind = "no-marker"   // a streaming list has no end marker (Mode close: and ends)
	PageGone   Kind = "page-gone"   // the token of a page has expired
)

// Faults of the server as a whole.
const (
	Compact     Kind = "compact"      // all but the last N versions are forgotten
	Restart     Kind = "restart"      // back up without the last N versions (Mode back: versions go back, too; bump: they go on higher)
	Lag         Kind = "lag"          // for the time For, requests are answered by a server that is N versions behind and stands still
	Refuse      Kind = "refuse"       // all connections end, and connects are refused for the time For
	SlowConnect Kind = "slow-connect" // the next N connects take For: later ones come first
	Bookmarks   Kind = "bookmarks"    // for the time For, only other resources change
)

// Target says which requests a fault of requests meets.
type Target string

const (
	AnyRequest Target = "any"
	OnList     Target = "list"   // plain lists and their pages
	OnWatch    Target = "watch"  // plain watches
	OnStream   Target = "stream" // streaming lists
)

// forever is For of a Silence or NoAnswer that nothing ever ends but the client itself.
const forever = 0

// kinds lists every kind, for those who draw and who read plans.
var kinds = []Kind{
	Reset, Truncate, Cut, Close, GoneEvent, ErrorEvent, Silence, Duplicate, WrongType, Garbage,
	Status, Gone, Timeout, NoAnswer, HalfList, ShortWatch, Late, NoMarker, PageGone,
	Compact, Restart, Lag, Refuse, SlowConnect, Bookmarks,
}

// Kinds returns the names of all faults.
func Kinds() []Kind { return append([]Kind(nil), kinds...) }

// goesBack tells of faults after which a client may, rightly, see older states again: of
// all others it may not.
func (f Fault) goesBack() bool {
	return f.Kind == Duplicate || f.Kind == Restart || f.Kind == Lag
}

// meetsRequests tells of faults that wait for requests.
func (f Fault) meetsRequests() bool {
	switch f.Kind {
	case Status, Gone, Timeout, NoAnswer, HalfList, ShortWatch, Late, NoMarker, PageGone:
		return true
	}
	return false
}
