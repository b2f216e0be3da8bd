package reflector_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// What client-go's REST client makes of a server's delays, and so what is left for a
// reflector to do: it repeats a request that was refused with Retry-After ten times, after
// that delay, and what is refused then comes to the reflector; and so do refusals
// without the header, and those in a stream.
func TestDelaysOfAServerOverHTTPAreKeptTo(t *testing.T) {
	steady := func(d time.Duration, n int) (all []time.Duration) {
		for range n {
			all = append(all, d)
		}
		return all
	}
	list := listAnswers{listOf("7", "")}
	for name, c := range map[string]struct {
		source func() *script
		want   []time.Duration
	}{
		// Ten repetitions, the reflector's own pause, and ten again.
		"list":  {func() *script { return &script{lists: listAnswers{listError(tooManyFor(3))}} }, steady(3*time.Second, 21)},
		"watch": {func() *script { return &script{lists: list, watches: watchAnswers{watchError(tooManyFor(3))}} }, append([]time.Duration{0}, steady(3*time.Second, 21)...)},
		"watch, 503": {func() *script { return &script{lists: list, watches: watchAnswers{watchError(unavailableFor(3))}} },
			append(append([]time.Duration{0}, steady(3*time.Second, 11)...), 0)},
		"without the header": {func() *script { return &script{lists: listAnswers{listError(tooMany())}} },
			[]time.Duration{800 * time.Millisecond, 1600 * time.Millisecond, 3200 * time.Millisecond}},
		"in a stream": {func() *script {
			return &script{lists: list, watches: watchAnswers{keepsOpen(failure(tooManyFor(3))), keepsOpen(failure(tooManyFor(3))), keepsOpen()}}
		}, []time.Duration{0, 3 * time.Second, 3 * time.Second}},
	} {
		for _, over := range sources {
			if !over.repeats {
				continue
			}
			t.Run(name+"/"+over.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := c.source()
					over.start(t, s, paged())
					settle(3 * time.Minute)
					got := gaps(s)
					if got = got[:min(len(got), len(c.want))]; fmt.Sprint(got) != fmt.Sprint(c.want) {
						t.Errorf("requests came %v after each other, want %v", got, c.want)
					}
				})
			})
		}
	}
}
