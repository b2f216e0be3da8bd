package merge

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"informerbench/report/printable"
)

// carrier is a line that benchfmt reads, or that holds a histogram: a result, a unit's description, configuration.
var carrier = regexp.MustCompile(`^(Benchmark|Histogram\s|Unit\s|\p{Ll}[^\s\p{Lu}]*:(\s|$))`)

// clean refuses results with bytes that no benchmark writes: their file is damaged, or was made to act on the terminal that
// shows it. Of other lines, which a log may have between them, such ones are emptied, so that the rest keep their numbers.
func (b *Block) clean() error {
	var out bytes.Buffer
	number := b.Line - 1
	for line := range bytes.Lines(b.Text) {
		number++
		text := string(bytes.TrimRight(line, "\r\n"))
		switch safe := printable.Lines(text); {
		case safe == text:
			out.Write(line)
		case carrier.MatchString(text):
			return fmt.Errorf("%s:%d: this line is not plain UTF-8 text: %.200s: no benchmark writes such characters, so the file is damaged; fetch or measure it anew",
				b.File, number, safe)
		default:
			out.WriteByte('\n')
		}
	}
	b.Text = out.Bytes()
	return nil
}

// checkWhole tells what is taken on trust: a file without shards does not say what belongs to its run, and results
// may not say where they are from.
func checkWhole(blocks []*Block, _ Options) (warnings []string, err error) {
	var unsharded, unnamed []string
	for _, b := range blocks {
		if b.Of == 0 {
			unsharded = append(unsharded, b.File)
		}
		if slices.Contains(b.machines(), "") {
			unnamed = append(unnamed, b.name())
		}
	}
	if unsharded != nil {
		warnings = append(warnings, fmt.Sprintf("no shards in %s: taken for a whole run each, since nothing tells what else belongs to it", strings.Join(unsharded, ", ")))
	}
	if unnamed != nil {
		warnings = append(warnings, fmt.Sprintf("no machine is named (%s) in %s: taken for results of one and the same", strings.Join(machineKeys, ", "), strings.Join(unnamed, ", ")))
	}
	return warnings, nil
}

// machines are those of the block's results, in the order in which they first appear; "" is none that is named.
func (b *Block) machines() (all []string) {
	for _, r := range b.results {
		if m := machineOf(r); !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}

// machine names the block's machine, or tells how many there are.
func (b *Block) machine() string {
	switch all := b.machines(); {
	case len(all) > 1:
		return fmt.Sprintf("%d machines", len(all))
	case all[0] == "":
		return "not named"
	default:
		return all[0]
	}
}
