package main

import "strings"

// kept are the tests that client-go's own store has to run: they assert the private type of it
// and look into its fields. What they check is checked for our stores by package
// storetest, from outside; the README of this folder says where.
func kept() []string {
	return []string{
		"TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex",
		"TestThreadSafeStoreAddKeepsNonEmptySetPostDeleteFromIndex",
		"TestThreadSafeStoreIndexingFunctionsWithMultipleValues",
		"TestThreadSafeStoreRV",
	}
}

// keptBenchmark asserts the type as well.
const keptBenchmark = "BenchmarkIndexer"

// exactly is the pattern for go test that selects these tests and no others.
func exactly(tests []string) string { return "^(" + strings.Join(tests, "|") + ")$" }
