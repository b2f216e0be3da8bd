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
		{Base, "client-go's informer as it ships", Plain, clientGo()},
		{Again, "the same once more: noise", Plain, clientGo()},
		{"clientgo+share", "client-go's informer with a Sharer as its transform", Share, clientGo(sharing)},
		{Plainly, "our informer over mvcc and our own source", Plain, wired(plain)},
		{"wire+intern", "the same; an Interner transforms what is decoded", Intern, wired(transforming(interning))},
		{"wire+strip", "the same; a Stripper does", Strip, wired(transforming(stripping))},
		{"wire+share", "the same; a Sharer does", Share, wired(transforming(sharing))},
		{"wire+strip+share", "the same; both do", StripShare, wired(transforming(stripping, sharing))},
		{"wire+strip+tokens+share", "the same; volumes with tokens are stripped too", StripTokensShare,
			wired(transforming(strippingTokens, sharing))},
		{"wire+encoded", "the same; encoded parts are compared before they are decoded", Encoded, wired(decoding(encoded.Options{}))},
		{"wire+strip+encoded", "the same; what is stripped is not decoded", StripEncoded,
			wired(decoding(encoded.Options{StripManagedFields: true, StripLastApplied: true}))},
		{"packed", "our informer over packed and our own source", Packed, overPacked(plain)},
		{"packed+encoded", "the same; equal parts are decoded once, in what is not packed yet", PackedEncoded,
			overPacked(decoding(encoded.Options{}))},
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
