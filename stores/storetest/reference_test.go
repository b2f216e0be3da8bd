package storetest_test

import (
	"testing"

	"informerbench/stores/storetest"
)

// TestReferenceStorePasses: the store that is broken one thing at a time is right.
func TestReferenceStorePasses(t *testing.T) { storetest.Run(t, referenceSubject) }

func FuzzReferenceOps(f *testing.F)       { storetest.FuzzOps(f, referenceSubject) }
func FuzzReferenceHistories(f *testing.F) { storetest.FuzzHistories(f, referenceSubject) }
