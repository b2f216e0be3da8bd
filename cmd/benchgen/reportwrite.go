package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"informerbench/report/page"
)

// checkTargets refuses, before anything is read, to write where a report would do harm.
func (r *reportFlags) checkTargets() error {
	if r.out == r.markdown {
		return usagef("--out and --markdown are both %q: name two files, or leave --markdown out", r.out)
	}
	for _, path := range []string{r.out, r.markdown} {
		if err := mayReplace(path, r.force); err != nil {
			return err
		}
	}
	return nil
}

// mayReplace lets a report take the place of an older one, and of what is empty or no file on a disk, but not of what somebody
// wrote.
func mayReplace(path string, force bool) error {
	if path == "" || path == "-" {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return usagef("%s is a folder: name a file, such as %s", path, filepath.Join(path, "report.html"))
	case force || !info.Mode().IsRegular() || info.Size() == 0:
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	beginning := make([]byte, page.MarkWithin)
	n, err := io.ReadFull(file, beginning)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if page.IsReport(beginning[:n]) {
		return nil
	}
	return fmt.Errorf("%s exists and is no report of ours: choose another name, or replace it with --force", path)
}

// writePage replaces the file when all of it is written, and says how large it is.
func writePage(stdout io.Writer, path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(stdout)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := putPage(path, b.Bytes()); err != nil {
		return err
	}
	_, err := fmt.Fprintf(stdout, "%s: %.1f kB\n", path, float64(b.Len())/1000)
	return err
}

// putPage writes beside the file and renames; a pipe or a terminal takes it as it comes. Of a link it is the file behind it that
// is replaced.
func putPage(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0)
	}
	if behind, err := filepath.EvalSymlinks(path); err == nil {
		path = behind
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	partial := path + ".partial"
	if err := os.WriteFile(partial, data, 0o644); err != nil {
		return err
	}
	return os.Rename(partial, path)
}
