package reflector

// RecordTransitions returns options with which a reflector tells record of each change
// of state, on the goroutine of Run, and then whoever was to be told before.
func RecordTransitions(o Options, record func(from, to State)) Options {
	before := o.transition
	o.transition = func(from, to State) {
		record(from, to)
		if before != nil {
			before(from, to)
		}
	}
	return o
}
