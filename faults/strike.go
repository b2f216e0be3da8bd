package faults

import "time"

// elsewherePeriod is how often another resource changes in a time of bookmarks only.
const elsewherePeriod = 20 * time.Second

// strike lets a fault happen, or lets it wait for its requests.
func (s *server) strike(f Fault) {
	if f.meetsRequests() {
		s.front.prepare(f)
		return
	}
	switch f.Kind {
	case Compact:
		s.storage.compact(f.N)
	case Restart:
		s.storage.restart(f.N, f.Mode == "bump")
		s.network.resetAll()
	case Lag:
		s.storage.lag(f.N, time.Now().Add(f.For))
		time.AfterFunc(f.For, s.storage.endLag)
		s.network.resetAll()
	case Refuse:
		s.network.refuseFor(f.For)
	case SlowConnect:
		s.network.slowDown(max(f.N, 1), f.For)
	case Bookmarks:
		for after := elsewherePeriod; after < f.For; after += elsewherePeriod {
			time.AfterFunc(after, s.storage.elsewhere)
		}
	default:
		s.front.strikeStreams(f)
		return
	}
	s.front.noteStruck(f.Kind)
}

// heal ends what hinders requests. What has happened already, such as a silent
// connection, is for the client to get over.
func (s *server) heal() {
	s.front.heal()
	s.network.heal()
}
