package trace

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// LineError says which line of a text is not part of a trace.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns what is wrong with the line.
func (e *LineError) Unwrap() error { return e.Err }

// Import reads what Export writes, or anything else that writes such lines, and writes a
// trace. It checks each line: a *LineError says which one is wrong, and the trace
// is then not whole. Empty lines are skipped. It holds one line at a time.
func Import(ctx context.Context, w io.Writer, r io.Reader) error {
	ahead := bufio.NewReader(r)
	if begin, _ := ahead.Peek(len(opening)); string(begin) == opening { // an error of reading comes again below
		return &LineError{Line: 1, Err: errors.New("it is a trace already, not JSON lines: benchgen trace show shows it, benchgen trace export writes its lines")}
	}
	in := bufio.NewScanner(ahead)
	in.Buffer(make([]byte, 0, 1<<16), maxLine)
	i := importer{out: w}
	n := 0
	for in.Scan() {
		if n++; len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := i.line(in.Bytes()); err != nil {
			return &LineError{Line: n, Err: err}
		}
	}
	if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
		tooLong := fmt.Errorf("longer than the %d bytes allowed", maxLine)
		if i.writer == nil {
			tooLong = errNoLines
		}
		return &LineError{Line: n + 1, Err: tooLong}
	} else if err != nil {
		return err
	}
	if !i.ended {
		return &LineError{Line: n + 1, Err: errors.New(`the text ends without its last line, {"end":{}}: it was cut short`)}
	}
	return nil
}

// errNoLines says of a text, or a binary file, that Export did not write it.
var errNoLines = fmt.Errorf(`no trace begins here: the first line is {"format":%q,"version":%q,"header":{…}}, as benchgen trace export writes it`, formatName, formatVersion)

type importer struct {
	out    io.Writer
	writer *Writer // nil before the first line
	ended  bool
}

func (i *importer) line(text []byte) error {
	var l line
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&l); err != nil {
		if i.writer == nil && text[0] != '{' {
			return errNoLines // a binary file, or another text: nothing that the parser finds in it helps
		}
		return err
	}
	if in.More() {
		return errors.New("more than one JSON value in the line")
	}
	switch {
	case i.ended:
		return errors.New("a line after the last one")
	case i.writer == nil:
		return i.first(l)
	case l.End != nil:
		return i.last(*l.End)
	}
	r, err := l.record(i.writer)
	if err != nil {
		return err
	}
	return i.writer.WriteRecord(r)
}

func (i *importer) first(l line) (err error) {
	if l.Format != formatName || l.Header == nil {
		return errNoLines
	}
	if l.Version != formatVersion {
		return fmt.Errorf("a trace of format version %q: this program reads %q", l.Version, formatVersion)
	}
	i.writer, err = NewWriter(i.out, *l.Header)
	return err
}

func (i *importer) last(s Summary) error {
	i.ended = true
	if found := i.writer.summary.Records; s.Records != 0 && s.Records != found {
		return fmt.Errorf("%d records where the last line counts %d", found, s.Records)
	}
	i.writer.SetSummary(s)
	return i.writer.Close()
}
