package storetest

import "fmt"

// ownershipChecks are about who may change what was passed. That each slice a
// store returns belongs to the caller is part of every verify.
func ownershipChecks() []check {
	return []check{
		{name: replaceNil, verify: func(s Subject) error {
			m := newMachine(s, only("single"))
			if err := m.do(op{kind: opAdd, key: "ns/a", object: probe}); err != nil {
				return err
			}
			m.store.Replace(nil, "2")
			m.model.apply(op{kind: opReplace, rv: "2"})
			if err := m.verify(); err != nil {
				return err
			}
			if err := m.do(op{kind: opAdd, key: "ns/a", object: probe}); err != nil {
				return err
			}
			return m.verify()
		}},
		{name: "a transaction's entries stay the caller's", verify: entriesStay},
	}
}

// replaceNil: client-go keeps the nil map, and its next write panics.
const replaceNil = "Replace(nil) empties the store, and later writes work"

func entriesStay(s Subject) error {
	m := newMachine(s, only("single"))
	o := op{kind: opTransaction}
	for _, name := range numbered("k", 50) {
		o.entries = append(o.entries, put("ns/"+name, newObject("ns", name, "1")))
	}
	if err := m.do(o); err != nil {
		return err
	}
	clear(o.entries)
	if err := m.verify(); err != nil {
		return fmt.Errorf("after the caller reused its entries: %w", err)
	}
	return nil
}
