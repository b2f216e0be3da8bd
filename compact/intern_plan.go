package compact

import (
	"reflect"
	"sync"
	"unsafe"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// plan says where in a value of a Go type the strings are. Structs that are part of
// others are resolved into their offsets, so that a walk touches only what it must, without
// reflection but for unusual maps.
type plan struct {
	texts []uintptr // offsets of strings
	parts []part
}

// part is what refers to other memory: a pointer, a slice, a map.
type part struct {
	offset uintptr
	visit  func(w *interning, at unsafe.Pointer)
}

func (p *plan) empty() bool { return len(p.texts) == 0 && len(p.parts) == 0 }

// walk interns the strings of the value at the given address, which has the plan's type.
func (p *plan) walk(w *interning, at unsafe.Pointer) {
	for _, offset := range p.texts {
		w.place((*string)(unsafe.Add(at, offset)))
	}
	for i := range p.parts {
		p.parts[i].visit(w, unsafe.Add(at, p.parts[i].offset))
	}
}

// single are the fields of which each object has its own.
var single = map[string]bool{"Name": true, "UID": true, "ResourceVersion": true, "SelfLink": true}

// wholes are types that are single values, although they have fields.
var wholes = map[reflect.Type]bool{
	reflect.TypeFor[resource.Quantity](): true, // its format is a constant of the program
	reflect.TypeFor[metav1.Time]():       true,
	reflect.TypeFor[metav1.MicroTime]():  true,
}

// planTable makes each type's plan once.
type planTable struct {
	ready sync.Map   // reflect.Type → *plan; only plans that are complete, down to the last part
	mu    sync.Mutex // one at a time makes plans: types refer to each other
}

func (t *planTable) of(typ reflect.Type) *plan {
	if p, ok := t.ready.Load(typ); ok {
		return p.(*plan)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	p, _ := t.planner().plan(typ)
	t.ready.Store(typ, p)
	return p
}

// planner makes the plan of a type and of all that it refers to.
type planner struct {
	plans    map[reflect.Type]*plan
	complete map[reflect.Type]bool
}

func (t *planTable) planner() *planner {
	return &planner{plans: map[reflect.Type]*plan{}, complete: map[reflect.Type]bool{}}
}

// plan returns a type's plan, and whether it is complete. It is not if the type refers to itself:
// then it will be when the planner is done.
func (b *planner) plan(t reflect.Type) (p *plan, complete bool) {
	if p, ok := b.plans[t]; ok {
		return p, b.complete[t]
	}
	p = &plan{}
	b.plans[t] = p
	b.add(p, t, 0)
	b.complete[t] = true
	return p, true
}

// add adds to a plan what a value of type t at an offset has.
func (b *planner) add(p *plan, t reflect.Type, at uintptr) {
	if wholes[t] {
		return
	}
	var visit func(*interning, unsafe.Pointer)
	switch t.Kind() {
	case reflect.String:
		p.texts = append(p.texts, at)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.IsExported() && !(t == reflect.TypeFor[metav1.ObjectMeta]() && single[f.Name]) {
				b.add(p, f.Type, at+f.Offset)
			}
		}
	case reflect.Pointer:
		visit = b.pointer(t)
	case reflect.Slice:
		visit = b.slice(t)
	case reflect.Map:
		visit = b.mapping(t)
	}
	if visit != nil {
		p.parts = append(p.parts, part{at, visit})
	}
}
