package clientgo

// KnownFailures maps the checks of storetest that client-go's store fails to the
// reason. The suite makes sure that it still fails them.
func KnownFailures() map[string]string {
	const unindexed = "kubernetes/kubernetes#43605: it stores first and calls the index functions afterwards"
	const live = "kubernetes/kubernetes#135440: it returns its own map of indexers, without the lock"
	return map[string]string{
		"a write whose index function fails keeps the old state":   unindexed,
		"a transaction whose index function fails applies nothing": unindexed,
		"a Replace whose index function fails keeps the old state": unindexed,
		"an AddIndexers whose index function fails adds nothing":   unindexed,
		"GetIndexers returns a copy":                               live,
		"GetIndexers may be ranged over while AddIndexers runs":    live,
		"Replace(nil) empties the store, and later writes work":    "it keeps the nil map, and the next write panics",
	}
}
