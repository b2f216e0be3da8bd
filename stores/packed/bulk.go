package packed

import (
	"runtime"
	"sync"
)

// manyObjects is from how many on a write packs on all processors.
const manyObjects = 2048

// packAll packs n objects. Large numbers are packed on all processors, by a dictionary that is
// tried on a sample of them all first: a list comes in order of keys, and its beginning says
// little about its end.
func (p *packer) packAll(n int, object func(i int) any, done func(i int, item any)) {
	if n < manyObjects {
		for i := range n {
			done(i, p.pack(object(i)))
		}
		return
	}
	p.learnFrom(n, object)
	b := bulk{packer: p, presses: map[*kind]*press{}}
	onAll(n, 64, func(i int) { done(i, b.pack(object(i))) })
}

// learnFrom tries a dictionary for each kind of which the sample has enough.
func (p *packer) learnFrom(n int, object func(i int) any) {
	samples := map[*kind][][]byte{}
	for i := 0; i < n; i += n / (2 * samplesWanted) {
		obj := object(i)
		k := p.kindFor(obj)
		if k == nil || len(samples[k]) == samplesWanted {
			continue
		}
		if plain, err := k.coding.Append(nil, obj); err == nil {
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

// bulk packs on all processors, with an encoder for each, which go with it.
type bulk struct {
	*packer
	mu      sync.Mutex // guards presses
	presses map[*kind]*press
}

func (b *bulk) pack(obj any) any {
	return b.packBy(obj, func(k *kind, _ []byte) *press { return b.pressOf(k) })
}

func (b *bulk) pressOf(k *kind) *press {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.presses[k]; p != nil {
		return p
	}
	p := k.press.Load()
	if wide, err := p.wide(runtime.GOMAXPROCS(0)); err == nil {
		p = wide
	}
	b.presses[k] = p
	return p
}
