package reflectorbench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/perf/benchfmt"
)

// partialNote is the first line of an unfinished result file; benchmark text ignores it.
const partialNote = "# PARTIAL: this run has not finished; these are not whole results.\n"

// resultFile collects the output of the children. It is named *.partial and says so until
// it is whole.
type resultFile struct {
	path, partial string
	file          *os.File     // the partial one
	text          bytes.Buffer // what commit writes
	w             *benchfmt.Writer
	units         map[benchfmt.UnitMetadataKey]bool // written already
}

func createResultFile(path string) (*resultFile, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	f := &resultFile{path: path, partial: path + ".partial", units: map[benchfmt.UnitMetadataKey]bool{}}
	f.w = benchfmt.NewWriter(&f.text)
	file, err := os.Create(f.partial)
	if err != nil {
		return nil, err
	}
	f.file = file
	_, err = file.WriteString(partialNote)
	return f, err
}

// add checks the output of a cell's process line by line and appends it, histograms after the results.
// Output with a line that does not parse, or with other results than the cell must have, is refused.
func (f *resultFile) add(c Cell, text []byte) error {
	records, results, err := readRun(c, text)
	if err != nil {
		return err
	}
	if want := c.WithDefaults().resultCount(); results != want && !c.mayLack(results, want) {
		return fmt.Errorf("cell %s wrote %d results, %d are expected", c.Name(), results, want)
	}
	lines, err := readHistogramLines(c, text, records)
	if err != nil {
		return err
	}
	from := f.text.Len()
	for _, rec := range records {
		if unit, ok := rec.(*benchfmt.UnitMetadata); ok {
			if f.units[unit.UnitMetadataKey] {
				continue
			}
			f.units[unit.UnitMetadataKey] = true
		}
		if err := f.w.Write(rec); err != nil {
			return err
		}
	}
	f.text.WriteString(lines)
	_, err = f.file.Write(f.text.Bytes()[from:])
	return err
}

// mayLack: what a real cluster or a trace has no objects, or no values of an index for, is left out.
func (c Cell) mayLack(results, want int) bool {
	return c.Source == Cluster || c.replays() && results > 0 && results < want
}

func readRun(c Cell, text []byte) (records []benchfmt.Record, results int, err error) {
	reader := benchfmt.NewReader(bytes.NewReader(text), c.Name())
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, 0, fmt.Errorf("output of cell: %w", rec)
		case *benchfmt.Result:
			results++
			records = append(records, rec.Clone())
		default:
			records = append(records, rec)
		}
	}
	return records, results, reader.Err()
}

// resultCount is how many results a run of the cell writes.
func (c Cell) resultCount() (n int) {
	for _, m := range c.Measures {
		n += map[Measure]int{
			MeasureSync: 1, MeasureHeap: 1, MeasureThroughput: 1, MeasureLatency: 2, MeasureRead: readPhases, MeasureReconcile: 1, MeasureRelist: 1,
		}[m]
	}
	return n
}

// commit makes the results appear under their name, all at once.
func (f *resultFile) commit() error {
	if err := f.file.Close(); err != nil {
		return err
	}
	// The partial file carries its note, so the whole text goes to a file of its own,
	// which takes the name only when it is on disk.
	whole, err := os.CreateTemp(filepath.Dir(f.path), filepath.Base(f.path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(whole.Name()) // fails, as it should, after the rename
	if _, err := whole.Write(f.text.Bytes()); err != nil {
		return err
	}
	if err := whole.Chmod(0o644); err != nil {
		return err
	}
	if err := whole.Sync(); err != nil {
		return err
	}
	if err := whole.Close(); err != nil {
		return err
	}
	if err := os.Rename(whole.Name(), f.path); err != nil {
		return err
	}
	return os.Remove(f.partial)
}

// abandon leaves the partial file, with a last line that says how far it came.
func (f *resultFile) abandon(done int) {
	fmt.Fprintf(f.file, "# PARTIAL: stopped after %d runs.\n", done)
	f.file.Close()
}
