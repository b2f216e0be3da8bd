package fifo

// staging is what a queue does for reflectors that ask how objects of a list shall be kept until it is complete
// ([informerbench/reflector.StagingStore]).
type staging struct {
	stage func() func(obj any) any // nil: as they came
}

// Stage begins a list, as [Options].Stage says. It returns nil where objects stay as they came.
func (s staging) Stage() (stage func(obj any) any) {
	if s.stage == nil {
		return nil
	}
	return s.stage()
}

// standInState is what a State may offer besides: what stands for the objects that it has. Without stand-ins it
// refuses the first by known false, and answers the second with objects.
type standInState interface {
	StandIn(key string) (standIn any, exists, known bool)
	StandIns() []any
}

// held returns what State has under a key, for the handler: the object, or what stands for it.
func (p *Processor) held(key string) (any, bool) {
	if state, ok := p.State.(standInState); ok && p.StandIns {
		if held, exists, known := state.StandIn(key); known {
			return held, exists
		}
	}
	return p.lookup(key)
}

// present returns all that State has, for the handler, in no order.
func (p *Processor) present() []any {
	if state, ok := p.State.(standInState); ok && p.StandIns {
		return state.StandIns()
	}
	return p.State.List()
}
