package recommend

import (
	"strings"
	"testing"
)

// Results of packed and of packed over encoded differ in CPU time: as one way they would have neither's.
func TestPackedOverEncodedIsAWayOfItsOwn(t *testing.T) {
	packed, _ := subjectOf(map[string]string{"informer": "packed", "kept": "packed"})
	both, _ := subjectOf(map[string]string{"informer": "packed+encoded", "kept": "packed-encoded"})
	if packed == both || packed.String() != "packed" || both.String() != "packed+encoded" {
		t.Errorf("they are %s and %s", packed, both)
	}
	w := &Way{Subject: both}
	how := strings.Join(w.adopt(), "\n")
	for _, part := range []string{"Compact: encoded.New", "WithStore(packed.New)"} {
		if !strings.Contains(how, part) {
			t.Errorf("no %q in\n%s", part, how)
		}
	}
	if needs := both.needs(); len(needs) != 1 || needs[0] != AllowCopies {
		t.Errorf("it needs %v", needs)
	}
}
