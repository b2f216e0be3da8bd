package faults

import "time"

// strikes draws the faults. One that waits for requests mostly comes with a kick, which
// makes the client ask; kicks are not among the number that is wanted.
func (d drawer) strikes(instants []time.Duration, end time.Duration) []Step {
	var steps []Step
	for range d.between(LeastFaults, LeastFaults+7) {
		at := d.strikeTime(instants, end)
		f := d.fault()
		steps = append(steps, Step{At: at, Do: Strike, Fault: f})
		if (f.meetsRequests() || f.Kind == Compact || f.Kind == SlowConnect) && !d.oneIn(4) {
			steps = append(steps, Step{At: at, Do: Strike, Fault: d.kick()})
		}
	}
	return steps
}

// strikeTime is mostly when something happens, often while the client still deals with it.
func (d drawer) strikeTime(instants []time.Duration, end time.Duration) time.Duration {
	if d.oneIn(3) {
		return d.instant(end)
	}
	return pick(d, instants...) + d.offset()
}

func (d drawer) kick() Fault {
	return pick(d, Fault{Kind: Close}, Fault{Kind: Cut}, Fault{Kind: Cut}, Fault{Kind: GoneEvent})
}

func (d drawer) fault() Fault {
	f := Fault{Kind: pick(d, kinds...)}
	switch {
	case f.meetsRequests():
		d.request(&f)
	case f.Kind == GoneEvent:
		f.Mode = pick(d, "", "Gone")
	case f.Kind == ErrorEvent:
		f.Code = pick(d, 500, 500, 429, 503, 504, 403)
	case f.Kind == Silence:
		f.For = pick(d, d.seconds(10, 60), d.seconds(60, 900), forever)
	case f.Kind == Duplicate:
		f.N = d.between(1, 6)
	case f.Kind == Compact:
		f.N = d.IntN(20)
	case f.Kind == Restart:
		f.N, f.Mode = d.between(1, 25), pick(d, "back", "bump")
	case f.Kind == Lag:
		f.N, f.For = d.IntN(25), d.seconds(5, 180)
	case f.Kind == Refuse, f.Kind == Bookmarks:
		f.For = d.seconds(2, 240)
	case f.Kind == SlowConnect:
		f.N, f.For = d.between(1, 3), d.seconds(1, 60)
	}
	return f
}

func (d drawer) request(f *Fault) {
	f.N, f.On = d.between(1, 4), pick(d, AnyRequest, AnyRequest, OnList, OnWatch, OnStream)
	switch f.Kind {
	case Status:
		f.Code, f.N = pick(d, 429, 429, 429, 500, 502, 503, 504, 403), d.between(1, 8)
		if d.oneIn(2) {
			f.Wait = d.seconds(1, 20)
		}
	case Gone:
		f.Mode = pick(d, "", "Gone")
	case Timeout:
		f.For, f.Mode = d.seconds(5, 90), pick(d, "", "close")
	case NoAnswer:
		f.For = pick(d, d.seconds(15, 300), d.seconds(15, 300), forever)
	case Late:
		f.For = d.seconds(1, 120)
	case ShortWatch:
		f.On, f.Mode = OnWatch, pick(d, "", "events")
	case NoMarker:
		f.On, f.Mode = OnStream, pick(d, "", "close")
	case HalfList, PageGone:
		f.On = OnList
	}
}

func (d drawer) seconds(least, most int) time.Duration {
	return time.Duration(d.between(least, most)) * time.Second
}
