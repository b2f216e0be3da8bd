package packed

import "github.com/klauspost/compress/zstd"

// Level is how hard a write looks for what an object has in common with the dictionary. Reads
// take the same whatever it was.
type Level int

const (
	// LevelFastest is the default. An encoder takes about 1 MB.
	LevelFastest Level = iota
	// LevelDefault is what zstd's library takes for its default. An encoder takes about 3 MB.
	LevelDefault
	// LevelBetter makes the smallest objects. An encoder takes about 9 MB.
	LevelBetter
)

const (
	// DefaultDictionary is how many bytes a dictionary has at most in a store of Options.Dictionary
	// 0: what zstd's own tools take unless told otherwise, nearly.
	DefaultDictionary = 112 << 10
	// MaxDictionary is the most that Options.Dictionary may ask for: no more is learned from the
	// samples.
	MaxDictionary = 256 << 10
	// minDictionary is less than is worth while.
	minDictionary = 64
)

// effort is what the options say about compression.
type effort struct {
	level zstd.EncoderLevel
	// dictionary is how many bytes one may have; 0 is for no dictionaries.
	dictionary int
}

func (o Options) effort() effort {
	e := effort{level: zstd.SpeedFastest, dictionary: o.Dictionary}
	switch {
	case o.Level >= LevelBetter:
		e.level = zstd.SpeedBetterCompression
	case o.Level == LevelDefault:
		e.level = zstd.SpeedDefault
	}
	switch {
	case o.Dictionary == 0:
		e.dictionary = DefaultDictionary
	case o.Dictionary < minDictionary:
		e.dictionary = 0
	case o.Dictionary > MaxDictionary:
		e.dictionary = MaxDictionary
	}
	return e
}

// window is how far back an encoder looks: over the dictionary and the objects of nearly all
// kinds. It decides how much memory an encoder takes, together with the level.
func (e effort) window() int {
	if e.dictionary > DefaultDictionary {
		return 512 << 10
	}
	return 256 << 10
}
