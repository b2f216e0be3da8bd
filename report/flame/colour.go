package flame

import "strings"

// paint is a fill that dark text can be read on, on a light page as on a dark one. The colours keep apart
// for people who do not tell red from green, after Okabe and Ito, "Color Universal Design" (2008).
type paint struct{ fill, meaning string }

var (
	paintStore      = paint{"#7fcdb0", "store"}
	paintQueue      = paint{"#f0d264", "queue"}
	paintReflector  = paint{"#8ec6ec", "reflector"}
	paintHandler    = paint{"#e3a6c6", "handlers"}
	paintLaboratory = paint{"#c9b8e8", "laboratory"}
	paintKubernetes = paint{"#f2b27a", "other Kubernetes"}
	paintRuntime    = paint{"#c4c4c4", "Go runtime"}
	paintOther      = paint{"#e2ddd0", "other"}
)

// paints are all, in the order of the legend.
func paints() []paint {
	return []paint{paintStore, paintQueue, paintReflector, paintHandler, paintLaboratory, paintKubernetes, paintRuntime, paintOther}
}

// paintOf colours a frame by the room that its function is in.
func paintOf(name string) paint {
	stage, pseudo := strings.CutPrefix(name, stagePrefix)
	if !pseudo {
		stage = roomStage(name)
	}
	switch stage {
	case StageReader, StageWriter, StageReconciler:
		return paintLaboratory
	case StageGC, StageScheduler:
		return paintRuntime
	case StageStore:
		return paintStore
	case StageQueue:
		return paintQueue
	case StageReflector:
		return paintReflector
	case StageHandler:
		return paintHandler
	}
	switch in := room(name); {
	case strings.HasPrefix(in, "reflectorbench."), strings.HasPrefix(in, "workload"), strings.HasPrefix(in, "bench/"):
		return paintLaboratory
	case strings.HasPrefix(in, "informer."):
		return paintHandler
	case strings.HasPrefix(name, "k8s.io/"), strings.HasPrefix(name, "sigs.k8s.io/"):
		return paintKubernetes
	case strings.HasPrefix(name, "runtime."), strings.HasPrefix(name, "runtime/"), strings.HasPrefix(name, "internal/"),
		strings.HasPrefix(name, "sync"), strings.HasPrefix(name, "syscall."):
		return paintRuntime
	}
	return paintOther
}
