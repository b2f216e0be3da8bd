package recommend

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Duration is a length of time that files write as text: 500ms.
type Duration time.Duration

// String, Set and Type make it a flag.
func (d *Duration) String() string {
	if *d == 0 {
		return "0"
	}
	return time.Duration(*d).String()
}

// Set parses text such as 500ms.
func (d *Duration) Set(text string) error {
	v, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("%q is no length of time: write 500ms, 10s or 2m", text)
	}
	*d = Duration(v)
	return nil
}

// Type is what help shows.
func (d *Duration) Type() string { return "duration" }

// MarshalJSON writes the text.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

// UnmarshalJSON reads the text.
func (d *Duration) UnmarshalJSON(data []byte) error { return fromText(data, d.Set) }

// Bytes is an amount of memory, written as 2Gi, 512Mi or 1500000.
type Bytes int64

// units in which Kubernetes and others write memory.
var byteUnits = []struct {
	suffix string
	factor float64
}{{"Ki", 1 << 10}, {"Mi", 1 << 20}, {"Gi", 1 << 30}, {"Ti", 1 << 40}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}}

// String writes it as Set reads it, with the largest binary unit that divides it.
func (b *Bytes) String() string {
	n, unit := int64(*b), ""
	for _, larger := range []string{"Ki", "Mi", "Gi", "Ti"} {
		if n == 0 || n%1024 != 0 {
			break
		}
		n, unit = n/1024, larger
	}
	return strconv.FormatInt(n, 10) + unit
}

// Set parses an amount with or without a unit.
func (b *Bytes) Set(text string) error {
	n, err := parseBytes(text)
	*b = Bytes(n)
	return err
}

func parseBytes(text string) (float64, error) {
	number, factor := strings.TrimSuffix(strings.TrimSpace(text), "B"), 1.0
	for _, u := range byteUnits {
		if rest, ok := strings.CutSuffix(number, u.suffix); ok {
			number, factor = rest, u.factor
			break
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(n >= 0) || n*factor > 1<<60 {
		return 0, fmt.Errorf("%q is no amount of memory: write 2Gi, 512Mi or a number of bytes", text)
	}
	return n * factor, nil
}

// Type is what help shows.
func (b *Bytes) Type() string { return "bytes" }

// UnmarshalJSON reads a number or text.
func (b *Bytes) UnmarshalJSON(data []byte) error { return fromText(data, b.Set) }

// fromText hands a JSON string, or anything else as it stands, to set.
func fromText(data []byte, set func(string) error) error {
	text := string(data)
	if strings.HasPrefix(text, `"`) {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	return set(text)
}

// Words is a list that a flag separates by commas.
type Words []string

// String, Set and Type make it a flag.
func (w *Words) String() string { return strings.Join(*w, ",") }

// Set replaces the words.
func (w *Words) Set(text string) error {
	*w = nil
	for _, word := range strings.Split(text, ",") {
		if word = strings.TrimSpace(word); word != "" && !slices.Contains(*w, word) {
			*w = append(*w, word)
		}
	}
	return nil
}

// Type is what help shows.
func (w *Words) Type() string { return "words" }
