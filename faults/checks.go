package faults

import (
	"strconv"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// look waits until nothing moves. A store that has synced must then be the server's state
// at the version up to which it was fed.
func (r *run) look() {
	synctest.Wait()
	i := r.live.informer
	if !i.HasSynced() {
		return
	}
	r.report.Looks++
	version, err := strconv.ParseUint(i.LastSyncResourceVersion(), 10, 64)
	if err != nil {
		r.fail(violationf(NotAState, "the informer is at version %q", i.LastSyncResourceVersion()))
		return
	}
	got, err := held(i.GetStore())
	if err != nil {
		r.fail(violation{ForeignType, err.Error()})
		return
	}
	if wrong := differences(got, r.server.storage.state(version), sameVersion); len(wrong) > 0 {
		r.fail(violationf(NotAState, "after %v, at version %d: %v", time.Since(r.began), version, wrong))
	}
}

// settle gives the store time, and then checks everything.
func (r *run) settle() {
	healed := time.Now()
	want := r.server.storage.now()
	var wrong []string
	for {
		synctest.Wait()
		if wrong = r.compare(want, sameVersion); len(wrong) == 0 || time.Since(healed) > patience {
			break
		}
		time.Sleep(poll)
	}
	r.report.Settled = time.Since(healed)
	if wrong := r.compare(want, sameObject); len(wrong) > 0 {
		r.fail(violationf(Diverged, "%v after the last fault: %v", r.report.Settled, wrong))
		return
	}
	if err := checkIndexes(r.live.informer.GetIndexer(), want); err != nil {
		r.fail(violation{BadIndex, err.Error()})
	}
	r.live.each(func(h *recorder) {
		h.agree(want)
		r.checkSkipped(h)
	})
}

func (r *run) compare(want map[string]*corev1.ConfigMap, equal func(a, b *corev1.ConfigMap) bool) []string {
	got, err := held(r.live.informer.GetStore())
	if err != nil {
		return []string{err.Error()}
	}
	if !r.live.informer.HasSynced() {
		return []string{"the informer has not synced"}
	}
	return differences(got, want, equal)
}

// checkSkipped checks that a handler was told of every write since it was first told of the
// key, but those that lay before a list: a watch shows all.
func (r *run) checkSkipped(h *recorder) {
	if !h.forward {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	writes := r.server.storage.writes()
	for key, history := range h.histories {
		for i := 1; i < len(history); i++ {
			before, next := history[i-1], history[i]
			for _, w := range writes[key] {
				if before.Version < w && w < next.Version && !r.server.front.hides(w, r.began.Add(next.At)) {
					h.wrong(Skipped, key, "nothing of version %d between %v and %v", w, before, next)
				}
			}
		}
	}
}
