package flame

import (
	"strings"

	"github.com/google/pprof/profile"
)

// StageLabel is the key of the label that says what a goroutine of a pipeline does.
const StageLabel = "stage"

// Stages of a pipeline, and what runs beside it.
const (
	StageReflector  = "reflector"  // lists, watches and decodes
	StageQueue      = "queue"      // between reflector and store: queueing, taking, planning what to apply
	StageStore      = "store"      // indexer and store, when a pipeline writes
	StageHandler    = "handler"    // delivery of events, and the handlers
	StageReader     = "reader"     // reads, with the store's frames below
	StageWriter     = "writer"     // plays events into the source
	StageReconciler = "reconciler" // work queue and reconcilers
	StageGC         = "gc"         // background work of the collector
	StageScheduler  = "scheduler"  // the runtime looks for a goroutine to run
	StageOther      = "other"
)

// roles are goroutines that call into rooms of a pipeline without being part of it: wherever
// one of these functions is on the stack, all of the stack belongs to the role.
var roles = []struct{ function, stage string }{
	{"reflectorbench.(*reader).loop", StageReader},
	{"reflectorbench.(*stage).work", StageReconciler},
	{"reflectorbench.(*localFeed).play", StageWriter},
	{"reflectorbench.(*remoteFeed).play", StageWriter},
	{"informerbench/workload.Play", StageWriter},
	{"runtime.gcBgMarkWorker", StageGC},
	{"runtime.bgsweep", StageGC},
	{"runtime.bgscavenge", StageGC},
}

// rooms tell the stage by the innermost frame that is in one of them. Prefixes of the name behind the
// module's path or, for client-go, of the whole name.
var rooms = []struct{ prefix, stage string }{
	{"stores/", StageStore},
	{"indexer.", StageStore},
	{"fifo.", StageQueue},
	{"reflector.", StageReflector},
	{"wire.", StageReflector},
	{"workload/source.", StageReflector}, // as it answers a list or a watch; with a writer below, the role decides
	{"informer.(*listener)", StageHandler},
	{"informer.(*processor)", StageHandler},
	{"reflectorbench.(*recorder)", StageHandler},
	{"peers/", StageStore},
	{clientGo + "(*threadSafeMap)", StageStore},
	{clientGo + "(*storeIndex)", StageStore},
	{clientGo + "(*cache)", StageStore},
	{clientGo + "(*DeltaFIFO)", StageQueue},
	{clientGo + "(*RealFIFO)", StageQueue},
	{clientGo + "(*controller).processLoop", StageQueue},
	{clientGo + "(*Reflector)", StageReflector},
	{clientGo + "(*processorListener)", StageHandler},
	{clientGo + "(*sharedProcessor)", StageHandler},
}

const (
	modulePath = "informerbench/"
	clientGo   = "k8s.io/client-go/tools/cache."
)

// room is the function's name behind our module's path, wherever the module is hosted, or the whole name.
func room(name string) string {
	end := len(name)
	if i := strings.IndexByte(name, '['); i >= 0 {
		end = i // a type argument may name any package
	}
	if i := strings.Index(name[:end], modulePath); i == 0 || i > 0 && name[i-1] == '/' {
		return name[i+len(modulePath):]
	}
	return name
}

// roomStage is the stage of a frame by its function alone, or "".
func roomStage(name string) string {
	in := room(name)
	for _, r := range rooms {
		if strings.HasPrefix(in, r.prefix) {
			return r.stage
		}
	}
	return ""
}

// StageOf tells which stage a sample belongs to: by the role of its goroutine, else by the innermost frame
// in a room of a pipeline, else by its label, else scheduler or other.
func StageOf(s *profile.Sample) string {
	inner := ""
	for name := range innermostFirst(s) {
		for _, r := range roles {
			if strings.Contains(name, r.function) {
				return r.stage
			}
		}
		if inner == "" {
			inner = roomStage(name)
		}
	}
	if label := s.Label[StageLabel]; len(label) > 0 {
		switch role := label[0]; {
		case role == StageReader, role == StageWriter, role == StageReconciler, inner == "":
			return role
		}
	}
	if inner == "" {
		return idleStage(s)
	}
	return inner
}

// idleStage tells scheduling, which happens on a stack of the runtime's own, from the rest.
func idleStage(s *profile.Sample) string {
	outermost := ""
	for name := range innermostFirst(s) {
		outermost = name
	}
	if outermost == "runtime.mcall" || strings.HasPrefix(outermost, "runtime.mstart") {
		return StageScheduler
	}
	return StageOther
}

// LabelStages sets the label of every sample to its stage.
func LabelStages(p *profile.Profile) {
	for _, s := range p.Sample {
		stage := StageOf(s)
		if s.Label == nil {
			s.Label = map[string][]string{}
		}
		s.Label[StageLabel] = []string{stage}
	}
}
