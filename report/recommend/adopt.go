package recommend

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// adopt tells how a program takes up the candidate.
func (c *Candidate) adopt() []string {
	build := c.offer.Constructor
	switch {
	case c.Subject == Base:
		return []string{"nothing to do: it is client-go as it ships"}
	case c.Subject.Informer == Base.Informer:
		return []string{fmt.Sprintf("under an informer of client-go's, before it starts: swap.Store(informer, %s)", build)}
	}
	option := fmt.Sprintf("informer.WithStore(%s)", build)
	switch c.Subject.Queue {
	case "direct":
		option += ", informer.WithQueue(informer.Direct)"
	case "deltafifo":
		option += ", informer.WithQueue(informer.DeltaFIFO)"
	}
	lines := []string{
		"your own informers: informer.NewSharedIndexInformer(listWatch, &corev1.Pod{}, 0, indexers, " + option + ")",
		"client-go's factories: clientgo.Register(factory, scope, types, " + option + ")",
	}
	if c.Subject.Queue == "inorder" {
		lines = append(lines,
			fmt.Sprintf("controller-runtime: cache.Options{NewInformer: controllerruntime.NewInformer(%s)}", build),
			fmt.Sprintf("without changing the program: benchgen overlay --store=%s --build", c.Subject.Store))
	}
	return lines
}

// commands measure what the answer had to do without.
func (a *Advice) commands() (out []string) {
	doubtful := func(e Estimate) bool { return e.How != Measured || !e.Stated || e.Rounds < manyRounds }
	var estimates []Estimate
	for _, c := range a.Candidates {
		estimates = append(estimates, c.grounds()...)
	}
	lacking := a.lacking()
	if lacking != nil {
		out = append(out, "not measured, of the recommended or of client-go: "+strings.Join(lacking, ", ")+"; this measures it:")
	}
	if len(a.Candidates) == 0 || lacking != nil || slices.ContainsFunc(estimates, doubtful) {
		out = append(out, "benchgen recommend --run "+strings.Join(a.Cluster.args(), " "))
	}
	for _, e := range estimates {
		for _, axis := range e.Beyond {
			if text := a.measureAxis(e, axis); text != "" && !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	beside := fmt.Sprintf("benchgen informerbench --parts=readers --pods=%d --readers=0,%d", a.Cluster.Objects, a.Cluster.Readers)
	if slices.Contains(lacking, a.model.figure(capacityListed).Title) && !slices.Contains(out, beside) {
		out = append(out, beside) // which a run of cells does not measure
	}
	if a.Keeping.doubtful() {
		out = append(out, fmt.Sprintf("benchgen compactbench --pods=%d --count=%d", a.Cluster.Objects, manyRounds))
	}
	return out
}

// lacking are the titles of figures that the recommended candidate or client-go was not measured in.
func (a *Advice) lacking() (titles []string) {
	r := a.Recommended
	if r == nil {
		return nil
	}
	for _, e := range r.Figures {
		compared := !slices.ContainsFunc(r.Gains, func(g Relation) bool { return g.Figure == e.Figure && math.IsNaN(g.Ratio) })
		if e.How == NotMeasured || !compared {
			titles = append(titles, a.model.figure(e.Figure).Title)
		}
	}
	return titles
}

func (a *Advice) measureAxis(e Estimate, axis Axis) string {
	switch {
	case axis == Cores:
		return fmt.Sprintf("run it on a machine with %d cores: deploy/README.md tells how, on a cluster's own nodes", a.Cluster.Cores)
	case axis == Readers && e.Figure == stalenessP99:
		return fmt.Sprintf("benchgen scenario run steady-churn --objects=%d --readers=%d", a.Cluster.Objects, a.Cluster.Readers)
	case axis == Readers && e.Figure == capacity:
		return fmt.Sprintf("benchgen informerbench --parts=readers --pods=%d --readers=0,%d", a.Cluster.Objects, a.Cluster.Readers)
	}
	return ""
}

// args are the flags that describe the cluster.
func (c Cluster) args() (out []string) {
	add := func(set bool, name string, value fmt.Stringer) {
		if text := value.String(); set {
			if strings.ContainsAny(text, " ;&|<>$`\"'\\*?(){}!#~") {
				text = "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
			}
			out = append(out, "--"+name+"="+text)
		}
	}
	add(true, "objects", number(c.Objects))
	add(c.ObjectBytes > 0, "object-bytes", &c.ObjectBytes)
	add(c.EncodedBytes > 0, "encoded-bytes", &c.EncodedBytes)
	add(c.EventRate > 0, "event-rate", number(c.EventRate))
	add(true, "readers", number(c.Readers))
	add(len(c.ReadKinds) > 0, "reads", &c.ReadKinds)
	add(true, "indexes", number(c.Indexes))
	add(c.Handlers > 0, "handlers", number(c.Handlers))
	add(c.Cores > 0, "cores", number(c.Cores))
	add(c.MemoryLimit > 0, "memory-limit", &c.MemoryLimit)
	add(c.StalenessP99 > 0, "staleness-p99", &c.StalenessP99)
	add(c.GetP99 > 0, "get-p99", &c.GetP99)
	add(c.ListP99 > 0, "list-p99", &c.ListP99)
	add(c.SyncWithin > 0, "sync-within", &c.SyncWithin)
	add(c.RelistStall > 0, "relist-stall", &c.RelistStall)
	add(len(c.Guarantees) > 0, "guarantees", &c.Guarantees)
	add(len(c.Allow) > 0, "allow", &c.Allow)
	add(c.Profile != "", "profile", word(c.Profile))
	add(c.Workload != "", "workload", word(c.Workload))
	return out
}

type number float64

func (n number) String() string { return plain(float64(n)) }

type word string

func (w word) String() string { return string(w) }
