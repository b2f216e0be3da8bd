package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ratioRuns are the folders of committed runs whose tables are of ratios, and what writes them.
var ratioRuns = []struct {
	folder string
	write  tableWriter
}{
	{"results/stores", writeStoreTables},
	{"results/peers", writeStoreTables},
	{"results/informer", writeInformerTables},
}

// rewriteRatios makes the tables of the committed runs again, from their raw results.
func rewriteRatios() error {
	for _, run := range ratioRuns {
		raw, err := benchFiles(run.folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, file := range raw {
			if err := rewriteRatioFiles(filepath.Dir(file), run.write, file); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return errors.Join(rewriteJoined("results/sync", writeSyncTables), rewriteJoined("results/compact", writeCompactTables))
}

// rewriteJoined puts the tables of all runs that lie in a folder, such as parts or populations, into one file.
func rewriteJoined(folder string, write tableWriter) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f string) bool { return filepath.Base(f) == tableFile })
	if len(files) == 0 {
		return nil
	}
	return rewriteRatioFiles(folder, write, files...)
}

// tablesBegin is how every page's generated part begins, see [ratioPage].
const tablesBegin = "\nEach column is a"

// rewriteRatioFiles writes the tables as text and, if the folder's page has them, into it; what stands above them there, the
// description of the run, stays. A page written by hand may have a marked part instead, which gets that description as well.
func rewriteRatioFiles(dir string, write tableWriter, raw ...string) error {
	var text, tables bytes.Buffer
	if err := errors.Join(write(&text, 0, false, raw...), write(&tables, 0, true, raw...)); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, tableFile), text.Bytes(), 0o644); err != nil {
		return err
	}
	page := filepath.Join(dir, pageFile)
	old, err := os.ReadFile(page)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if strings.Contains(string(old), beginMark) {
		var run bytes.Buffer
		if err := writeRun(&run, raw...); err != nil {
			return err
		}
		return fill(page, run.String()+tables.String())
	}
	head, _, found := strings.Cut(string(old), tablesBegin)
	if !found {
		return nil // written by hand
	}
	return os.WriteFile(page, []byte(head+"\n"+tables.String()), 0o644)
}
