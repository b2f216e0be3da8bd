package reflectorbench

import (
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"

	"k8s.io/client-go/tools/cache"
)

const clientGo = "k8s.io/client-go"

// clientGoVersion is the version of the peer, and of the interfaces. A test binary's
// build information lists no modules, but the compiler notes for every function from
// which file it is, and in a module's cache that path holds the version.
func clientGoVersion() string {
	if v := buildVersion(); v != "" {
		return v
	}
	f := runtime.FuncForPC(reflect.ValueOf(cache.MetaNamespaceKeyFunc).Pointer())
	if f == nil {
		return "unknown"
	}
	file, _ := f.FileLine(f.Entry())
	if found := clientGoPath.FindStringSubmatch(file); found != nil {
		return found[1]
	}
	return "unknown"
}

var clientGoPath = regexp.MustCompile(`\b` + clientGo + `@(v[^/]+)/`)

func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, dep := range info.Deps {
		if dep.Path != clientGo {
			continue
		}
		if dep.Replace != nil {
			return dep.Replace.Path + " " + dep.Replace.Version
		}
		return dep.Version
	}
	return ""
}
