package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	benchreport "informerbench/report"
	"informerbench/report/page"
	"informerbench/report/recommend"
)

// adviceFlags are those of benchgen recommend that describe a cluster; the report begins with what it recommends if any of them is
// given.
func adviceFlags(f *pflag.FlagSet, r *recommendFlags) {
	f.StringVar(&r.file, "cluster", "", "begin with a recommendation for the cluster that this file describes, in YAML or JSON")
	f.StringVar(&r.fit, "fit", "", "the same for the cluster that benchgen fit --format=json described of a trace")
	clusterFlags(f, &r.cluster)
}

// advice is the recommendation that was asked for, from the results of the page; nil if none was.
func (r *reportFlags) advice(cmd *cobra.Command, in *benchreport.Input) (*page.Advice, error) {
	known := pflag.NewFlagSet("advice", pflag.ContinueOnError)
	adviceFlags(known, &recommendFlags{})
	asked := false
	cmd.Flags().Visit(func(f *pflag.Flag) { asked = asked || known.Lookup(f.Name) != nil })
	if !asked {
		return nil, nil
	}
	c, err := r.cluster.describe(cmd)
	if err != nil {
		return nil, usageError{err}
	}
	model, err := recommend.FromResults(in)
	if err != nil {
		return nil, fmt.Errorf("the recommendation: %w", err)
	}
	a, err := model.Recommend(c, adviceOptions())
	if err != nil {
		return nil, usageError{fmt.Errorf("the recommendation: %w", err)}
	}
	out := &page.Advice{Headline: a.Headline()}
	for _, s := range a.Sections() {
		out.Parts = append(out.Parts, page.AdvicePart(s))
	}
	return out, nil
}
