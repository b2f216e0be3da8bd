package clientgo

import (
	"errors"
	"fmt"
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ErrScope is wrapped by the error of [Register] when the factory was made for another
// scope than the one given.
var ErrScope = errors.New("the scope is not the factory's")

// Scope repeats what a factory was made with. The zero value is right for a factory of the
// whole cluster without list options, such as informers.NewSharedInformerFactory makes.
type Scope struct {
	// Namespace is what informers.WithNamespace got; empty for all namespaces.
	Namespace string
	// TweakListOptions is what informers.WithTweakListOptions got; nil for none. It is
	// called for every list and watch, also from several goroutines at once.
	TweakListOptions func(*metav1.ListOptions)
}

// check compares the scope with the fields that generated factories keep. It only reads
// them; which function a factory tweaks with cannot be read, only whether there is one. A
// factory without such fields is not a generated one, and is believed.
func (s Scope) check(factory any) error {
	v := reflect.ValueOf(factory)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return nil
	}
	if f := v.Elem().FieldByName("namespace"); f.Kind() == reflect.String && f.String() != s.Namespace {
		return fmt.Errorf("nothing registered: %w: the factory is limited to namespace %q, the scope to %q (empty is all); set Scope.Namespace to what informers.WithNamespace got", ErrScope, f.String(), s.Namespace)
	}
	if f := v.Elem().FieldByName("tweakListOptions"); f.Kind() == reflect.Func && f.IsNil() != (s.TweakListOptions == nil) {
		return fmt.Errorf("nothing registered: %w: the factory changes list options: %t, the scope: %t; set Scope.TweakListOptions to what informers.WithTweakListOptions got", ErrScope, !f.IsNil(), s.TweakListOptions != nil)
	}
	return nil
}
