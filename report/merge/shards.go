package merge

import (
	"fmt"
	"strconv"
	"strings"
)

// checkShards wants each shard of each run once.
func checkShards(blocks []*Block, o Options) ([]string, error) {
	var warnings []string
	first := map[string]*Block{} // of each run
	seen := map[Shard]*Block{}
	var labels []string
	for _, b := range blocks {
		if b.Of == 0 {
			continue
		}
		if other := seen[b.Shard]; other != nil {
			return nil, fmt.Errorf("%v is there twice: %s:%d and %s:%d; give each once, or measure each run with a --label of its own",
				b.Shard, other.File, other.Line, b.File, b.Line)
		}
		seen[b.Shard] = b
		switch run := first[b.Label]; {
		case run == nil:
			first[b.Label] = b
			labels = append(labels, b.Label)
		case run.Of != b.Of:
			return nil, fmt.Errorf("%s and %s are of different numbers of shards", run.name(), b.name())
		case run.Plan != b.Plan:
			return nil, fmt.Errorf("%s and %s are of different matrices: all shards need the same flags", run.name(), b.name())
		}
	}
	for _, label := range labels {
		if missing := missingShards(first[label], seen); missing != nil {
			text := missingText(first[label], missing)
			if !o.Partial {
				return nil, fmt.Errorf("%s: fetch or measure what is missing, or merge what there is with --partial", text)
			}
			warnings = append(warnings, text)
		}
	}
	return warnings, nil
}

func missingShards(run *Block, seen map[Shard]*Block) (missing []int) {
	for i := range run.Of {
		shard := run.Shard
		shard.Index = i
		if seen[shard] == nil {
			missing = append(missing, i)
		}
	}
	return missing
}

func missingText(run *Block, missing []int) string {
	var numbers []string
	for _, i := range missing {
		numbers = append(numbers, strconv.Itoa(i))
	}
	of := ""
	if run.Label != "" {
		of = " of run " + run.Label
	}
	return fmt.Sprintf("%d of %d shards%s are missing: %s", len(missing), run.Of, of, strings.Join(numbers, ", "))
}
