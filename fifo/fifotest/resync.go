package fifotest

import "testing"

var resyncCases = []queueCase{
	{"ResyncRepeatsTheStore", resyncRepeatsTheStore},
	{"ResyncDoesNotReviveAQueuedDelete", resyncDoesNotReviveAQueuedDelete},
	{"ResyncDoesNotOvertakeAQueuedUpdate", resyncDoesNotOvertakeAQueuedUpdate},
}

func resyncRepeatsTheStore(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Add(newObject("x", 1)))
	r.mustDrain(t)
	must(t, r.Resync())
	r.mustDrain(t)
	r.seen.saw(t, "add x@1", "update x@1 x@1")
}

// kubernetes/kubernetes#26167.
func resyncDoesNotReviveAQueuedDelete(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Add(newObject("x", 1)))
	r.mustDrain(t)
	must(t, r.Delete(newObject("x", 2)))
	must(t, r.Resync())
	r.mustDrain(t)
	r.seen.saw(t, "add x@1", "delete x@2")
	r.holds(t)
}

// kubernetes/kubernetes#26167.
func resyncDoesNotOvertakeAQueuedUpdate(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Add(newObject("x", 1)))
	r.mustDrain(t)
	must(t, r.Update(newObject("x", 2)))
	must(t, r.Resync())
	r.mustDrain(t) // the recorder refuses an older version after a newer one
	r.holds(t, "x@2")
}
