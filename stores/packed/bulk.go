package packed

import "sync"

// manyObjects is from how many on a write packs on several processors.
const manyObjects = 2048

// packAll packs n objects that one write brings: next says what the object of a number is, nil for a
// delete, and under which key; done gets it and what the inner store shall hold. Of what stands for
// an object done gets the object, and nil if that was packed before.
//
// Large numbers are packed on several processors, by a dictionary that is tried on a sample of them
// all first: a list comes in order of keys, and its beginning says little about its end.
func (s *Store) packAll(n int, next func(i int) (key string, obj any), done func(i int, obj, item any)) {
	one := func(i int, pack func(obj any, old *record) any) {
		key, obj := next(i)
		old := s.held(key)
		obj, item := packedBy(pack, obj, old)
		s.leave(old, item)
		done(i, obj, item)
	}
	if pack := s.pack; n < manyObjects {
		for i := range n {
			one(i, pack)
		}
		return
	}
	s.learnFrom(n, func(i int) any { _, obj := next(i); return obj })
	pack := (&bulk{packer: &s.packer, presses: map[*kind]*press{}}).pack
	onAll(s.processors, n, 64, func(i int) { one(i, pack) })
}

// learnFrom tries a dictionary for each kind of which the sample has enough.
func (p *packer) learnFrom(n int, object func(i int) any) {
	samples := map[*kind][][]byte{}
	for i := 0; i < n; i += n / (2 * samplesWanted) {
		obj := object(i)
		if st, standsIn := obj.(*staged); standsIn {
			obj = st.obj // nil if it is packed
		}
		k := p.kindFor(obj)
		if k == nil || len(samples[k]) == samplesWanted {
			continue
		}
		if plain, err := k.coding.Append(nil, obj); err == nil && len(plain) >= leastCompressed {
			samples[k] = append(samples[k], plain[:min(len(plain), sampleMax)])
		}
	}
	for k, some := range samples {
		if len(some) >= fewSamples {
			k.mu.Lock()
			k.try(some)
			k.mu.Unlock()
		}
	}
}

// bulk packs on several processors, with an encoder for each, which go with it.
type bulk struct {
	*packer
	mu      sync.Mutex // guards presses
	presses map[*kind]*press
}

// packedBy packs an object, or that for which obj stands unless it is packed already. It returns the
// object, nil if it is not there any more.
func packedBy(pack func(obj any, old *record) any, obj any, old *record) (packed, item any) {
	st, standsIn := obj.(*staged)
	switch {
	case !standsIn:
		return obj, pack(obj, old)
	case st.item != nil:
		return nil, st.item
	}
	obj = st.obj
	st.item, st.obj = pack(obj, old), nil
	return obj, st.item
}

func (b *bulk) pack(obj any, old *record) any {
	return b.packBy(obj, old, false, func(k *kind, _ []byte) *press { return b.pressOf(k) })
}

// learning is pack for a stream, from which dictionaries are learned on the way. Old is kept if it is right: a list is
// compared with the store, and what has not changed is not written, so that a better record would be made in vain,
// with each list again.
func (b *bulk) learning(obj any, old *record) any {
	return b.packBy(obj, old, true, func(k *kind, plain []byte) *press {
		k.learn(plain)
		return b.pressOf(k)
	})
}

// pressOf returns the kind's press for many callers.
func (b *bulk) pressOf(k *kind) *press {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := k.press.Load()
	if wide := b.presses[k]; wide != nil && wide.book == p.book {
		return wide
	}
	if wide, err := p.wide(b.processors); err == nil {
		p = wide
	}
	b.presses[k] = p
	return p
}
