package storetest

import "time"

// Check is one check, for tests of the suite.
type Check struct {
	Name   string
	Unsafe bool
	verify func(Subject) error
}

// Verify runs the check with the guard of Run. A store that lacks what the check is
// about passes.
func (c Check) Verify(s Subject) error {
	err := within(func() error { return c.verify(s) })
	if lacks(err) {
		return nil
	}
	return err
}

// Checks lists all checks; contract tells the quick ones, which are scripts.
func Checks() []Check {
	var all []Check
	for _, c := range checks() {
		all = append(all, Check{c.name, c.unsafe != "", c.verify})
	}
	return all
}

// IsContract tells whether a check is a script of the contract table.
func IsContract(name string) bool {
	for _, c := range contractChecks() {
		if c.name == name {
			return true
		}
	}
	return false
}

// ShortenGuard is for stores that are known to hang.
func ShortenGuard(d time.Duration) (restore func()) {
	shortGuard.Store(int64(d))
	return func() { shortGuard.Store(0) }
}

var PlayBytes = playBytes
