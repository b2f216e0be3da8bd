package informer

import (
	"fmt"
	"reflect"
	"runtime"

	"k8s.io/client-go/tools/cache"
)

// handlerName describes a handler in logs: the first function of one made of
// functions, since its type says nothing, and the type of any other.
func handlerName(h cache.ResourceEventHandler) string {
	switch h := h.(type) {
	case cache.ResourceEventHandlerFuncs:
		return firstFuncName(h.AddFunc, h.UpdateFunc, h.DeleteFunc)
	case *cache.ResourceEventHandlerFuncs:
		return firstFuncName(h.AddFunc, h.UpdateFunc, h.DeleteFunc)
	case cache.ResourceEventHandlerDetailedFuncs:
		return firstFuncName(h.AddFunc, h.UpdateFunc, h.DeleteFunc)
	case *cache.ResourceEventHandlerDetailedFuncs:
		return firstFuncName(h.AddFunc, h.UpdateFunc, h.DeleteFunc)
	}
	return fmt.Sprintf("%T", h)
}

func firstFuncName(funcs ...any) string {
	for _, f := range funcs {
		v := reflect.ValueOf(f)
		if v.IsNil() {
			continue
		}
		if fn := runtime.FuncForPC(v.Pointer()); fn != nil {
			return fn.Name()
		}
	}
	return "without functions"
}
