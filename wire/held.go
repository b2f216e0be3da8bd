package wire

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// Held answers what a receiver holds under a key, which is namespace/name, or the name of an object
// without a namespace: usually its store's GetByKey. It is called by many goroutines at once, while the store
// is written to. What it returns may be of any version, but nobody may write to it any more.
type Held func(key string) (object any, exists bool)

type heldKey struct{}

// WithHeld returns a context for lists and watches whose receiver holds objects already. Decoders that can,
// such as compact/encoded's, then give a new version the parts that it has in common with the one that is
// held. Our reflectors use it for stores that are a [informerbench/reflector.KeyedStore], as the queues of
// our informers are.
//
// A receiver whose store returns a copy for each read should not be asked: the answers would cost more than
// they save.
func WithHeld(ctx context.Context, held Held) context.Context {
	return context.WithValue(ctx, heldKey{}, held)
}

// knowing returns b, for the requests of a context.
func (b *objects) knowing(ctx context.Context) *objects {
	held, _ := ctx.Value(heldKey{}).(Held)
	if held == nil || b.next == nil && b.share == nil {
		return b
	}
	known := *b
	known.held = held
	return &known
}

// version returns what is held under a key, nil if that is no object.
func (b *objects) version(key string) runtime.Object {
	if key == "" {
		return nil
	}
	held, exists := b.held(key)
	if !exists {
		return nil
	}
	o, _ := held.(runtime.Object)
	return o
}

// keyOf returns the key of a decoded object, "" if it has none.
func keyOf(object runtime.Object) string {
	about, err := meta.Accessor(object)
	if err != nil {
		return ""
	}
	return cache.MetaObjectToName(about).String()
}

// keyIn finds the key in an object's message: metadata is field 1 of every kind of the API, and its fields 1 and 3
// are name and namespace. It is "" if they do not stand first, as the generated code writes them.
func keyIn(message []byte) string {
	f, _, err := nextField(message)
	if err != nil || f.number != 1 || f.wire != wireBytes {
		return ""
	}
	var name cache.ObjectName
	for rest := f.value; len(rest) > 0; {
		if f, rest, err = nextField(rest); err != nil || f.number > 3 {
			break
		}
		switch {
		case f.wire != wireBytes:
		case f.number == 1:
			name.Name = string(f.value)
		case f.number == 3:
			name.Namespace = string(f.value)
		}
	}
	if name.Name == "" {
		return ""
	}
	return name.String()
}
