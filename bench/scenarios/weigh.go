package scenarios

import (
	"context"
	"runtime"

	"informerbench/reflectorbench"
)

// playWeighed plays and tells how far the live heap has grown by it in bytes, when nothing is left to deliver: by the findings, by the
// log of a source in this process, and by what the informer keeps.
func (t *Trial) playWeighed(ctx context.Context, p reflectorbench.Play) (*reflectorbench.Played, float64, error) {
	var base uint64
	p.Before = func(context.Context) error {
		base = reflectorbench.LiveHeap()
		return nil
	}
	played, err := t.Lab.Play(ctx, p)
	if err != nil {
		return nil, 0, err
	}
	grown := growth(base, reflectorbench.LiveHeap())
	runtime.KeepAlive(played)
	return played, grown, nil
}

// growth is 0 of what has shrunk.
func growth(from, to uint64) float64 { return float64(to - min(from, to)) }
