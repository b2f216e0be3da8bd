package version_test

import (
	"testing"

	"informerbench/stores/internal/version"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

func at(rv string) any { return &metav1.ObjectMeta{ResourceVersion: rv} }

func TestOf(t *testing.T) {
	for _, c := range []struct {
		object any
		rv     string
		ok     bool
	}{{at("7"), "7", true}, {at(""), "", true}, {at("abc-1"), "abc-1", true}, {nil, "", false}, {"text", "", false}} {
		if rv, ok := version.Of(c.object); rv != c.rv || ok != c.ok {
			t.Errorf("Of(%v) = %q, %v", c.object, rv, ok)
		}
	}
}

func TestLastEntrySetsTheVersion(t *testing.T) {
	entry := func(object any) cache.ThreadSafeStoreTransaction {
		return cache.ThreadSafeStoreTransaction{Transaction: cache.Transaction{Object: object}}
	}
	for _, c := range []struct {
		entries []cache.ThreadSafeStoreTransaction
		rv      string
		ok      bool
	}{
		{nil, "", false},
		{[]cache.ThreadSafeStoreTransaction{entry(at("9")), entry(at("3"))}, "3", true},
		{[]cache.ThreadSafeStoreTransaction{entry(at("9")), entry(nil)}, "", false},
	} {
		if rv, ok := version.OfTransaction(c.entries); rv != c.rv || ok != c.ok {
			t.Errorf("OfTransaction(%v) = %q, %v", c.entries, rv, ok)
		}
	}
}
