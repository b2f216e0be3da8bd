package compact

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// What goes unless it is kept.
const (
	managedFieldsPath = "metadata.managedFields"
	lastAppliedPath   = `metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]`
)

// StripOptions say what a Stripper removes. The zero value has managedFields go, and the
// annotation in which kubectl apply keeps a copy of the object: few programs read either, and they
// are often a quarter of it.
//
// A path leads from the object down by the names that fields have in JSON:
//
//	status.images                             a field
//	spec.containers[*].env                    of every element of a list (or entry of a map)
//	spec.containers[name=proxy].args          of the elements in which a field has a value
//	spec.volumes[name=data-*]                 of those in which it begins with one
//	metadata.annotations["example.com/a.b"]   an entry of a map whose key has more than letters, digits, _ and -
//
// A list or map that is empty afterwards goes too; in an unstructured object only a list, or a map in
// metadata, since others may be structs, of which an empty one can mean something. A path to what is
// not there removes nothing; see [Stripper.Check] and [StripStats]. A value may stand in quotes, in which a
// bracket or a star is nothing special: [name="a]*"], and [name="a]"*] for what begins so.
type StripOptions struct {
	KeepManagedFields bool
	KeepLastApplied   bool
	// Paths are what goes besides. What an informer needs (kind, name, namespace, uid, resource
	// version) cannot go.
	Paths []string
	// Keep are paths to what stays, although it is part of what goes:
	// metadata.managedFields[manager=kubelet], or spec.containers[*].env[name=REGION].
	Keep []string
}

// Stripper removes from objects what the program does not read: typed ones, unstructured ones,
// and metadata-only ones. It is safe for concurrent use.
//
// It sets fields of the object itself, and only where something goes: an object without any of it,
// such as one that was stripped before, is not written to. Maps, lists and structs that the object
// refers to are never written to, for other objects may share them: if something goes from one,
// a copy without it takes its place.
type Stripper struct {
	root  *rule
	paths []strippedPath
	kinds kindTable
}

// strippedPath is a path that is removed.
type strippedPath struct {
	text  string
	steps []step
	own   bool // asked for by the user, who is told if it matches nothing
}

// NewStripper returns a Stripper, or an error that names each path that is wrong and says what
// to write instead.
func NewStripper(o StripOptions) (*Stripper, error) {
	s := &Stripper{root: &rule{}}
	var errs []error
	if !o.KeepManagedFields {
		errs = append(errs, s.addPath(managedFieldsPath, false))
	}
	if !o.KeepLastApplied {
		errs = append(errs, s.addPath(lastAppliedPath, false))
	}
	for _, p := range o.Paths {
		errs = append(errs, s.addPath(p, true))
	}
	for _, p := range o.Keep {
		errs = append(errs, s.keepPath(p))
	}
	if !s.root.finish() {
		errs = append(errs, fmt.Errorf("more than %d conditions on one list: name fewer values, or use [*]", maxConditions))
	}
	for _, r := range s.root.child("metadata").names {
		r.isMap = true
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("compact: what to strip: %w", err)
	}
	s.kinds.paths = len(s.paths)
	return s, nil
}

func (s *Stripper) addPath(text string, own bool) error {
	steps, err := parsePath(text)
	if err != nil {
		return err
	}
	if err := checkStripped(steps); err != nil {
		return fmt.Errorf("path %q: %w", text, err)
	}
	s.paths = append(s.paths, strippedPath{text, steps, own})
	if end := s.root.add(steps); end.strip == 0 {
		end.strip = len(s.paths)
	}
	return nil
}

func (s *Stripper) keepPath(text string) error {
	steps, err := parsePath(text)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(s.paths, func(p strippedPath) bool { return mayMeet(p.steps, steps) }) {
		return fmt.Errorf("path %q is kept, but nothing there is removed: take it away, or correct it", text)
	}
	s.root.add(steps).keep = true
	return nil
}

// Transform removes what is to go from obj and returns obj. It never fails. Tombstones and what is not
// a pointer to a struct pass unchanged.
func (s *Stripper) Transform(obj any) (any, error) {
	if isTombstone(obj) {
		return obj, nil
	}
	if u, ok := obj.(*unstructured.Unstructured); ok {
		if u != nil && u.Object != nil {
			work := stripping{counts: s.kinds.dynamic(u.Object)}
			work.object(u.Object, s.root, 0, true)
			work.done()
		}
		return obj, nil
	}
	v := reflect.ValueOf(obj)
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct {
		work := stripping{counts: s.kinds.typed(v.Type().Elem())}
		work.structure(v.Elem(), s.root, 0, true)
		work.done()
	}
	return obj, nil
}

func (s *stripping) done() {
	s.counts.objects.Add(1)
	if s.changed {
		s.counts.changed.Add(1)
	}
}
