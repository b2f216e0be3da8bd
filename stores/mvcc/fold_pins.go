package mvcc

// foldPins is the writer's share in keeping snapshots: some map accesses for each record, and
// that a few times over, since the stretches are merged; however many snapshots are held.
func (g *generation) foldPins() {
	p, commit := &g.pins, g.commit.Load()
	if commit-p.folded < foldEvery || !p.sweeping.TryLock() {
		return // if somebody else sweeps, the next write tries again
	}
	defer p.sweeping.Unlock()
	from := p.folded
	p.folded = commit
	var all []laggard
	p.sweep(func(one *pin) {
		// Younger ones than the last fold are not worth it yet.
		if v := one.view.Load(); v != nil && v.commit <= from {
			all = append(all, laggard{one, v})
		}
	})
	if len(all) > 0 {
		foldAll(all, from, commit, p.folds)
	}
	p.folds++
}

// laggard is a held snapshot with the view that it has.
type laggard struct {
	pin  *pin
	view *view
}

// foldAll folds views up to from each for itself, which is work the first time only, and from
// there on with one stretch for all, made for the newest of them (see fold).
func foldAll(all []laggard, from, to, number uint64) {
	newest := all[0].view
	for _, l := range all {
		if l.view.commit > newest.commit {
			newest = l.view
		}
	}
	lead := newest.upTo(from).foldTo(to)
	shared := lead.past[len(lead.past)-1]
	shared.first, shared.end = number, number+1
	made := merges{}
	for _, l := range all {
		less := l.view.upTo(from)
		less.past = append(less.past[:len(less.past):len(less.past)], shared).compact(made)
		less.segment, less.upto = lead.segment, to
		// Complete; who still reads the old one keeps its log alive. If it was closed
		// meanwhile, it stays without.
		l.pin.view.CompareAndSwap(l.view, &less)
	}
}

// upTo is the view, folded at least to a commit.
func (v *view) upTo(commit uint64) view {
	if v.upto < commit {
		return v.foldTo(commit)
	}
	return *v
}
