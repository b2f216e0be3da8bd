package packed

import "slices"

// Dictionaries are tried when so many objects of a kind have been compressed: early, and then
// after twice as many each time, up to a bound, so that a stream that drifts gets a new one
// within that many writes, and one that stays pays about a microsecond a write for it.
const (
	firstTrial  = 128
	secondTrial = 1024
	lastTrial   = 1 << 15
)

const (
	// samplesWanted is how many objects a dictionary is made of, and tried on.
	samplesWanted = 128
	// sampleBytes bounds what the samples take while they are collected, and
	// sampleMax one of them.
	sampleBytes = 768 << 10
	sampleMax   = 32 << 10
	// fewSamples are too few to learn from.
	fewSamples = 8
	// maxBooks is how many dictionaries may be alive, old ones included, which some objects
	// are still packed by. With as many the last one stays, however bad.
	maxBooks = 8
)

// learner collects samples of one kind's stream. Its users hold the kind's mu.
type learner struct {
	written int // since the last trial
	due     int // when the next one is
	samples [][]byte
	size    int
}

func newLearner() learner { return learner{due: firstTrial} }

// stride is every how many objects one is collected, from the time on from which that
// gives enough.
func (l *learner) stride() int { return min(max(l.due/samplesWanted, 1), 8) }

// note counts an object and may keep a copy of it. It returns samples when a trial is due.
func (l *learner) note(plain []byte) [][]byte {
	l.written++
	stride := l.stride()
	if l.written > l.due-samplesWanted*stride && l.written%stride == 0 && l.size < sampleBytes {
		sample := slices.Clone(plain[:min(len(plain), sampleMax)])
		l.samples, l.size = append(l.samples, sample), l.size+len(sample)
	}
	if l.written < l.due {
		return nil
	}
	samples := l.samples
	*l = learner{due: min(max(2*l.due, secondTrial), lastTrial)}
	return samples
}

// learn looks at an object's bytes on their way to a record. About every lastTrial objects it
// takes some ten milliseconds.
func (k *kind) learn(plain []byte) {
	if k.effort.dictionary == 0 || len(plain) < leastCompressed {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if samples := k.learner.note(plain); len(samples) >= fewSamples {
		k.try(samples)
	}
}

// try makes a dictionary of three of four samples, and takes it if it packs the others better
// by a twentieth than the one that there is. The caller holds mu.
func (k *kind) try(samples [][]byte) {
	if k.effort.dictionary == 0 || k.books.Load() >= maxBooks {
		return
	}
	var learned, held [][]byte
	for i, sample := range samples {
		if i%4 == 3 {
			held = append(held, sample)
		} else {
			learned = append(learned, sample)
		}
	}
	d := k.effort.train(learned)
	if d.bytes == nil {
		return
	}
	next, err := newPress(k, d)
	if err != nil {
		return // the one that there is goes on
	}
	if 20*next.weigh(held) < 19*k.press.Load().weigh(held) {
		k.press.Store(next)
	}
}
