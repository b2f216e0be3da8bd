package main

import (
	"slices"
	"strings"

	"informerbench/stores/catalog"
	"informerbench/workload"
)

// The populations that the suite is made for.
var scales = []struct {
	name    string
	objects int
}{{"10k", 10_000}, {"100k", 100_000}, {"1M", 1_000_000}}

func parseScales(list string) ([]int, error) {
	var out []int
	for _, name := range splitList(list) {
		i := slices.IndexFunc(scales, func(s struct {
			name    string
			objects int
		}) bool {
			return strings.EqualFold(s.name, name)
		})
		if i < 0 {
			return nil, usagef("unknown scale %q: allowed are 10k, 100k, 1M, or several of them separated by commas", name)
		}
		out = append(out, scales[i].objects)
	}
	if out == nil {
		return nil, usagef("no scale given: allowed are 10k, 100k, 1M")
	}
	return out, nil
}

func parseMixes(list string) ([]workload.Mix, error) {
	if list == "all" {
		return workload.Mixes(), nil
	}
	var out []workload.Mix
	for _, name := range splitList(list) {
		m, err := workload.ParseMix(name)
		if err != nil {
			return nil, usageError{err}
		}
		out = append(out, m)
	}
	if out == nil {
		return nil, usagef("no mix given: use --mix=churn, or --mix=all")
	}
	return out, nil
}

// peerStore is measured in any case: against it only the store differs.
const peerStore = "clientgo"

// parseStores returns the names of catalogued stores; "all" is every one of them.
func parseStores(list string) ([]string, error) {
	var out []string
	if list == "all" {
		for _, v := range catalog.All() {
			out = append(out, v.Name)
		}
		return out, nil
	}
	for _, name := range splitList(list) {
		if _, err := catalog.Lookup(name); err != nil {
			return nil, usageError{err}
		}
		out = append(out, name)
	}
	if out == nil {
		return nil, usagef("no store given: use --store=all or names that benchgen stores lists")
	}
	if !slices.Contains(out, peerStore) {
		out = append([]string{peerStore}, out...)
	}
	return out, nil
}

// splitList splits at commas and drops blanks and repetitions.
func splitList(list string) []string {
	var out []string
	for _, s := range strings.Split(list, ",") {
		if s = strings.TrimSpace(s); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
