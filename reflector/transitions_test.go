package reflector_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"informerbench/reflector"
)

// drawn are the transitions of the table in the package comment, as "from to".
var drawn = sync.OnceValue(func() map[string]bool {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		panic(err)
	}
	all := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^//\t([A-Z]\w+) +([A-Z]\w+) +\w`).FindAllStringSubmatch(string(text), -1) {
		all[strings.ToLower(row[1]+" "+row[2])] = true
	}
	return all
})

// onlyDrawn makes options with which a transition that the package comment does
// not draw fails the test.
func onlyDrawn(t *testing.T, o reflector.Options) reflector.Options {
	return reflector.RecordTransitions(o, func(from, to reflector.State) {
		if to != reflector.Stopped && !drawn()[from.String()+" "+to.String()] {
			t.Errorf("%v was followed by %v, which the package comment does not draw", from, to)
		}
	})
}

// Each script takes a path through the machine. Together they take every transition
// that the package comment draws, and no other.
func TestTransitionsAreThoseDrawn(t *testing.T) {
	list := listAnswers{listOf("7", "")}
	seen := map[string]bool{}
	for name, c := range map[string]struct {
		source *script
		path   string
	}{
		"plain": {&script{silent: true, lists: list, watches: watchAnswers{keepsOpen()}},
			"beginning listing connecting watching"},
		"plain, expired": {&script{silent: true, lists: list, watches: watchAnswers{closes(2 * time.Second), keepsOpen(failure(expired())), keepsOpen()}},
			"beginning listing connecting watching connecting watching pausing beginning listing connecting watching"},
		"plain, everything fails": {&script{silent: true, lists: listAnswers{listError(serverError()), list[0]}, watches: watchAnswers{watchError(serverError()), keepsOpen()}},
			"beginning listing pausing beginning listing connecting pausing beginning listing connecting watching"},
		"plain, away": {&script{silent: true, lists: list, watches: watchAnswers{watchError(tooMany()), keepsOpen()}},
			"beginning listing connecting pausing connecting watching"},
		"stream": {&script{streams: watchAnswers{keepsOpen(endMarker("7"))}},
			"beginning streaming watching"},
		"stream, version not there": {&script{streams: watchAnswers{closes(0, endMarker("7"), failure(expired())), watchError(expired()), keepsOpen(endMarker("9"))}},
			"beginning streaming watching pausing beginning streaming streaming watching"},
		"stream, ended early": {&script{streams: watchAnswers{closes(0, added("a", "1")), keepsOpen(endMarker("7"))}},
			"beginning streaming pausing streaming watching"},
		"stream, refused": {&script{streams: watchAnswers{watchError(cannotStream())}, lists: list, watches: watchAnswers{keepsOpen()}},
			"beginning streaming listing connecting watching"},
		"stream, refused with a delay": {&script{streams: watchAnswers{watchError(unavailableFor(1))}, lists: list, watches: watchAnswers{keepsOpen()}},
			"beginning streaming pausing listing connecting watching"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				path := []string{"beginning"}
				o := reflector.RecordTransitions(reflector.Options{}, func(from, to reflector.State) {
					if from.String() != path[len(path)-1] {
						t.Errorf("%v follows %v", from, path)
					}
					if to != reflector.Stopped {
						path = append(path, to.String())
						seen[from.String()+" "+to.String()] = true
					}
				})
				r := start(t, c.source, o)
				settle(time.Minute)
				r.stopWithin(time.Second)
				if got := strings.Join(path, " "); got != c.path {
					t.Errorf("the path was\n  %s, want\n  %s", got, c.path)
				}
			})
		})
	}
	if want := drawn(); len(want) < 10 || !maps.Equal(seen, want) {
		t.Errorf("transitions\n  %q, drawn\n  %q", slices.Sorted(maps.Keys(seen)), slices.Sorted(maps.Keys(want)))
	}
}

// The names in the drawing are those of the states.
func TestEveryStateIsDrawn(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for s := reflector.Beginning; s <= reflector.Pausing; s++ {
		name := s.String()
		if title := strings.ToUpper(name[:1]) + name[1:]; !regexp.MustCompile(`(?m)^//\t.*│ +` + title + ` +│`).Match(text) {
			t.Errorf("%s is not in the drawing", title)
		}
	}
	if got := fmt.Sprint(reflector.Pausing + 1); got != "state(7)" {
		t.Errorf("there is another state, %s: is it drawn?", got)
	}
}
