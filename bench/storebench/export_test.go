package storebench

import (
	"fmt"

	"informerbench/stores"
)

// Jobs describes the processes of a run in order.
func (r *Run) Jobs() (out []string) {
	for _, j := range r.jobs() {
		out = append(out, j.String())
	}
	return out
}

// PlannedNames are the names of the results of one process.
func PlannedNames(store string, objects int, rows []Row, procs []int) (out []string) {
	s, err := subjectOf(store, nil)
	if err != nil {
		panic(err)
	}
	for _, m := range plan(s, objects, rows, procs) {
		out = append(out, m.name(store, objects))
	}
	return out
}

// FanOut counts the objects of each value of the three indexes, and tells whether the keys ascend.
func FanOut(objects int) (counts map[string]map[string]int, ascending bool) {
	p := newPopulation(objects)
	counts, ascending = map[string]map[string]int{}, true
	for name, valuesOf := range sliceIndexers(3) {
		counts[name] = map[string]int{}
		for _, object := range p.first {
			values, err := valuesOf(object)
			if err != nil {
				panic(err)
			}
			for _, v := range values {
				counts[name][v]++
			}
		}
	}
	for i := 1; i < len(p.keys); i++ {
		ascending = ascending && p.keys[i-1] < p.keys[i]
	}
	return counts, ascending
}

// Lists returns the keys of the list in both orders.
func Lists(objects int) (byKey, random []string) {
	p := newPopulation(objects)
	for _, item := range p.list(orderKey, false) {
		byKey = append(byKey, item.Key)
	}
	for _, item := range p.list(orderRandom, false) {
		random = append(random, item.Key)
	}
	return byKey, random
}

// MovedKeepsAValue names an object whose moved form has a value that it had before.
func MovedKeepsAValue(objects int) string {
	p := newPopulation(objects)
	for i, moved := range p.moved {
		for name, valuesOf := range sliceIndexers(3) {
			before, _ := valuesOf(p.picks[i].first)
			after, _ := valuesOf(moved)
			if before[0] == after[0] && name != nodeIndex { // dealt at random, some nodes agree
				return p.picks[i].key
			}
		}
	}
	return ""
}

// CheckAfter fills a store, lets spoil do something to it, and checks it.
func CheckAfter(new stores.Constructor, spoil func(store stores.Store, keys []string, objects, others []any)) error {
	p := newPopulation(2000)
	f := newFilled(new, sliceIndexers(3), p)
	f.fill(orderKey)
	var others []any
	for _, item := range p.list(orderKey, true) {
		others = append(others, item.Object)
	}
	spoil(f.Store, p.keys, p.first, others)
	if err := f.check(); err != nil {
		return fmt.Errorf("check: %w", err)
	}
	return nil
}
