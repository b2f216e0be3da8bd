package storetest

import (
	"slices"

	"k8s.io/client-go/tools/cache"
)

// script is one corner of the contract as operations on a new store. After each
// the store must answer as the model does, in every method.
type script struct {
	name     string
	indexers cache.Indexers
	ops      []op
}

func contractChecks() []check {
	var all []check
	for _, s := range slices.Concat(pointScripts(), versionScripts(), transactionScripts(), indexScripts(), extendedScripts()) {
		all = append(all, check{name: s.name, verify: func(subject Subject) error {
			return play(subject, s.indexers, s.ops...)
		}})
	}
	return all
}

func pointScripts() []script {
	a1, a2, b := newObject("n1", "a", "1"), newObject("n2", "a", "2"), newObject("n1", "b", "3")
	usual := only("single", "constant", "none")
	return []script{
		{"a new store answers with empty slices, never nil", usual, nil},
		{"a store without indexers works", nil, []op{{kind: opAdd, key: "ns/a", object: a1}, {kind: opDelete, key: "ns/a"}}},
		{"Add over an existing key replaces object and index entries", usual, []op{
			{kind: opAdd, key: "ns/a", object: a1}, {kind: opAdd, key: "ns/a", object: a2}}},
		{"Update of an unknown key adds it", usual, []op{{kind: opUpdate, key: "ns/a", object: a1}}},
		{"one object may be stored under several keys", usual, []op{
			{kind: opAdd, key: "ns/a", object: a1}, {kind: opAdd, key: "ns/b", object: a1}, {kind: opDelete, key: "ns/a"}}},
		{"Delete removes object and index entries", usual, []op{
			{kind: opAdd, key: "ns/a", object: a1}, {kind: opAdd, key: "ns/b", object: b}, {kind: opDelete, key: "ns/a"}}},
		{"Delete of an unknown key changes nothing", usual, []op{
			{kind: opAdd, key: "ns/a", object: a1}, {kind: opDelete, key: "ns/b"}}},
		{"a nil object is stored but in no index", usual, []op{
			{kind: opAdd, key: "ns/a", object: nil}, {kind: opUpdate, key: "ns/a", object: a1},
			{kind: opUpdate, key: "ns/a", object: nil}, {kind: opDelete, key: "ns/a"}}},
		{"objects of other types and without metadata are stored beside each other", usual, []op{
			{kind: opAdd, key: "ns/a", object: "text"}, {kind: opAdd, key: "ns/b", object: 42}, {kind: opAdd, key: "ns/c", object: a1},
			{kind: opUpdate, key: "ns/c", object: "text"}, {kind: opUpdate, key: "ns/a", object: a1}, {kind: opDelete, key: "ns/b"}}},
		{"Replace exchanges the whole content", usual, []op{
			{kind: opAdd, key: "ns/a", object: a1},
			{kind: opReplace, rv: "7", items: map[string]any{"ns/b": b, "ns/c": nil, "": a2}},
			{kind: opAdd, key: "ns/a", object: a1}, {kind: opDelete, key: "ns/b"},
			{kind: opReplace, rv: "8", items: map[string]any{}},
			{kind: opAdd, key: "ns/a", object: a1}}},
		{"Resync returns nil and does nothing", usual, []op{{kind: opAdd, key: "ns/a", object: a1}, {kind: opResync}}},
	}
}

func versionScripts() []script {
	at := func(rv string) *object { return newObject("ns", "a", rv) }
	return []script{
		{"writes set the version of their object and never compare", nil, []op{
			{kind: opAdd, key: "ns/a", object: at("9")}, {kind: opUpdate, key: "ns/a", object: at("10")},
			{kind: opUpdate, key: "ns/a", object: at("abc-1")}, {kind: opUpdate, key: "ns/a", object: at("3")},
			{kind: opUpdate, key: "ns/a", object: at("12345678901234567890")}, {kind: opAdd, key: "ns/a", object: at("")}}},
		{"an object without metadata leaves the version alone", nil, []op{
			{kind: opAdd, key: "ns/a", object: at("9")}, {kind: opAdd, key: "ns/b", object: "text"}, {kind: opUpdate, key: "ns/a", object: nil}}},
		{"Delete leaves the version alone", nil, []op{{kind: opAdd, key: "ns/a", object: at("9")}, {kind: opDelete, key: "ns/a"}}},
		{"DeleteWithObject takes the version of its object, also for an unknown key", nil, []op{
			{kind: opAdd, key: "ns/a", object: at("9")},
			{kind: opDeleteWithObject, key: "ns/a", object: at("11")},
			{kind: opDeleteWithObject, key: "ns/a", object: at("12")},
			{kind: opDeleteWithObject, key: "ns/a", object: nil},
			{kind: opDeleteWithObject, key: "ns/a", object: "text"},
			{kind: opDeleteWithObject, key: "ns/a", object: at("")}}},
		{"Bookmark and Replace set any version, even an empty one", nil, []op{
			{kind: opAdd, key: "ns/a", object: at("9")}, {kind: opBookmark, rv: "20"}, {kind: opBookmark, rv: "5"}, {kind: opBookmark, rv: ""},
			{kind: opReplace, rv: "30"}, {kind: opReplace, rv: ""}}},
	}
}

func transactionScripts() []script {
	a1, a2, b := newObject("n1", "a", "1"), newObject("n2", "a", "2"), newObject("n1", "b", "3")
	usual := only("single", "constant", "commas")
	start := op{kind: opReplace, rv: "0", items: map[string]any{"ns/a": a1, "ns/b": b}}
	run := func(entries ...cache.ThreadSafeStoreTransaction) []op {
		return []op{start, {kind: opTransaction, entries: entries}, {kind: opUpdate, key: "ns/a", object: a2}}
	}
	return []script{
		{"a transaction without entries changes nothing", usual, run()},
		{"a transaction applies all its entries", usual, run(
			put("ns/a", a2), drop("ns/b", b), entry(cache.TransactionTypeAdd, "ns/c", a1))},
		{"a transaction applies repeated keys in order", usual, run(
			put("ns/c", a1), drop("ns/c", a1), put("ns/c", a2), put("ns/a", a2), put("ns/a", b), drop("ns/a", b), drop("ns/b", b), put("ns/b", a2))},
		{"a key added and deleted in one transaction leaves nothing", usual, run(
			put("ns/c", a1), put("ns/c", a2), drop("ns/c", a2))},
		{"a transaction ends with the version of its last entry, a delete's included", usual, run(
			put("ns/a", newObject("n1", "a", "50")), drop("ns/b", newObject("n1", "b", "40")))},
		{"a transaction whose last entry has no readable version leaves the version alone", usual, run(
			put("ns/a", newObject("n1", "a", "50")), drop("ns/b", nil))},
		{"a transaction deletes unknown keys and ignores unknown types", usual, run(
			drop("ns/c", a1), entry("Bogus", "ns/a", a2), entry("Bogus", "ns/c", b))},
		{"a transaction stores nil objects", usual, run(put("ns/a", nil), put("ns/c", nil), put("ns/b", b))},
	}
}
