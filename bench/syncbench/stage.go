package syncbench

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"informerbench/bench/loopback"
)

// stage is both states of a corpus, encoded, and what follows from them.
type stage struct {
	generations [2]*generation
	outlook     Outlook
}

// newStage encodes everything.
func newStage(c Corpus, pods []*corev1.Pod, version uint64) (*stage, error) {
	e, err := newEncoder(c.Form)
	if err != nil {
		return nil, err
	}
	b := stageBuilder{corpus: c, version: version, stage: &stage{outlook: Outlook{Pods: len(pods)}}}
	if err := b.play(pods); err != nil {
		return nil, err
	}
	before, err := newArchive(pods, e)
	if err != nil {
		return nil, err
	}
	after, err := newArchive(b.changed, e)
	if err != nil {
		return nil, fmt.Errorf("what changes: %w", err)
	}
	first, err := newGeneration(e, version)
	if err != nil {
		return nil, err
	}
	then, err := newGeneration(e, b.version)
	if err != nil {
		return nil, err
	}
	first.add(before, 0, len(pods))
	b.splice(then, before, after)
	b.stage.generations = [2]*generation{first, then}
	return b.stage, nil
}

// stageBuilder plays the changes once over the objects, to know what follows, and once over
// their bytes.
type stageBuilder struct {
	corpus  Corpus
	version uint64
	changes []change
	changed []*corev1.Pod // in the order of keys
	stage   *stage
}

func (b *stageBuilder) play(pods []*corev1.Pod) error {
	b.changes = changesOf(len(pods))
	out := &b.stage.outlook
	every := max(len(pods)/stableKeys, 1)
	for i, pod := range pods {
		if err := out.First.add(pod, b.corpus.Form, len(pods)); err != nil {
			return err
		}
		out.Initial.Added.Add(loopback.Digest(pod))
		if b.changes[i] == none && i%every == 0 {
			out.Stable = append(out.Stable, pod.Namespace+"/"+pod.Name)
		}
		for _, after := range b.after(pod, b.changes[i]) {
			if err := out.Then.add(after, b.corpus.Form, len(pods)); err != nil {
				return err
			}
		}
	}
	return nil
}

// after is what is in the pod's place afterwards.
func (b *stageBuilder) after(pod *corev1.Pod, c change) []*corev1.Pod {
	told := &b.stage.outlook.Relist
	if c == none {
		return []*corev1.Pod{pod}
	}
	if c == remove {
		told.Deleted.Add(loopback.Digest(pod))
		return nil
	}
	b.version++
	if c == update {
		next := updated(pod, b.version)
		told.Updated.Add(loopback.UpdateDigest(loopback.Digest(pod), loopback.Digest(next)))
		b.changed = append(b.changed, next)
		return []*corev1.Pod{next}
	}
	next := addedBehind(pod, b.version)
	told.Added.Add(loopback.Digest(next))
	b.changed = append(b.changed, next)
	return []*corev1.Pod{pod, next}
}

func (b *stageBuilder) splice(g *generation, before, after *archive) {
	next := 0
	for i, c := range b.changes {
		if c == none || c == addBehind {
			g.add(before, i, i+1)
		}
		if c == update || c == addBehind {
			g.add(after, next, next+1)
			next++
		}
	}
}
