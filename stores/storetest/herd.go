package storetest

import (
	"fmt"
	"strconv"
	"strings"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// herd is some hundreds of keys that a transaction rewrites all at once, generation
// after generation: they come and go, move between index values and change their
// dynamic type. Between the transactions a few drifters are written one by one.
// The resource version numbers the committed states, and the content of each
// follows from its number alone, so that every answer can be held against it.
type herd struct {
	size int
	seed uint64
	// yields lets writes give way in the middle, so that others meet them there.
	yields bool
}

// A moment numbers the committed states: a generation, and how many drifters have
// been written after its transaction.
type moment int

const (
	drifters = 8
	perGen   = 100
	ghostly  = -7 // the generation of what nobody may ever see
)

func at(generation, drifted int) moment { return moment(generation*perGen + drifted) }
func (m moment) generation() int        { return int(m) / perGen }
func (m moment) drifted() int           { return int(m) % perGen }
func (m moment) version() string        { return strconv.Itoa(int(m)) }

func herdKey(i int) string  { return "herd/" + strconv.Itoa(i) }
func driftKey(x int) string { return "drift/" + strconv.Itoa(x) }

const markerKey = "marker" // the last entry of each transaction

// chance is a number that looks random but follows from its arguments.
func (h herd) chance(i, generation, salt int) int {
	x := h.seed + uint64(i)*0x9e3779b97f4a7c15 + uint64(generation)*0xbf58476d1ce4e5b9 + uint64(salt)*0x94d049bb133111eb
	x ^= x >> 31
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	return int(x >> 33)
}

// always tells the keys that nobody ever deletes.
func always(i int) bool { return i%8 == 0 }

// there tells whether a key is stored in a generation. Three of eight keys leave and
// come back all together.
func (h herd) there(i, generation int) bool {
	switch i % 8 {
	case 0:
		return true
	case 1, 2:
		return generation%2 == 1
	case 3, 4:
		return h.chance(i, generation, 1)%2 == 0
	default:
		return generation/5%2 == 0
	}
}

// label is the generation in which the object of a key was last written: some are
// written in every third only.
func (h herd) label(i, generation int) int {
	if i%8 == 7 && generation >= 5 {
		return max(generation-generation%3, generation-generation%5)
	}
	return generation
}

// drifterThere: the last two are deleted in even generations.
func drifterThere(x, generation int) bool { return x < drifters-2 || generation%2 == 1 }

// drifter returns the generation of a drifter at a moment, -1 if it is not there.
func drifterAt(x int, m moment) int {
	generation := m.generation()
	if x >= m.drifted() {
		generation--
	}
	if !drifterThere(x, generation) {
		return -1
	}
	return generation
}

// object makes the object of a key, of a type that changes with the generation.
func (h herd) object(i, generation int) any {
	switch h.chance(i, generation, 2) % 8 {
	case 0:
		return &plain{name: "herd", wide: [3]uint64{uint64(i), uint64(generation), uint64(i ^ generation)}}
	case 1:
		return fmt.Sprint(i, "@", generation)
	case 2:
		return i<<32 | generation&0xffffffff
	case 3:
		return pair{int32(i), int32(generation)}
	case 4:
		return labels{strconv.Itoa(i), strconv.Itoa(generation)}
	default:
		o := newObject("herd", herdKey(i), at(max(generation, 0), 0).version())
		o.position, o.generation = i, generation
		return o
	}
}

// decode tells which key and generation an object was made for.
func decode(obj any) (key string, i, generation int, ok bool) {
	switch o := obj.(type) {
	case *object:
		if o == nil {
			return "", 0, 0, false
		}
		return o.Name, o.position, o.generation, true
	case *plain:
		i, generation = int(o.wide[0]), int(o.wide[1])
		return herdKey(i), i, generation, o.name == "herd" && o.wide[2] == uint64(i^generation)
	case string:
		before, after, _ := strings.Cut(o, "@")
		return decodeText(before, after)
	case int:
		return herdKey(o >> 32), o >> 32, int(int32(o)), true
	case pair:
		return herdKey(int(o.a)), int(o.a), int(o.b), true
	case labels:
		if len(o) != 2 {
			return "", 0, 0, false
		}
		return decodeText(o[0], o[1])
	}
	return "", 0, 0, false
}

func decodeText(position, generation string) (key string, i, g int, ok bool) {
	i, err := strconv.Atoi(strings.TrimSpace(position))
	g, err2 := strconv.Atoi(strings.TrimSpace(generation))
	return herdKey(i), i, g, err == nil && err2 == nil
}

// herdValues is how many values the index "place" has for the herd.
const herdValues = 5

// place is the one value of a herd object, a drifter, the marker, or what stands still.
func (h herd) place(obj any) (string, bool, error) {
	key, i, generation, ok := decode(obj)
	switch {
	case !ok:
		return "", false, nil
	case strings.HasPrefix(key, "herd/"):
		return placeName(h.chance(i, generation, 3) % herdValues), true, nil
	default:
		return strings.TrimRight(key, "0123456789"), true, nil
	}
}

func placeName(n int) string { return "place-" + strconv.Itoa(n) }

// groups are none to three values of a herd object.
func (h herd) groups(obj any) ([]string, error) {
	var values []string
	if key, i, generation, ok := decode(obj); ok && strings.HasPrefix(key, "herd/") {
		for bit := range 3 {
			if h.chance(i, generation, 4)>>bit&1 == 1 {
				values = append(values, groupName(bit))
			}
		}
	}
	return values, nil
}

func groupName(n int) string { return "group-" + strconv.Itoa(n) }

func (h herd) indexers() cache.Indexers {
	indexers := only("constant", "type")
	indexers["place"] = stores.Single(h.place)
	indexers["group"] = h.groups
	return indexers
}
