package recommend

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"informerbench/stores"
)

// Guarantees are words of package stores. As a flag they are separated by commas, and the
// beginning of a word is enough where no other begins so: snapshot, atomic.
type Guarantees []stores.Guarantee

// ParseGuarantees understands what a flag or a file gives.
func ParseGuarantees(words []string) (Guarantees, error) {
	var out Guarantees
	for _, w := range words {
		if strings.TrimSpace(w) == "" {
			continue
		}
		g, err := parseGuarantee(w)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out, nil
}

func parseGuarantee(word string) (stores.Guarantee, error) {
	var found []stores.Guarantee
	for _, g := range stores.Guarantees() {
		if strings.HasPrefix(plainWord(string(g)), plainWord(word)) {
			found = append(found, g)
		}
	}
	if len(found) != 1 {
		return "", unknownGuarantee(word)
	}
	return found[0], nil
}

func plainWord(s string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(s)), "-", " ")
}

func unknownGuarantee(word string) error {
	var known []string
	for _, g := range stores.Guarantees() {
		known = append(known, string(g))
	}
	return fmt.Errorf("unknown guarantee %q: allowed are %s; the first word is enough", word, strings.Join(known, ", "))
}

// missing lists the asked guarantees that are not among the claimed ones.
func missing(asked, claimed []stores.Guarantee) (out []stores.Guarantee) {
	for _, g := range asked {
		if !slices.Contains(claimed, g) {
			out = append(out, g)
		}
	}
	return out
}

func (g Guarantees) words() []string {
	var out []string
	for _, word := range g {
		out = append(out, string(word))
	}
	return out
}

// String, Set and Type make it a flag.
func (g *Guarantees) String() string { return strings.Join(g.words(), ",") }

// Set replaces the words.
func (g *Guarantees) Set(text string) (err error) {
	*g, err = ParseGuarantees(strings.Split(text, ","))
	return err
}

// Type is what help shows.
func (g *Guarantees) Type() string { return "words" }

// UnmarshalJSON takes a list of words, or of their beginnings.
func (g *Guarantees) UnmarshalJSON(data []byte) error {
	var words []string
	if err := json.Unmarshal(data, &words); err != nil {
		return fmt.Errorf("guarantees must be a list of words: %w", err)
	}
	var err error
	*g, err = ParseGuarantees(words)
	return err
}
