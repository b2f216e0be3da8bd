package informerbench_test

import (
	"testing"

	"informerbench/bench/informerbench"
)

func TestTargetsAreThoseOfTheirGroup(t *testing.T) {
	sections := informerbench.Sections()
	for _, c := range []struct {
		section, figure int
		column, group   string
		want            informerbench.Target
	}{
		{0, 0, "ours-mvcc", "pods=160000 readers=0", informerbench.Target{AtLeast: 1.2}},
		{0, 1, "ours-mvcc", "pods=160000 readers=0", informerbench.Target{}},
		{0, 0, "ours-mvcc", "pods=160000 readers=80", informerbench.Target{AtLeast: 7000}},
		{0, 3, "ours-mvcc", "pods=160000 readers=10", informerbench.Target{AtLeast: 3}},
		{0, 0, "ours-clientgo", "pods=160000 readers=10", informerbench.Target{}},
		{0, 0, "ours-mvcc", "pods=2000 readers=10", informerbench.Target{}},
		{1, 0, "10", "pods=160000 informer=ours-mvcc", informerbench.Target{AtLeast: 0.4}},
		{1, 0, "10", "pods=160000 informer=clientgo", informerbench.Target{}},
		{2, 0, "ours-mvcc", "pods=1000000 list=stream", informerbench.Target{AtMost: 0.5}},
		{2, 0, "ours-mvcc", "pods=100000 list=stream", informerbench.Target{}},
		{3, 0, "ours-mvcc", "handlers=100", informerbench.Target{AtMost: 0.5}},
	} {
		got, ok := sections[c.section].Target(c.column, c.figure, c.group)
		if !ok {
			got = informerbench.Target{}
		}
		if got != c.want {
			t.Errorf("%+v has the target %+v", c, got)
		}
	}
	if name, label := sections[1].About("10", "pods=160000 informer=ours-mvcc"); name != "ours-mvcc" || label != "share of its own rate, pods=160000 readers=10" {
		t.Errorf("about: %q, %q", name, label)
	}
}
