package encoded

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"k8s.io/apimachinery/pkg/runtime"
)

// Options of a Decoder. The zero value loses nothing.
type Options struct {
	// StripManagedFields leaves an object's managedFields out. Their bytes are skipped, so that
	// broken ones are not noticed.
	StripManagedFields bool
	// StripLastApplied leaves the annotation kubectl.kubernetes.io/last-applied-configuration
	// out. An object without another one then has no annotations (nil).
	StripLastApplied bool
	// MaxBytes is a guard: it bounds the encoded bytes that are kept to compare with, of the parts
	// that are shared. At the bound nothing more enters the table. Below it they are fewer than what
	// they have saved. Default 1 GiB.
	MaxBytes int
}

const defaultMaxBytes = 1 << 30

// Decoder decodes objects so that they share what they have in common. It is safe for concurrent
// use; goroutines that decode different objects do not wait for each other. One decoder may serve any
// number of kinds, lists and watches, and should, since what it knows is shared by all.
type Decoder struct {
	table   *table
	states  states
	planner planner
	roots   sync.Map // reflect.Type to *root
	totals  struct{ objects, plain, kept, found, missed atomic.Uint64 }
	scalars *scalars // not within: objects that point there must not keep the rest
}

// New returns a decoder that has seen nothing yet.
func New(o Options) *Decoder {
	if o.MaxBytes < 0 {
		panic(fmt.Sprintf("encoded: Options.MaxBytes is %d: set it to a positive number of bytes, or leave it 0 for %d", o.MaxBytes, defaultMaxBytes))
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = defaultMaxBytes
	}
	d := &Decoder{table: newTable(o.MaxBytes), scalars: newScalars()}
	d.planner = planner{
		strip:    strip{o.StripManagedFields, o.StripLastApplied},
		messages: map[reflect.Type]*message{}, kinds: map[reflect.Type]uint32{},
	}
	d.sweepWithCollector()
	return d
}

// root is the plan of a type of objects.
type root struct {
	message *message
	fields  uint32
}

func (d *Decoder) root(t reflect.Type) *root {
	if r, ok := d.roots.Load(t); ok {
		return r.(*root)
	}
	m, fields := d.planner.root(t)
	r, _ := d.roots.LoadOrStore(t, &root{m, fields})
	return r.(*root)
}

// Decode sets an object, which must be empty and a pointer to a struct with a protobuf form such as
// *corev1.Pod, from its protobuf message. The result is that of the object's own Unmarshal, save for
// what Options strip, and so is the error; with one the object's content is undefined. What the
// object refers to may be shared with others, those that were decoded before and will be after:
// nothing behind a pointer, or in a slice or map, may be changed, ever, by whomever. The message is
// not kept.
//
// The cost is O(len(message)).
func (d *Decoder) Decode(message []byte, into runtime.Object) error {
	return d.DecodeNext(message, into, nil)
}

// DecodeNext is Decode for a caller that has an earlier version of the object, such as the one in its
// cache. Where the bytes of a part are what held has, its part is used and nothing is decoded. Held may be
// any object, since bytes decide: one of another type, or nil, is as good as none. It is read
// meanwhile and must not be written to, by whomever, from now on; it is not kept.
//
// The cost is O(len(message)): a part is compared once for each slice that it lies in and that has changed.
func (d *Decoder) DecodeNext(message []byte, into, held runtime.Object) error {
	v := reflect.ValueOf(into)
	own, ok := into.(unmarshaler)
	if !ok || v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("a %T has no protobuf form: decode into a pointer to a typed object such as *corev1.Pod", into)
	}
	d.totals.objects.Add(1)
	if d.decode(d.root(v.Type().Elem()), v.UnsafePointer(), message, structOf(held, v)) == nil {
		return nil
	}
	d.totals.plain.Add(1)
	v.Elem().SetZero()
	if err := own.Unmarshal(message); err != nil {
		return err
	}
	d.stripDecoded(into)
	return nil
}

// structOf returns where the struct of held begins, nil if it is not of the type of into.
func structOf(held runtime.Object, into reflect.Value) unsafe.Pointer {
	v := reflect.ValueOf(held)
	if held == nil || v.Type() != into.Type() || v.IsNil() {
		return nil
	}
	return v.UnsafePointer()
}

// decode fails for messages that are broken or unusual. A panic loses the state, not more.
func (d *Decoder) decode(r *root, at unsafe.Pointer, message []byte, held unsafe.Pointer) error {
	s := d.states.take(d)
	s.begin(message, r.fields)
	err := s.message(r.message, at, message, held)
	d.totals.kept.Add(s.counts.kept)
	d.totals.found.Add(s.counts.found)
	d.totals.missed.Add(s.counts.missed)
	d.states.give(s)
	return err
}
