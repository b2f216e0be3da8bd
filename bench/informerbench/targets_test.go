package informerbench_test

import (
	"testing"

	"informerbench/bench/informerbench"
	"informerbench/bench/rounds"
)

func TestTargetsAreThoseOfTheirGroup(t *testing.T) {
	sections := informerbench.Sections()
	for _, c := range []struct {
		section, figure int
		column, group   string
		want            rounds.Target
	}{
		{0, 0, "ours-mvcc", "pods=160000 readers=0", rounds.Target{AtLeast: 1.2}},
		{0, 1, "ours-mvcc", "pods=160000 readers=0", rounds.Target{}},
		{0, 0, "ours-mvcc", "pods=160000 readers=80", rounds.Target{AtLeast: 7000}},
		{0, 3, "ours-mvcc", "pods=160000 readers=10", rounds.Target{AtLeast: 3}},
		{0, 0, "ours-clientgo", "pods=160000 readers=10", rounds.Target{}},
		{0, 0, "ours-mvcc", "pods=2000 readers=10", rounds.Target{}},
		{1, 0, "10", "pods=160000 informer=ours-mvcc", rounds.Target{AtLeast: 0.4}},
		{1, 0, "10", "pods=160000 informer=clientgo", rounds.Target{}},
		{2, 0, "ours-mvcc", "pods=1000000 list=stream", rounds.Target{AtMost: 0.5}},
		{2, 0, "ours-mvcc", "pods=100000 list=stream", rounds.Target{}},
		{3, 0, "ours-mvcc", "handlers=100", rounds.Target{AtMost: 0.5}},
	} {
		got, ok := sections[c.section].Target(c.column, c.figure, c.group)
		if !ok {
			got = rounds.Target{}
		}
		if got != c.want {
			t.Errorf("%+v has the target %+v", c, got)
		}
	}
	if name, label := sections[1].About("10", "pods=160000 informer=ours-mvcc"); name != "ours-mvcc" || label != "share of its own rate, pods=160000 readers=10" {
		t.Errorf("about: %q, %q", name, label)
	}
}
