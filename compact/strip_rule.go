package compact

import (
	"math/bits"
	"sync"
)

// rule says what happens at one place of an object: the paths that end here, and the rules
// of what lies below. It is the tree of all paths, made deterministic: what holds for every child
// is part of each child's own rule as well, so a value has one rule.
//
// A rule is not changed once made; its two caches only remember what follows from it.
type rule struct {
	strip int  // the number of the path that ends here, from 1; 0 is none
	keep  bool // it stays, with all that is below, whatever is stripped
	keeps bool // something here or below stays
	isMap bool // it is of a map in metadata, and not of a struct, which unstructured objects do not tell
	names map[string]*rule
	every *rule
	where []condition

	plans  [2]sync.Map // reflect.Type → []plannedField; the second for what is being removed
	unions sync.Map    // uint64 → *rule: for elements that meet several conditions
}

// condition is the rule of the elements of a list in which a field has a value.
type condition struct {
	field string
	value pattern
	rule  *rule
}

// nothing is the rule where no path leads.
var nothing = &rule{}

// maxConditions is how many different conditions a list may have: they are bits of a word.
const maxConditions = 64

// add adds a path to a tree that is not finished yet, and returns where it ends.
func (r *rule) add(steps []step) *rule {
	for _, s := range steps {
		r = r.grow(s)
	}
	return r
}

func (r *rule) grow(s step) *rule {
	switch s.kind {
	case byEvery:
		if r.every == nil {
			r.every = &rule{}
		}
		return r.every
	case byField:
		for _, c := range r.where {
			if c.field == s.name && c.value == s.value {
				return c.rule
			}
		}
		r.where = append(r.where, condition{s.name, s.value, &rule{}})
		return r.where[len(r.where)-1].rule
	default:
		if r.names == nil {
			r.names = map[string]*rule{}
		}
		if r.names[s.name] == nil {
			r.names[s.name] = &rule{}
		}
		return r.names[s.name]
	}
}

// union returns a new rule that says what both say. It shares nothing with either.
func union(a, b *rule) *rule {
	if a == nil && b == nil {
		return nil
	}
	out := &rule{}
	for _, r := range []*rule{a, b} {
		if r == nil {
			continue
		}
		if r.strip != 0 && (out.strip == 0 || r.strip < out.strip) {
			out.strip = r.strip
		}
		out.keep = out.keep || r.keep
		out.keeps = out.keeps || r.keeps
		for name, child := range r.names {
			if out.names == nil {
				out.names = map[string]*rule{}
			}
			out.names[name] = union(out.names[name], child)
		}
		out.every = union(out.every, r.every)
		for _, c := range r.where {
			out.addCondition(c)
		}
	}
	return out
}

func (r *rule) addCondition(c condition) {
	for i, have := range r.where {
		if have.field == c.field && have.value == c.value {
			r.where[i].rule = union(have.rule, c.rule)
			return
		}
	}
	r.where = append(r.where, condition{c.field, c.value, union(nil, c.rule)})
}

// finish makes a tree deterministic and notes what keeps something. It reports false
// where a list has too many conditions.
func (r *rule) finish() bool {
	r.keeps = r.keep
	fits := len(r.where) <= maxConditions
	sub := func(child *rule) {
		fits = child.finish() && fits
		r.keeps = r.keeps || child.keeps
	}
	for name := range r.names {
		if r.every != nil {
			r.names[name] = union(r.names[name], r.every)
		}
		sub(r.names[name])
	}
	for i := range r.where {
		if r.every != nil {
			r.where[i].rule = union(r.where[i].rule, r.every)
		}
		sub(r.where[i].rule)
	}
	if r.every != nil {
		sub(r.every)
	}
	return fits
}

// child returns the rule of a field or an entry, never nil.
func (r *rule) child(name string) *rule {
	if c := r.names[name]; c != nil {
		return c
	}
	return r.others()
}

// others returns the rule of what is not named, never nil.
func (r *rule) others() *rule {
	if r.every != nil {
		return r.every
	}
	return nothing
}

// idle tells whether nothing happens at or below here to a value that is not being removed.
func (r *rule) idle() bool {
	return r.strip == 0 && len(r.names) == 0 && r.every == nil && len(r.where) == 0
}

// element returns the rule of a list's element, never nil: that of all conditions that hold.
// Each set of conditions that comes up is united once.
func (r *rule) element(holds func(condition) bool) *rule {
	var met uint64
	for i, c := range r.where {
		if holds(c) {
			met |= 1 << i
		}
	}
	switch bits.OnesCount64(met) {
	case 0:
		return r.others()
	case 1:
		return r.where[bits.TrailingZeros64(met)].rule
	}
	if u, ok := r.unions.Load(met); ok {
		return u.(*rule)
	}
	var all *rule
	for rest := met; rest != 0; rest &= rest - 1 {
		all = union(all, r.where[bits.TrailingZeros64(rest)].rule)
	}
	all.finish()
	u, _ := r.unions.LoadOrStore(met, all)
	return u.(*rule)
}
