package main

import (
	"maps"
	"strings"

	"informerbench/bench/compactbench"
	"informerbench/bench/informerbench"
	"informerbench/bench/scenarios"
	"informerbench/bench/storebench"
	"informerbench/bench/syncbench"
	"informerbench/reflector"
	"informerbench/reflectorbench"
	"informerbench/report/merge"
	"informerbench/stores"
	"informerbench/stores/catalog"
	"informerbench/workload"
)

// flagOffers is what a shell offers for each flag that takes words: "--name" in all commands,
// "command --name" where a command differs. A flag of words stands here, or its command has registered its own.
func flagOffers() map[string]offer {
	all := map[string]offer{}
	for _, some := range []map[string]offer{
		pipelineOffers(), workloadOffers(), suiteOffers(), resultOffers(), pathOffers(), freeOffers(),
	} {
		maps.Copy(all, some)
	}
	return all
}

var everything = fixed("all")

// pipelineOffers are for flags that put informers together and say what of them is measured.
func pipelineOffers() map[string]offer {
	ofOurs := values(reflectorbench.InOrder, reflectorbench.DeltaFIFO, reflectorbench.Direct)
	lists := values(reflector.ListStream, reflector.ListPaged)
	return map[string]offer{
		"--store":              oneOf(catalog.Names),
		"bench --store":        listOf(joined(everything, catalog.Names)),
		"scenario run --store": listOf(joined(everything, catalog.Names)),
		"compare --store":      listOf(catalog.Names),
		"--queue":              oneOf(joined(ofOurs, values(reflectorbench.RealFIFO))),
		"bench --queue":        listOf(ofOurs),
		"scenario run --queue": listOf(ofOurs),
		"recommend --queue":    listOf(ofOurs),
		"--informer":           oneOf(values(reflectorbench.Ours, reflectorbench.ClientGo, reflectorbench.ClientGoController)),
		"--list":               oneOf(lists),
		"--skew":               oneOf(values(reflectorbench.Uniform, reflectorbench.Zipf)),
		"--reconcile-work":     oneOf(values(reflectorbench.Spin, reflectorbench.Sleep)),
		"--measures": listOf(values(reflectorbench.MeasureSync, reflectorbench.MeasureHeap, reflectorbench.MeasureThroughput,
			reflectorbench.MeasureLatency, reflectorbench.MeasureRead, reflectorbench.MeasureReconcile, reflectorbench.MeasureRelist)),
		"--kind":         listOf(joined(everything, reflectorbench.ProfileKinds)),
		"profile --base": oneOf(catalog.Names),
	}
}

// workloadOffers are for flags that say what objects and events there are.
func workloadOffers() map[string]offer {
	scales := fixed("10k", "100k", "1M")
	served := values(reflectorbench.Memory, reflectorbench.HTTP)
	speeds := fixed("1", "10")
	return map[string]offer{
		"--mix":                      oneOf(names(workload.Mixes)),
		"bench --mix":                listOf(joined(everything, names(workload.Mixes))),
		"--profile":                  oneOf(names(workload.Profiles)),
		"--resources":                listOf(names(workload.Resources)),
		"--also":                     listOf(names(workload.Resources)),
		"--resource":                 listOf(names(workload.Resources)),
		"--scale":                    listOf(scales),
		"--objects":                  oneOf(scales),
		"scenario run --objects":     listOf(scales),
		"--speed":                    oneOf(joined(speeds, values(reflectorbench.MaxSpeed))),
		"serve --speed":              oneOf(speeds),
		"--source":                   oneOf(joined(served, values(reflectorbench.Cluster))),
		"bench --source":             oneOf(served),
		"scenario run --source":      oneOf(served),
		"scenarioprocess --source":   oneOf(served),
		"scenarioprocess --scenario": oneOf(scenarios.Names),
		"--workload":                 oneOf(workloads),
	}
}

// workloads are what results may have been measured under.
func workloads() (out []string) {
	for _, m := range workload.Mixes() {
		out = append(out, "mix="+string(m))
	}
	for _, s := range scenarios.Names() {
		out = append(out, "scenario="+s)
	}
	return out
}

// suiteOffers are for the flags of storebench, informerbench, syncbench and compactbench, whose subjects and parts have
// names of their own.
func suiteOffers() map[string]offer {
	return map[string]offer{
		"storebench --store":         listOf(joined(everything, storeNames)),
		"storeprocess --store":       oneOf(storeNames),
		"--rows":                     listOf(joined(everything, storeRows)),
		"informerbench --parts":      listOf(names(informerbench.Parts)),
		"informerbench --informer":   listOf(joined(everything, informerbench.Names)),
		"informerprocess --informer": oneOf(informerbench.Names),
		"informerprocess --part":     oneOf(names(informerbench.Parts)),
		"informerprocess --list":     oneOf(names(informerbench.Lists)),
		"syncbench --parts":          listOf(names(syncbench.Parts)),
		"syncbench --informer":       listOf(joined(everything, syncbench.Names)),
		"syncprocess --informer":     oneOf(syncbench.Names),
		"syncprocess --list":         oneOf(names(syncbench.Lists)),
		"syncprocess --measure":      oneOf(names(syncbench.Measures)),
		"compactbench --parts":       listOf(names(compactbench.Parts)),
		"compactprocess --informer":  oneOf(compactbench.Names),
		"compactprocess --part":      oneOf(names(compactbench.Parts)),
		"compactbench --kept":        listOf(joined(everything, keptNames)),
		"--form":                     oneOf(names(syncbench.Forms)),
	}
}

func storeNames() []string { return storebench.Names() }

// storeRows are the ops of the rows, each once though several rows may have it.
func storeRows() (ops []string) {
	seen := map[string]bool{}
	for _, r := range storebench.Rows() {
		if !seen[r.Op] {
			seen[r.Op] = true
			ops = append(ops, r.Op)
		}
	}
	return ops
}

// resultOffers are for flags that compare and judge what was measured.
func resultOffers() map[string]offer {
	keys := listOf(fixed(".name", ".fullname", ".config", ".file", ".unit", "/informer", "/queue", "/store", "/mix", "/scenario",
		"/trace", "/profile", "/objects@num", "/list", "/source", "/repeat", "commit"))
	return map[string]offer{
		"--table": keys, "--row": keys, "--col": keys, "--ignore": keys,
		"--format":         oneOf(fixed("text", "markdown", "json")),
		"compare --format": oneOf(fixed("text", "csv", "markdown", "json")),
		"fit --format":     oneOf(fixed("text", "json")),

		"scenario table --format": oneOf(fixed("text", "markdown")),
		"--allow":                 listOf(merge.Settings),
		"--guarantees":            listOf(guaranteeWords),
		"--reads":                 listOf(fixed("get", "byindex", "list")),
		"--fail-if":               oneOf(fixed("unsure", "not-met", "extrapolated", "none", "store!=", "staleness-p99>", "memory.hi>")),
	}
}

// guaranteeWords are the first words of the guarantees, which are enough.
func guaranteeWords() (words []string) {
	for _, g := range stores.Guarantees() {
		word, _, _ := strings.Cut(string(g), " ")
		word, _, _ = strings.Cut(word, "-")
		words = append(words, word)
	}
	return words
}
