package recommend

import (
	"fmt"
	"slices"
	"strings"
)

// What a recommended subject can be made of, beside the stores that are offered.
var (
	informerNames = []string{"ours", Base.Informer}
	queueNames    = []string{"inorder", "deltafifo", "direct", Base.Queue}
)

// known lists the names that a part of a recommended subject can have; nil where any word may stand.
func (o Options) known(part string) []string {
	switch part {
	case "informer":
		return informerNames
	case "queue":
		return queueNames
	case "store":
		var names []string
		for _, offer := range o.Offers {
			names = append(names, offer.Name)
		}
		return names
	case "kept":
		return KeptNames()
	case "confidence":
		return []string{string(High), string(Fair), string(Low)}
	}
	return nil
}

// check refuses a word that nothing recommended can be: a condition on a misspelt one would hold always, or never.
func (o Options) check(name, word string) error {
	if name == "recommended" {
		parts := strings.Split(word, "/")
		if len(parts) != 3 {
			return fmt.Errorf("%q is no informer/queue/store, such as ours/inorder/mvcc", word)
		}
		for i, part := range []string{"informer", "queue", "store"} {
			if err := o.check(part, parts[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if known := o.known(name); !slices.Contains(known, word) {
		return fmt.Errorf("unknown %s %q: allowed are %s", name, word, strings.Join(known, ", "))
	}
	return nil
}
