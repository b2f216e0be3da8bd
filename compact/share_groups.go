package compact

import (
	"hash/maphash"
	"reflect"
	"unsafe"
	"weak"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// groups remembers, for each group of objects that have much in common, two that are in use. Two, so
// that the next one still finds a sibling after one was deleted; the next version of one takes its
// place. They are held weakly. A group is known by a hash: a mistake gives a sibling that is less alike,
// but never one of another type.
type groups struct {
	weakMap[group]
	seed maphash.Seed
}

type group struct {
	typ     reflect.Type
	members [2]weak.Pointer[byte]
	uids    [2]uint64
}

func (g group) alive() bool { return g.members[0].Value() != nil || g.members[1].Value() != nil }

// place is where an object belongs: its group and, if that is empty, all of its kind.
type place struct {
	typ         reflect.Type
	group, kind uint64
	uid         uint64
}

func (g *groups) placeOf(t reflect.Type, o metav1.Object) place {
	if u, ok := o.(*unstructured.Unstructured); ok {
		return g.loosePlace(t, u)
	}
	var owner string
	for _, r := range o.GetOwnerReferences() {
		if owner == "" || r.Controller != nil && *r.Controller {
			owner = string(r.UID)
		}
	}
	return g.place(t, "", o.GetNamespace(), owner, identity(string(o.GetUID()), o.GetName()))
}

// loosePlace reads what it needs where it lies: the methods of Unstructured make it anew.
func (g *groups) loosePlace(t reflect.Type, u *unstructured.Unstructured) place {
	kind, _ := u.Object["kind"].(string)
	meta, _ := u.Object["metadata"].(map[string]any)
	namespace, _ := meta["namespace"].(string)
	uid, _ := meta["uid"].(string)
	owners, _ := meta["ownerReferences"].([]any)
	var owner string
	for _, v := range owners {
		r, _ := v.(map[string]any)
		if controls, _ := r["controller"].(bool); owner == "" || controls {
			owner, _ = r["uid"].(string)
		}
	}
	name, _ := meta["name"].(string)
	return g.place(t, kind, namespace, owner, identity(uid, name))
}

// identity tells objects apart; one that does not come from a server may have no UID.
func identity(uid, name string) string {
	if uid == "" {
		return name
	}
	return uid
}

func (g *groups) place(t reflect.Type, kind, namespace, owner, uid string) place {
	p := place{typ: t, uid: g.hash(uid)}
	p.kind = mix(maphash.Comparable(g.seed, t), g.hash(kind))
	if owner != "" {
		namespace = owner
	}
	p.group = mix(p.kind, g.hash(namespace))
	return p
}

func (g *groups) hash(s string) uint64 { return maphash.String(g.seed, s) }

// sibling returns an object that is in use and belongs there, or nil.
func (g *groups) sibling(at place) unsafe.Pointer {
	if p := g.member(at.group, at.typ); p != nil {
		return p
	}
	return g.member(at.kind, at.typ)
}

func (g *groups) member(hash uint64, t reflect.Type) unsafe.Pointer {
	m, ok := g.get(hash)
	if !ok || m.typ != t {
		return nil
	}
	for _, member := range m.members {
		if p := member.Value(); p != nil {
			return unsafe.Pointer(p)
		}
	}
	return nil
}

// remember is called when p is complete. Whoever gets it from sibling gets it under the same mutex, and
// so sees all that was written to it.
func (g *groups) remember(at place, p unsafe.Pointer) {
	g.put(at.group, at, p)
	g.put(at.kind, at, p)
}

func (g *groups) put(hash uint64, at place, p unsafe.Pointer) {
	s := g.locked(hash)
	defer s.mu.Unlock()
	m := s.entries[hash]
	if m.typ != at.typ {
		m = group{typ: at.typ}
	}
	for i := range m.members {
		if m.uids[i] == at.uid || m.members[i].Value() == nil {
			m.members[i], m.uids[i] = weak.Make((*byte)(p)), at.uid
			s.set(hash, m)
			return
		}
	}
}
