package packed

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// train makes a dictionary for objects that are like the samples; none if they have nothing
// in common.
func (e effort) train(samples [][]byte) dictionary {
	content := choose(samples, e.dictionary)
	if len(content) < minDictionary {
		return dictionary{}
	}
	if full, err := e.withTables(samples, content); err == nil {
		return dictionary{full, true}
	}
	return dictionary{content, false} // for some samples there are no tables, such as without literals
}

// withTables adds the entropy tables that suit the samples, which every object would have to
// carry otherwise. The library's function is new, and must not end a process.
func (e effort) withTables(samples [][]byte, content []byte) (full []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("building the tables panicked: %v", p)
		}
	}()
	full, err = zstd.BuildDict(zstd.BuildDictOptions{
		ID: dictionaryID, Contents: samples, History: content, Offsets: [3]int{1, 4, 8}, Level: e.level,
	})
	if err != nil {
		return nil, err
	}
	if _, err := zstd.NewReader(nil, zstd.WithDecoderDicts(full)); err != nil {
		return nil, err
	}
	return full, nil
}

// gram is how many bytes in a row are looked at as one: less is not worth a reference.
const gram = 8

// gramBits is the size of a table of grams. Two that share a cell are taken for one, which
// at worst lets a few bytes in that only one sample has, or leaves a few out.
const gramBits = 20

func gramAt(sample []byte, i int) uint32 {
	const prime = 0x9e3779b97f4a7c15
	return uint32(binary.LittleEndian.Uint64(sample[i:]) * prime >> (64 - gramBits))
}

// choose returns content for a dictionary of so many bytes at most: of each sample in turn what other samples have as
// well and what is not in it yet, in pieces as long as possible, so that an object can
// refer to few long pieces. It is the idea of covering of Liao, Petri, Moffat and Wirth,
// "Effective Construction of Relative Lempel-Ziv Dictionaries" (WWW 2016), which zstd's
// trainers follow as well, without their scores. What was found first comes last, where
// references to it are short.
func choose(samples [][]byte, limit int) []byte {
	common := commonGrams(samples)
	var pieces [][]byte
	left := limit
	for _, sample := range samples {
		from := -1
		for i := 0; i+gram <= len(sample) && left > 0; i++ {
			g := gramAt(sample, i)
			if common[g] >= several {
				common[g] = 0 // in the dictionary from now on
				if from < 0 {
					from = i
				}
				continue
			}
			if from >= 0 {
				pieces, left = appendPiece(pieces, sample[from:i-1+gram], left)
				from = -1
			}
		}
		if from >= 0 && left > 0 {
			pieces, left = appendPiece(pieces, sample[from:], left)
		}
	}
	slices.Reverse(pieces)
	return slices.Concat(pieces...)
}

func appendPiece(pieces [][]byte, piece []byte, left int) ([][]byte, int) {
	if len(piece) < gram+4 {
		return pieces, left // not worth it, though its grams are taken
	}
	piece = piece[:min(len(piece), left)]
	return append(pieces, piece), left - len(piece)
}

// several is the number of samples from which on a gram is common.
const several = 2

// commonGrams counts in how many samples each gram is, up to several.
func commonGrams(samples [][]byte) []uint8 {
	counts, last := make([]uint8, 1<<gramBits), make([]uint16, 1<<gramBits)
	for n, sample := range samples {
		for i := 0; i+gram <= len(sample); i++ {
			if g := gramAt(sample, i); last[g] != uint16(n+1) {
				last[g] = uint16(n + 1)
				counts[g] = min(counts[g]+1, several)
			}
		}
	}
	return counts
}
