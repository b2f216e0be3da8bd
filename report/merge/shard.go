package merge

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Shard says which part of which matrix some results are.
type Shard struct {
	Index, Of int // from 0 on
	// Plan tells matrices apart: a hash of all cells and rounds.
	Plan string
	// Label tells runs of one plan apart, such as the type of the nodes; it may be empty.
	Label string
}

// String is the index of the number of shards, and the label.
func (s Shard) String() string {
	text := fmt.Sprintf("shard %d/%d", s.Index, s.Of)
	if s.Label != "" {
		text += " of " + s.Label
	}
	return text
}

// ParseShard reads INDEX/NUMBER, such as 0/3.
func ParseShard(text string) (index, of int, err error) {
	first, second, ok := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(first)
	of, err2 := strconv.Atoi(second)
	if !ok || err1 != nil || err2 != nil || of < 1 || index < 0 || index >= of {
		return 0, 0, fmt.Errorf("shard is %q: it must be INDEX/NUMBER with an index from 0 to below the number, such as 0/3", text)
	}
	return index, of, nil
}

var labelForm = regexp.MustCompile(`^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$`)

// CheckLabel wants what a Kubernetes name may be, since it stands in comments and configuration.
func CheckLabel(label string) error {
	if label != "" && !labelForm.MatchString(label) {
		return fmt.Errorf("label is %q: use lower-case letters, digits, dashes and dots, such as m7i.xlarge", label)
	}
	return nil
}

const marker = "# benchgen shard "

// Write prints the shard's benchmark text between its two lines.
func (s Shard) Write(w io.Writer, text []byte) error {
	var out bytes.Buffer
	head := fmt.Sprintf("%s%d/%d plan=%s", marker, s.Index, s.Of, s.Plan)
	if s.Label != "" {
		head += " label=" + s.Label
	}
	fmt.Fprintf(&out, "%s begin\n%s", head, text)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		out.WriteByte('\n')
	}
	n, sum := checksum(text)
	fmt.Fprintf(&out, "%s end results=%d sha256=%s\n", head, n, sum)
	_, err := w.Write(out.Bytes())
	return err
}

// checksum covers the lines that hold results: others may come into a log between them.
func checksum(text []byte) (results int, sum string) {
	hash := sha256.New()
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\r\n")
		if bytes.HasPrefix(line, []byte("Benchmark")) {
			results++
		} else if !bytes.HasPrefix(line, []byte("Histogram ")) {
			continue
		}
		hash.Write(line)
		hash.Write([]byte{'\n'})
	}
	return results, hex.EncodeToString(hash.Sum(nil)[:8])
}

// mark is one of the two lines of a shard, taken apart.
type mark struct {
	Shard
	end     bool
	results int
	sum     string
}

var markForm = regexp.MustCompile(`^# benchgen shard (\d+/\d+) plan=([0-9a-f]+)(?: label=(\S+))? (begin|end results=(\d+) sha256=([0-9a-f]+))$`)

func parseMark(line string) (mark, error) {
	found := markForm.FindStringSubmatch(line)
	if found == nil {
		return mark{}, fmt.Errorf("a damaged line of a shard: %q", line)
	}
	m := mark{sum: found[6], end: strings.HasPrefix(found[4], "end")}
	var err error
	if m.Index, m.Of, err = ParseShard(found[1]); err != nil {
		return m, err
	}
	m.Plan, m.Label = found[2], found[3]
	if m.end {
		m.results, err = strconv.Atoi(found[5])
	}
	return m, cmp.Or(err, CheckLabel(m.Label))
}
