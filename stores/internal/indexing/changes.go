package indexing

import "slices"

// linearLimit is the number of values up to which a scan beats building a map.
const linearLimit = 16

// Same tells whether two results of an index function are the same sequence. It
// may answer false for equal sets in another order; [Changes] then finds nothing.
func Same(a, b []string) bool { return slices.Equal(a, b) }

// Changes compares the values of an old and a new object under one index: leave
// lists what only the old one has, join what only the new one has, each without
// duplicates. The usual cases (nothing changed, none or one value on each side)
// allocate nothing; the results may share memory with the arguments, so
// neither must be changed.
func Changes(before, after []string) (leave, join []string) {
	if Same(before, after) {
		return nil, nil
	}
	if len(before) <= 1 && len(after) <= 1 {
		return before, after
	}
	return missingFrom(after, before), missingFrom(before, after)
}

// Distinct returns the values without duplicates, in order of first appearance.
// Without duplicates it returns its argument, and allocates only to compare many.
func Distinct(values []string) []string {
	if len(values) <= linearLimit && !repeats(values) {
		return values
	}
	distinct := missingFrom(nil, values)
	if len(distinct) == len(values) {
		return values
	}
	return distinct
}

// repeats tells whether a few values have a duplicate.
func repeats(values []string) bool {
	for i, value := range values {
		if slices.Contains(values[:i], value) {
			return true
		}
	}
	return false
}

// missingFrom returns the distinct values that are not among others.
func missingFrom(others, values []string) []string {
	if len(others)+len(values) > linearLimit {
		return missingByMap(others, values)
	}
	var missing []string
	for _, value := range values {
		if !slices.Contains(others, value) && !slices.Contains(missing, value) {
			missing = append(missing, value)
		}
	}
	return missing
}

func missingByMap(others, values []string) []string {
	seen := make(map[string]struct{}, len(others)+len(values))
	for _, value := range others {
		seen[value] = struct{}{}
	}
	var missing []string
	for _, value := range values {
		if _, exists := seen[value]; !exists {
			seen[value] = struct{}{}
			missing = append(missing, value)
		}
	}
	return missing
}
