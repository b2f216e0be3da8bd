package storetest_test

import (
	"slices"
	"strings"

	"informerbench/stores"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

type txn = cache.ThreadSafeStoreTransaction

func readable(obj any) bool {
	_, err := meta.Accessor(obj)
	return err == nil
}

// brokenContracts are stores that are wrong without any concurrency. Every
// script of the contract table must catch at least one, and each must be caught.
var brokenContracts = map[string]func(*broken){
	"nil instead of empty slices": func(b *broken) {
		b.list = func(s stores.Store) []any { return append([]any(nil), s.List()...) }
	},
	"stores nothing without an index": func(b *broken) {
		b.update = func(s stores.Store, key string, obj any) {
			if len(s.GetIndexers()) > 0 {
				s.Update(key, obj)
			}
		}
	},
	"Add keeps what is there": func(b *broken) {
		b.add = func(s stores.Store, key string, obj any) {
			if _, exists := s.Get(key); !exists {
				s.Add(key, obj)
			}
		}
	},
	"Update needs an Add": func(b *broken) {
		b.add = func(s stores.Store, key string, obj any) { s.Add(key, obj) }
		b.update = func(s stores.Store, key string, obj any) {
			if _, exists := s.Get(key); exists {
				s.Update(key, obj)
			}
		}
	},
	"one key for each object": func(b *broken) {
		b.update = func(s stores.Store, key string, obj any) {
			for _, other := range s.ListKeys() {
				if was, _ := s.Get(other); was == obj && other != key {
					s.Delete(other)
				}
			}
			s.Update(key, obj)
		}
	},
	"Delete does nothing": func(b *broken) { b.remove = func(stores.Store, string, any) {} },
	"Delete of an unknown key takes another": func(b *broken) {
		b.remove = func(s stores.Store, key string, obj any) {
			if _, exists := s.Get(key); !exists && len(s.ListKeys()) > 0 {
				key = s.ListKeys()[0]
			}
			s.DeleteWithObject(key, obj)
		}
	},
	"a nil object is a delete": func(b *broken) {
		b.update = func(s stores.Store, key string, obj any) {
			if obj == nil {
				s.Delete(key)
				return
			}
			s.Update(key, obj)
		}
	},
	"objects need metadata": func(b *broken) {
		b.update = func(s stores.Store, key string, obj any) {
			if obj == nil || readable(obj) {
				s.Update(key, obj)
			}
		}
	},
	"Replace merges": func(b *broken) {
		b.replace = func(s stores.Store, items map[string]any, rv string) {
			for key, obj := range items {
				s.Update(key, obj)
			}
			s.Bookmark(rv)
		}
	},
	"List hands out one slice": func(b *broken) {
		var kept []any
		b.list = func(s stores.Store) []any {
			if len(kept) != len(s.List()) {
				kept = s.List()
			}
			return kept
		}
	},
	"the version only rises": func(b *broken) {
		b.update = func(s stores.Store, key string, obj any) {
			was := s.LastStoreSyncResourceVersion()
			if s.Update(key, obj); s.LastStoreSyncResourceVersion() < was {
				s.Bookmark(was)
			}
		}
	},
	"an object without metadata clears the version": func(b *broken) {
		b.update = func(s stores.Store, key string, obj any) {
			if s.Update(key, obj); !readable(obj) {
				s.Bookmark("")
			}
		}
	},
	"Delete clears the version": func(b *broken) {
		b.remove = func(s stores.Store, key string, _ any) { s.Delete(key); s.Bookmark("") }
	},
	"DeleteWithObject ignores its object": func(b *broken) {
		b.remove = func(s stores.Store, key string, _ any) { s.Delete(key) }
	},
	"an empty version is ignored": func(b *broken) {
		b.bookmark = func(s stores.Store, rv string) {
			if rv != "" {
				s.Bookmark(rv)
			}
		}
	},
	"keys up to the second slash": func(b *broken) {
		b.update = func(s stores.Store, key string, obj any) {
			s.Update(strings.Join(strings.Split(key, "/")[:min(2, strings.Count(key, "/")+1)], "/"), obj)
		}
	},
	"an update leaves the index": func(b *broken) {
		once := map[string]any{}
		b.update = func(s stores.Store, key string, obj any) {
			if _, exists := s.Get(key); !exists {
				once[key] = obj
			}
			s.Update(key, obj)
		}
		b.byIndex = func(s stores.Store, name, value string) ([]any, error) {
			list, err := s.ByIndex(name, value)
			for key, obj := range once {
				if values, _ := s.GetIndexers()[name](obj); slices.Contains(values, value) {
					if now, _ := s.Get(key); now != obj {
						list = append(list, now)
					}
				}
			}
			return list, err
		}
	},
	"an object comes once for each value": func(b *broken) {
		b.byIndex = func(s stores.Store, name, value string) ([]any, error) {
			list, err := s.ByIndex(name, value)
			for _, obj := range list {
				values, _ := s.GetIndexers()[name](obj)
				for range strings.Count(strings.Join(values, "\x00")+"\x00", value+"\x00") - 1 {
					list = append(list, obj)
				}
			}
			return list, err
		}
	},
	"at most 256 values for each object": func(b *broken) {
		b.values = func(s stores.Store, name string) []string {
			values := s.ListIndexFuncValues(name)
			return values[:min(len(values), 256)]
		}
	},
}
