package storetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"informerbench/stores"

	"github.com/anishathalye/porcupine"
	"k8s.io/client-go/tools/cache"
)

// wholeCall is one call of a history about the whole store, of few keys.
type wholeCall struct {
	kind    string
	key     string
	value   string
	entries []wholeEntry // what a transaction or Replace writes, in order
}

// wholeEntry writes a value, or deletes with "".
type wholeEntry struct{ key, value string }

// wholeStore is the small store to porcupine. Its state is its content as text, the
// version last. An object's value is its name; its index value is that name's last byte.
var wholeStore = porcupine.Model{
	Init: func() any { return contentText(map[string]string{}, "0") },
	Step: func(state, input, output any) (bool, any) {
		content, rv := parseContent(state.(string))
		call := input.(wholeCall)
		if want, reads := call.answer(content, rv); reads {
			return output == want, state
		}
		return true, contentText(call.write(content, rv))
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v → %v", input, output) },
}

func contentText(content map[string]string, rv string) string {
	var text strings.Builder
	for _, key := range slices.Sorted(maps.Keys(content)) {
		fmt.Fprint(&text, key, "=", content[key], " ")
	}
	return text.String() + rv
}

func parseContent(text string) (content map[string]string, rv string) {
	content = map[string]string{}
	fields := strings.Split(text, " ")
	for _, field := range fields[:len(fields)-1] {
		key, value, _ := strings.Cut(field, "=")
		content[key] = value
	}
	return content, fields[len(fields)-1]
}

// write returns the content after the call. Values are numbers that serve as versions, too.
func (c wholeCall) write(content map[string]string, rv string) (map[string]string, string) {
	switch c.kind {
	case "Update":
		content[c.key], rv = c.value, c.value
	case "Delete":
		delete(content, c.key)
	case "Bookmark":
		rv = c.value
	default:
		if c.kind != "Transaction" && c.kind != "TransactionAt" {
			clear(content)
		}
		for _, e := range c.entries {
			if e.value == "" {
				delete(content, e.key)
			} else {
				content[e.key] = e.value
			}
		}
		rv = c.value
	}
	return content, rv
}

// answer is what a read must return in a state; reads is false for a write.
func (c wholeCall) answer(content map[string]string, rv string) (text string, reads bool) {
	under := maps.Clone(content)
	maps.DeleteFunc(under, func(_, value string) bool { return lastByte(value) != c.value })
	switch c.kind {
	case "Get":
		return content[c.key], true
	case "List", "AppendList":
		return sortedText(maps.Values(content)), true
	case "ListKeys":
		return sortedText(maps.Keys(content)), true
	case "All":
		return contentText(content, ""), true
	case "ByIndex", "AppendByIndex":
		return sortedText(maps.Values(under)), true
	case "IndexKeys":
		return sortedText(maps.Keys(under)), true
	case "ByIndexAll":
		return contentText(under, ""), true
	case "ListIndexFuncValues":
		values := map[string]bool{}
		for _, value := range content {
			values[lastByte(value)] = true
		}
		return sortedText(maps.Keys(values)), true
	case "Version":
		return rv, true
	case "Snapshot":
		return contentText(content, rv), true
	}
	return "", false
}

func lastByte(value string) string { return value[len(value)-1:] }

func wholeChecks() []check {
	return []check{{
		name:  "all operations together are linearizable",
		claim: stores.SnapshotLists,
		verify: func(s Subject) error {
			if !s.wholeAnswers() {
				return fmt.Errorf("%w: transactions in the order of all calls", errLacks)
			}
			for seed := range uint64(scaled(400)) {
				if err := oneWholeHistory(s, seed); err != nil {
					return fmt.Errorf("seed %d: %w", seed, err)
				}
			}
			return nil
		},
	}}
}

// A few clients make a few calls on a store of three keys.
const (
	wholeClients = 4
	wholeCalls   = 7
)

// oneWholeHistory lets the seed choose the calls.
func oneWholeHistory(s Subject, seed uint64) error {
	others := wholeOthers(s.New(nil))
	var scripts [wholeClients][]wholeCall
	for client := range scripts {
		c := luck{rand.New(rand.NewPCG(seed, uint64(client)))}
		for i := range wholeCalls {
			scripts[client] = append(scripts[client], randomWhole(c, others, client*wholeCalls+i))
		}
	}
	return playWhole(s, scripts)
}

// playWhole makes the calls of all clients at once, and asks porcupine for an order that
// explains what they returned.
func playWhole(s Subject, scripts [wholeClients][]wholeCall) error {
	r := &recorder{store: s.New(cache.Indexers{"last": lastByteIndex, "yielding": yielding})}
	r.store.Bookmark("0")
	var ready sync.WaitGroup
	ready.Add(wholeClients)
	err := together(wholeClients, func(client int) error {
		ready.Done()
		ready.Wait()
		for _, c := range scripts[client] {
			if err := r.recordWhole(client, c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	// A search that takes too long says nothing about the store.
	if porcupine.CheckOperationsTimeout(wholeStore, r.history, 5*time.Second) == porcupine.Illegal {
		return fmt.Errorf("no order of these calls explains what they returned: %s", r)
	}
	return nil
}

// lastByteIndex files objects under the last byte of their name.
func lastByteIndex(obj any) ([]string, error) {
	return pick(obj, func(o *object) []string { return []string{lastByte(o.Name)} })
}

// wholeOthers are the calls that not every store has, and all reads.
func wholeOthers(store stores.Store) []string {
	calls := []string{"Get", "List", "ListKeys", "ByIndex", "IndexKeys", "ListIndexFuncValues", "Version"}
	if _, ok := store.(stores.BulkReader); ok {
		calls = append(calls, "AppendList", "AppendByIndex", "All", "ByIndexAll")
	}
	if _, ok := store.(stores.Snapshotter); ok {
		calls = append(calls, "Snapshot", "Snapshot")
	}
	if _, ok := store.(stores.VersionedTransactor); ok {
		calls = append(calls, "TransactionAt", "TransactionAt")
	}
	return calls
}

func randomWhole(c chooser, others []string, number int) wholeCall {
	key := func() string { return keyUniverse[c.choose(3, "key")] }
	// The number makes the value unique; its last digit is the index value.
	value := fmt.Sprintf("%d%d", 100+number, c.choose(2, "value"))
	switch c.choose(10, "kind") {
	case 0:
		return wholeCall{kind: "Update", key: key(), value: value}
	case 1:
		return wholeCall{kind: "Delete", key: key()}
	case 2:
		kind := []string{"Bookmark", "Replace", "ReplaceList"}[c.choose(3, "replace")]
		return wholeCall{kind: kind, value: value, entries: randomEntries(c, key, value)}
	case 3, 4:
		// The last entry has the version.
		return wholeCall{kind: "Transaction", value: value, entries: append(randomEntries(c, key, value), wholeEntry{key(), value})}
	}
	kind := others[c.choose(len(others), "other")]
	if kind == "TransactionAt" { // the version is no object's
		return wholeCall{kind: kind, value: value, entries: randomEntries(c, key, value)}
	}
	return wholeCall{kind: kind, key: key(), value: fmt.Sprint(c.choose(2, "value"))}
}

func randomEntries(c chooser, key func() string, value string) (entries []wholeEntry) {
	for range 1 + c.choose(3, "entries") {
		e := wholeEntry{key(), value[:3] + fmt.Sprint(c.choose(2, "value"))}
		if c.choose(4, "delete") == 0 {
			e.value = ""
		}
		entries = append(entries, e)
	}
	return entries
}
