package reflectorbench_test

import (
	"slices"
	"testing"

	"informerbench/reflectorbench"
)

func wholeMatrix() (cells []reflectorbench.Cell) {
	for _, objects := range []int{10_000, 100_000, 1_000_000} {
		for _, rate := range []int{100, 2000} {
			for _, c := range reflectorbench.Pipelines(nil) {
				c.Objects, c.Rate = objects, rate
				cells = append(cells, c)
			}
		}
	}
	return cells
}

func TestShardsPartTheMatrixBetweenConfigurations(t *testing.T) {
	all := wholeMatrix()
	for of := 1; of <= 7; of++ {
		home := map[[2]int]int{} // configuration to shard
		seen := map[string]int{}
		for index := range of {
			part := reflectorbench.Shard(all, index, of)
			again := reflectorbench.Shard(wholeMatrix(), index, of)
			if !slices.EqualFunc(part, again, func(a, b reflectorbench.Cell) bool { return slices.Equal(a.Args(), b.Args()) }) {
				t.Errorf("shard %d/%d is not the same the second time", index, of)
			}
			for _, c := range part {
				key := [2]int{c.Objects, c.Rate}
				if at, ok := home[key]; ok && at != index {
					t.Errorf("of %d shards both %d and %d have %v", of, at, index, key)
				}
				home[key] = index
				seen[c.Name()]++
			}
			if of <= 6 && len(part) == 0 {
				t.Errorf("shard %d/%d is empty, with six configurations", index, of)
			}
		}
		total := 0
		for _, n := range seen {
			total += n
		}
		if total != len(all) {
			t.Errorf("%d shards have %d of %d cells", of, total, len(all))
		}
	}
}

func TestPlanTellsMatricesApart(t *testing.T) {
	all := wholeMatrix()
	plan := reflectorbench.Plan(all, 10)
	if plan != reflectorbench.Plan(wholeMatrix(), 10) {
		t.Error("the same matrix has two plans")
	}
	all[0].Commit = "abc"
	if plan != reflectorbench.Plan(all, 10) {
		t.Error("the commit changes the plan")
	}
	if plan == reflectorbench.Plan(all, 9) || plan == reflectorbench.Plan(all[1:], 10) {
		t.Error("another matrix has the same plan")
	}
}
