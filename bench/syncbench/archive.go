package syncbench

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/apiserver"
)

// strip is a row of byte strings end to end.
type strip struct {
	bytes []byte
	ends  []int
}

func (s *strip) end() { s.ends = append(s.ends, len(s.bytes)) }

// cut is the strings from lo to before hi.
func (s *strip) cut(lo, hi int) []byte {
	start := 0
	if lo > 0 {
		start = s.ends[lo-1]
	}
	return s.bytes[start:s.ends[hi-1]]
}

// archive holds pods encoded in both ways in which a client can get them: as items of a list, with
// the separator before each, and as the frames of a stream.
type archive struct {
	items, frames strip
}

func newArchive(pods []*corev1.Pod, e *apiserver.Encoder) (*archive, error) {
	a := &archive{}
	for i, pod := range pods {
		var err error
		if i == 1 {
			a.reserve(len(pods))
		}
		a.items.bytes = append(a.items.bytes, e.Separator()...)
		if a.items.bytes, err = e.AppendItem(a.items.bytes, pod); err != nil {
			return nil, err
		}
		if a.frames.bytes, err = e.AppendFrame(a.frames.bytes, watch.Event{Type: watch.Added, Object: pod}); err != nil {
			return nil, err
		}
		a.items.end()
		a.frames.end()
	}
	return a, nil
}

// reserve makes room for as many as n times the first, and some more: growing by doubling would need
// several times the memory.
func (a *archive) reserve(n int) {
	for _, s := range []*strip{&a.items, &a.frames} {
		s.bytes = append(make([]byte, 0, n*(len(s.bytes)+len(s.bytes)/4)), s.bytes...)
		s.ends = append(make([]int, 0, n), s.ends...)
	}
}

func newEncoder(f Form) (*apiserver.Encoder, error) {
	return apiserver.NewEncoder(workload.Pods, f.accept())
}
