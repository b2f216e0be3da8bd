package syncbench

import (
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/bench/loopback"
	"informerbench/workload/apiserver"
)

// run is a number of pods that stand side by side in an archive.
type run struct {
	from   *archive
	lo, hi int
}

// generation is one state of the corpus: runs in the order of keys. Two generations share the
// bytes of what did not change between them.
type generation struct {
	runs     []run
	count    int
	version  string
	encoder  *apiserver.Encoder // the server's requests come one after the other
	bookmark []byte
}

func newGeneration(e *apiserver.Encoder, version uint64) (*generation, error) {
	text := strconv.FormatUint(version, 10)
	end, err := loopback.Bookmark(e, text)
	return &generation{version: text, encoder: e, bookmark: end}, err
}

// add appends the pods from lo to before hi.
func (g *generation) add(from *archive, lo, hi int) {
	g.count += hi - lo
	if n := len(g.runs); n > 0 && g.runs[n-1].from == from && g.runs[n-1].hi == lo {
		g.runs[n-1].hi = hi
		return
	}
	g.runs = append(g.runs, run{from, lo, hi})
}

// list is the answer with the items from lo to before hi, and its length. More says that
// there are further items, which the continue token stands for.
func (g *generation) list(lo, hi int, more string) (parts [][]byte, size int, err error) {
	at := 0
	for _, r := range g.runs {
		from, to := max(r.lo, r.lo+lo-at), min(r.hi, r.lo+hi-at)
		if from < to {
			parts = append(parts, r.from.items.cut(from, to))
		}
		at += r.hi - r.lo
	}
	if len(parts) > 0 {
		parts[0] = parts[0][len(g.encoder.Separator()):]
	}
	for _, p := range parts {
		size += len(p)
	}
	meta := metav1.ListMeta{ResourceVersion: g.version, Continue: more}
	if more != "" {
		rest := int64(g.count - hi)
		meta.RemainingItemCount = &rest
	}
	head, tail, err := g.encoder.ListAround(meta, size)
	return append(append([][]byte{head}, parts...), tail), len(head) + size + len(tail), err
}

// stream is the frames of all pods and the bookmark behind them.
func (g *generation) stream() (parts [][]byte) {
	for _, r := range g.runs {
		parts = append(parts, r.from.frames.cut(r.lo, r.hi))
	}
	return append(parts, g.bookmark)
}
