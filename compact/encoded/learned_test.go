package encoded_test

import (
	"strconv"
	"testing"

	"informerbench/compact/encoded"
)

// What never comes again is soon hardly looked up any more.
func TestOwnFieldsAreLearned(t *testing.T) {
	uncollected(t)
	const pods = 150
	d := encoded.New(encoded.Options{})
	base := aPod(t)
	missed := func(first int) uint64 {
		before := d.Stats().Missed
		for i := range pods {
			p := siblingOf(base, first+i)
			p.Annotations = map[string]string{"own": strconv.Itoa(first + i)}
			decode(t, d, p, encode(t, p))
		}
		return d.Stats().Missed - before
	}
	first := missed(0)
	missed(pods)
	if later := missed(2 * pods); 2*later > first {
		t.Errorf("%d parts looked up in vain of the first %d Pods, %d later: want a fraction", first, pods, later)
	}
}
