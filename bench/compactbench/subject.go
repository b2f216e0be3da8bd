package compactbench

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/client-go/tools/cache"

	"informerbench/bench/loopback"
	"informerbench/compact/encoded"
	"informerbench/stores/packed"
)

// Base is the informer that all others are compared with: client-go's as it ships.
const Base = "clientgo"

// Again is the same once more: whatever differs from Base is noise.
const Again = "clientgo-again"

// Plainly is our informer and source with objects as they are decoded: what the CPU time of the other forms is compared with.
const Plainly = "wire"

// Subject is an informer that keeps its objects in some form, under its name in results.
type Subject struct {
	Name, Summary string
	Kept          Kept
	build         builder
	// listed is how objects are kept until the first list is complete, if that is another way.
	listed Kept
}

// builder makes an informer of pods that does not run yet.
type builder func(*loopback.Client, cache.Indexers) (built, error)

// built is an informer and, if it has one, its packed store.
type built struct {
	informer cache.SharedIndexInformer
	packed   *packed.Store
}

// Subjects lists what is measured, in the order of the columns.
func Subjects() []Subject {
	return []Subject{
		{Name: Base, Summary: "client-go's informer as it ships", Kept: Plain, build: clientGo()},
		{Name: Again, Summary: "the same once more: noise", Kept: Plain, build: clientGo()},
		{Name: "clientgo+share", Summary: "client-go's informer with a Sharer as its transform", Kept: Share, build: clientGo(sharing)},
		{Name: Plainly, Summary: "our informer over mvcc and our own source", Kept: Plain, build: wired(plain)},
		{Name: "wire+intern", Summary: "the same; an Interner transforms what is decoded", Kept: Intern, build: wired(transforming(interning))},
		{Name: "wire+strip", Summary: "the same; a Stripper does", Kept: Strip, build: wired(transforming(stripping))},
		{Name: "wire+share", Summary: "the same; a Sharer does", Kept: Share, build: wired(transforming(sharing))},
		{Name: "wire+strip+share", Summary: "the same; both do", Kept: StripShare, build: wired(transforming(stripping, sharing))},
		{Name: "wire+strip+tokens+share", Summary: "the same; volumes with tokens are stripped too", Kept: StripTokensShare,
			build: wired(transforming(strippingTokens, sharing))},
		{Name: "wire+encoded", Summary: "the same; encoded parts are compared before they are decoded", Kept: Encoded,
			build: wired(decoding(encoded.Options{}))},
		{Name: "wire+strip+encoded", Summary: "the same; what is stripped is not decoded", Kept: StripEncoded,
			build: wired(decoding(encoded.Options{StripManagedFields: true, StripLastApplied: true}))},
		{Name: "packed", Summary: "our informer over packed and our own source", Kept: Packed, listed: Plain, build: overPacked(plain)},
		{Name: "packed+encoded", Summary: "the same; what is listed has parts in common until it is packed", Kept: Packed, listed: Encoded,
			build: overPacked(decoding(encoded.Options{}))},
	}
}

// Names are those of all subjects.
func Names() (names []string) {
	for _, s := range Subjects() {
		names = append(names, s.Name)
	}
	return names
}

func subjectOf(name string) (Subject, error) {
	all := Subjects()
	i := slices.IndexFunc(all, func(s Subject) bool { return s.Name == name })
	if i < 0 {
		return Subject{}, fmt.Errorf("unknown informer %q: want one of %s", name, strings.Join(Names(), ", "))
	}
	return all[i], nil
}
