package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
)

//go:embed templates
var templateFiles embed.FS

//go:embed style.css
var style string

var templates = template.Must(template.ParseFS(templateFiles, "templates/*.gohtml"))

// view is what the templates see.
type view struct {
	Title    string
	Policy   string
	Style    template.CSS
	Suites   []*suiteView
	Machines []*machineView
	Commands []string
	Raw      []rawFile
	Flames   []*flameView
	Diffs    []*flameView
	// FlamesShared is what all profiled cells have in common.
	FlamesShared string
	Advice       *adviceView
	Warnings     []string
}

// WriteHTML writes the page as one file. It needs no network and no script, and its
// content security policy allows neither: only its own style, by its hash, and images
// that are part of it.
func (p *Page) WriteHTML(w io.Writer) error {
	hash := sha256.Sum256([]byte(style))
	v := view{
		Title: p.title, Style: template.CSS(style), Suites: p.suites, Machines: p.machines,
		Commands: p.commands, Raw: p.raw, Flames: p.flames, Diffs: p.diffs, FlamesShared: p.flamesShared, Advice: p.advice, Warnings: p.warnings,
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) +
			"'; img-src data:; base-uri 'none'; form-action 'none'",
	}
	return templates.ExecuteTemplate(w, "page.gohtml", v)
}
