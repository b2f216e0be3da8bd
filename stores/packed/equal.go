package packed

import "k8s.io/apimachinery/pkg/api/equality"

// semanticallyEqual compares two objects as apimachinery does. That panics for types with unexported
// fields that it does not know, and then nothing is known.
func semanticallyEqual(a, b any) (equal, known bool) {
	defer func() {
		if recover() != nil {
			equal, known = false, false
		}
	}()
	return equality.Semantic.DeepEqual(a, b), true
}
