package storetest

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Objects of other types than *object, each laid out differently: a store that keeps
// the two words of an interface apart would mix them up.
type (
	// plain is behind a pointer and has no metadata.
	plain struct {
		name string
		wide [3]uint64
	}
	// pair is a value, not a pointer; it has no pointers in it.
	pair struct{ a, b int32 }
	// empty takes no room: all pointers to one may be the same.
	empty struct{}
	// labels cannot be compared, so a store must not try.
	labels []string
	// other has metadata, but not at its beginning.
	other struct {
		spec string
		metav1.ObjectMeta
	}
)

// strange returns an object of one of the other types, or nil.
func strange(c chooser) any {
	switch c.choose(10, "strange") {
	case 0:
		return nil
	case 1:
		return "text"
	case 2:
		return c.choose(1000, "number")
	case 3:
		return &plain{name: "plain"}
	case 4:
		return pair{int32(c.choose(4, "pair")), 2}
	case 5:
		return empty{}
	case 6:
		return &empty{}
	case 7:
		return (*plain)(nil)
	case 8:
		return labels{"a", "b"}
	default:
		return &other{spec: "x", ObjectMeta: metav1.ObjectMeta{Namespace: "n1", Name: "other", ResourceVersion: randomVersion(c)}}
	}
}
