package rounds

import "k8s.io/client-go/tools/cache"

// Indexed counts the keys under all values of an index: of one that gives each object one value as many
// as there are objects.
func Indexed(indexer cache.Indexer, index string) (keys int, err error) {
	for _, value := range indexer.ListIndexFuncValues(index) {
		found, err := indexer.IndexKeys(index, value)
		if err != nil {
			return 0, err
		}
		keys += len(found)
	}
	return keys, nil
}
