package informer

// HandlerStats is the state of one registered handler.
type HandlerStats struct {
	// Name is the handler's type, or the first function of one made of functions.
	Name string
	// Pending is the number of calls that are still to be made, the running one included.
	// Calls that were taken for delivery are counted by the chunk, so up to 1,023 of them
	// may have returned already.
	Pending int
	// Coalesced is the number of calls that [Coalescing] saved so far.
	Coalesced uint64
	// Synced is the registration's HasSynced.
	Synced bool
}

// Handlers tells about the handlers that are registered now, in no order. It takes
// locks of the delivery for moments: ask as often as metrics are scraped.
func (s *SharedInformer) Handlers() []HandlerStats {
	listeners := s.processor.registered()
	all := make([]HandlerStats, len(listeners))
	for i, l := range listeners {
		all[i] = HandlerStats{
			Name:      handlerName(l.handler),
			Pending:   l.buffer.pending(),
			Coalesced: l.buffer.coalesced(),
			Synced:    l.HasSynced(),
		}
	}
	return all
}
