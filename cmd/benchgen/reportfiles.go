package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"informerbench/report/page"
)

// latestResults is where make bench leaves its results.
const latestResults = "results/latest"

// resultFiles are the files named, and all files named bench.txt below the folders named.
func resultFiles(args []string) ([]string, error) {
	if len(args) == 0 {
		if _, err := os.Stat(latestResults); errors.Is(err, fs.ErrNotExist) {
			return nil, usagef("there is no folder %s: run make bench first, or name files or folders of results", latestResults)
		}
		args = []string{latestResults}
	}
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			files = append(files, arg) // what is wrong with it, the reader says better
			continue
		}
		below, err := benchFiles(arg)
		if err != nil {
			return nil, err
		}
		if len(below) == 0 {
			return nil, usagef("there is no file named %s below %s", benchFile, arg)
		}
		files = append(files, below...)
	}
	return files, nil
}

func benchFiles(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() == benchFile {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

// rawFiles are the files that the page carries, named by their place.
func rawFiles(files []string) (out []page.File, err error) {
	for _, path := range files {
		if _, file, labelled := strings.Cut(path, "="); labelled {
			path = file
		}
		if path == "-" {
			continue // it was read, and is gone
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		name := strings.Trim(strings.ReplaceAll(filepath.ToSlash(filepath.Clean(path)), "/", "-"), ".-")
		out = append(out, page.File{Name: name, Data: data})
	}
	return out, nil
}

// repeatCommands are those that the runs noted beside their results.
func repeatCommands(files []string) (out []string) {
	for _, path := range files {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(path), machineFile))
		if err != nil {
			continue // other kinds of runs have no such file
		}
		for line := range strings.Lines(string(text)) {
			command, ok := strings.CutPrefix(strings.TrimSpace(line), "command: ")
			if ok && !slices.Contains(out, command) {
				out = append(out, command)
			}
		}
	}
	return append(out, "bin/benchgen report "+strings.Join(files, " "))
}
