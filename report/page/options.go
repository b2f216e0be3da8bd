package page

import (
	"io"

	"informerbench/report"
)

// Options says what stands on the page besides the results.
type Options struct {
	// Title is the page's heading; by default it names what is compared.
	Title string
	// Base is the label of the subject that the others are compared with, such as
	// clientgo/realfifo/clientgo. By default it is client-go as it ships, if it was measured.
	Base string
	// Alpha is the significance level (default 0.05); MinEffect the least distance of a
	// ratio from 1 that counts as a difference (default
	// report.DefaultMinEffect).
	Alpha, MinEffect float64
	// Questions are what scenarios answer, a sentence for each name.
	Questions map[string]string
	// Commands repeat the measurement, one line each.
	Commands []string
	// Raw are the files that the results were read from. The page carries them, compressed.
	Raw []File
	// Profiles is a folder of *.pprof files to show as flame graphs; empty means none.
	Profiles string
	// Advice is a recommendation to show after the verdict; nil means none.
	Advice Advice
}

// File is the content of a file under the name that a reader saves it by.
type File struct {
	Name string
	Data []byte
}

// Advice is a recommendation as text that stands by itself.
type Advice interface {
	WriteText(w io.Writer) error
	WriteMarkdown(w io.Writer) error
}

func (o Options) withDefaults() Options {
	if o.Alpha == 0 {
		o.Alpha = 0.05
	}
	if o.MinEffect == 0 {
		o.MinEffect = report.DefaultMinEffect
	}
	return o
}
