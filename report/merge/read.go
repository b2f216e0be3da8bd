package merge

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// Block is the benchmark text of one shard, or of a file that is no shard.
type Block struct {
	Shard // Of is 0 if it is no shard
	File  string
	Line  int // of the first line of Text
	Text  []byte

	results []*benchfmt.Result
}

// Read takes the shards out of files; "-" is standard input. Lines outside of shards are left out, if a file
// has shards. What is damaged, or is not plain text, is an error with file and line.
func Read(paths ...string) ([]*Block, error) {
	var blocks []*Block
	for _, path := range paths {
		data, err := readFile(path)
		if err != nil {
			return nil, err
		}
		found, err := split(path, data)
		if err != nil {
			return nil, err
		}
		for _, b := range found {
			if err := b.parse(); err != nil {
				return nil, err
			}
		}
		blocks = append(blocks, found...)
	}
	return blocks, nil
}

func readFile(path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(path)
}

// split finds the shards of a file.
func split(path string, data []byte) ([]*Block, error) {
	var blocks []*Block
	var open *Block
	number := 0
	for line := range bytes.Lines(data) {
		number++
		text := strings.TrimRight(string(line), "\r\n")
		if !strings.HasPrefix(text, marker) {
			if open != nil {
				open.Text = append(open.Text, line...)
			}
			continue
		}
		m, err := parseMark(text)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		case !m.end && open != nil:
			return nil, fmt.Errorf("%s:%d: %v begins before %v of line %d has ended", path, number, m.Shard, open.Shard, open.Line-1)
		case !m.end:
			open = &Block{Shard: m.Shard, File: path, Line: number + 1}
		case open == nil || open.Shard != m.Shard:
			return nil, fmt.Errorf("%s:%d: %v ends and has not begun: the beginning of the log is missing, fetch all of it (kubectl logs --tail=-1)", path, number, m.Shard)
		default:
			if err := open.verify(m, number); err != nil {
				return nil, err
			}
			blocks, open = append(blocks, open), nil
		}
	}
	if open != nil {
		return nil, fmt.Errorf("%s:%d: %v begins and does not end: it has not finished, or the log is cut", path, open.Line-1, open.Shard)
	}
	if len(blocks) == 0 {
		blocks = []*Block{{File: path, Line: 1, Text: data}}
	}
	return blocks, nil
}

// verify compares the text with what the shard's last line says.
func (b *Block) verify(m mark, line int) error {
	n, sum := checksum(b.Text)
	if n != m.results || sum != m.sum {
		return fmt.Errorf("%s:%d: %v is damaged: it has %d results with checksum %s, and was written with %d and %s", b.File, line, b.Shard, n, sum, m.results, m.sum)
	}
	return nil
}

// parse reads the results and refuses lines that are damaged.
func (b *Block) parse() error {
	if n := len(b.Text); n > 0 && b.Text[n-1] != '\n' && b.Of == 0 {
		return fmt.Errorf("%s:%d: the last line is cut: the file is not whole", b.File, bytes.Count(b.Text, []byte{'\n'})+1)
	}
	if err := b.clean(); err != nil {
		return err
	}
	reader := benchfmt.NewReader(bytes.NewReader(b.Text), b.File)
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return fmt.Errorf("%s:%d: %s", b.File, b.Line+record.Line-1, record.Msg)
		case *benchfmt.Result:
			b.results = append(b.results, record.Clone())
		}
	}
	if err := reader.Err(); err != nil {
		return err
	}
	if len(b.results) == 0 {
		return fmt.Errorf("%s: no benchmark results: expected lines that begin with \"Benchmark\"", b.File)
	}
	return nil
}

// place is the file and line of a result.
func (b *Block) place(r *benchfmt.Result) string {
	_, line := r.Pos()
	return fmt.Sprintf("%s:%d", b.File, b.Line+line-1)
}

// name is how the block is spoken of.
func (b *Block) name() string {
	if b.Of == 0 {
		return b.File
	}
	return fmt.Sprintf("%v (%s)", b.Shard, b.File)
}
