package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"html/template"
)

// rawFile is a file of results as a link that carries its content.
type rawFile struct {
	Name string
	Size string
	// Href is of this package's making: base64 of a compressed file, under a type that no
	// browser shows.
	Href template.URL
}

// mostRaw is the length of a link up to which Chromium follows it: it cuts addresses of
// more than 2 MB.
const mostRaw = 1_900_000

func (p *Page) addRaw(f File) {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid, and a buffer does not fail
	w.Write(f.Data)
	w.Close()
	href := "data:application/gzip;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
	if len(href) > mostRaw {
		p.warn(fmt.Sprintf("%s is too large to be carried by this page (%s compressed): keep the file beside it.", f.Name, bytesOf.text(float64(b.Len()))))
		return
	}
	p.raw = append(p.raw, rawFile{visible(f.Name) + ".gz", bytesOf.text(float64(len(f.Data))), template.URL(href)})
}
