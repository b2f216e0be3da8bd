package page

import "informerbench/report"

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
	// Figures are those that answer a scenario's question, by its name, the answer first. They stand at the top of its
	// section, and their charts before all others.
	Figures map[string][]Figure
	// Commands repeat the measurement, one line each.
	Commands []string
	// Raw are the files that the results were read from. The page carries them, compressed.
	Raw []File
	// Profiles is a folder of *.pprof files to show as flame graphs; empty means none. Those that are named after a cell, as
	// benchgen profile names them, are also compared with client-go's of the same cell.
	Profiles string
	// Advice is a recommendation, with which the page begins; nil means none.
	Advice *Advice
}

// Figure is a unit of a result, tidied as benchunit does it. Op is the value of the key op in the result's name, if it has
// one. An empty Title stands for what the unit says.
type Figure struct{ Title, Measure, Op, Unit string }

// File is the content of a file under the name that a reader saves it by.
type File struct {
	Name string
	Data []byte
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
