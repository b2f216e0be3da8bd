package faults

// Shrink returns a smaller plan that still fails: first the faults, joins and stops that
// matter, then the keys, then the events. It is delta debugging (Zeller and Hildebrandt,
// Simplifying and Isolating Failure-Inducing Input, 2002) over the plan's steps, with at
// most budget calls of fails. What fails only now and then shrinks to something that
// failed when it was tried.
func Shrink(p Plan, budget int, fails func(Plan) bool) Plan {
	s := shrinker{plan: p, left: budget, fails: fails}
	s.plan.Steps = minimise(s.groups(func(i int, step Step) (any, bool) { return i, !step.IsEvent() }), s.test)
	s.plan.Steps = minimise(s.groups(func(_ int, step Step) (any, bool) { return step.Key, step.IsEvent() }), s.test)
	s.plan.Steps = minimise(s.groups(func(i int, step Step) (any, bool) { return i, step.IsEvent() }), s.test)
	s.plan.Steps = minimise(s.groups(func(i int, step Step) (any, bool) { return i, !step.IsEvent() }), s.test)
	return s.plan
}

type shrinker struct {
	plan  Plan
	left  int
	fails func(Plan) bool
}

func (s *shrinker) test(steps []Step) bool {
	if s.left == 0 {
		return false
	}
	s.left--
	smaller := s.plan
	smaller.Steps = steps
	return s.fails(smaller)
}

// units are steps of which some may go, and the groups in which they go.
type units struct {
	steps  []Step
	group  []int // of each step; -1: it stays
	groups int
}

// groups asks for each step whether it may go, and for what it must go with.
func (s *shrinker) groups(of func(i int, step Step) (any, bool)) units {
	u := units{steps: s.plan.Steps, group: make([]int, len(s.plan.Steps))}
	known := map[any]int{}
	for i, step := range u.steps {
		u.group[i] = -1
		if name, may := of(i, step); may {
			if _, ok := known[name]; !ok {
				known[name] = len(known)
			}
			u.group[i] = known[name]
		}
	}
	u.groups = len(known)
	return u
}

// with returns the steps that stay, and those of the kept groups.
func (u units) with(kept []int) []Step {
	keep := make([]bool, u.groups)
	for _, g := range kept {
		keep[g] = true
	}
	var steps []Step
	for i, step := range u.steps {
		if g := u.group[i]; g < 0 || keep[g] {
			steps = append(steps, step)
		}
	}
	return steps
}

// minimise leaves groups out, in ever smaller pieces, as long as the rest still fails.
func minimise(u units, fails func([]Step) bool) []Step {
	kept := make([]int, u.groups)
	for i := range kept {
		kept[i] = i
	}
	if len(kept) > 0 && fails(u.with(nil)) {
		return u.with(nil)
	}
	for piece := (len(kept) + 1) / 2; piece > 0 && len(kept) > 0; {
		smaller := false
		for from := 0; from < len(kept); {
			without := append(append([]int(nil), kept[:from]...), kept[min(from+piece, len(kept)):]...)
			if len(without) < len(kept) && fails(u.with(without)) {
				kept, smaller = without, true
				continue
			}
			from += piece
		}
		if !smaller || piece > len(kept) {
			if piece == 1 {
				break
			}
			piece = (piece + 1) / 2
		}
	}
	return u.with(kept)
}
