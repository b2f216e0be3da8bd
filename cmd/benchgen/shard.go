package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"informerbench/reflectorbench"
	"informerbench/report/merge"
)

// shardFlags are for a part of a matrix on each of several machines.
type shardFlags struct {
	shard, label string
}

func (s *shardFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.shard, "shard", "", "measure only part INDEX/NUMBER of the matrix, such as 0/3, and print the raw results for benchgen merge")
	cmd.Flags().StringVar(&s.label, "label", "", "with --shard: name of the run, such as the type of the nodes")
}

// part returns the cells of the shard, which is nil if the whole matrix is asked for.
func (s *shardFlags) part(cells []reflectorbench.Cell, rounds int) ([]reflectorbench.Cell, *merge.Shard, error) {
	if s.shard == "" {
		if s.label != "" {
			return nil, nil, usagef("--label names the run of a shard: give --shard=INDEX/NUMBER too")
		}
		return cells, nil, nil
	}
	index, of, err := merge.ParseShard(s.shard)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if err := merge.CheckLabel(s.label); err != nil {
		return nil, nil, usageError{err}
	}
	part := reflectorbench.Shard(cells, index, of)
	if len(part) == 0 {
		return nil, nil, usagef("shard %d/%d has nothing to measure: all pipelines of one scale and mix stay on one machine, so take fewer shards, or more scales or mixes", index, of)
	}
	return part, &merge.Shard{Index: index, Of: of, Plan: reflectorbench.Plan(cells, rounds), Label: s.label}, nil
}

// publishShard prints the raw results, marked, so that the log of a pod carries them.
func publishShard(cmd *cobra.Command, shard merge.Shard, dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, benchFile))
	if err != nil {
		return err
	}
	return shard.Write(cmd.OutOrStdout(), text)
}
