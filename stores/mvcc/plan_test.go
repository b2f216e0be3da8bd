package mvcc

// Transactions on small stores are planned in the short way; the tests, whose stores are
// small, shall take both ways.
func init() { largeStore = 20 }
