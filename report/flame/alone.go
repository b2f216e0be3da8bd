package flame

import (
	"bytes"
	"errors"
	"fmt"
)

// onlyItself forbids everything but what is in the page; menus that need pprof's server are not shown.
const onlyItself = `
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
  <meta name="viewport" content="width=device-width">
  <style>#view, #sample, #refine, #config, #download, #action-menu { display: none !important }</style>`

// alone makes a page of pprof's server one that needs no server. The menu of saved settings goes: it lists
// those of whoever made the page.
func alone(page []byte) ([]byte, error) {
	for _, part := range []struct{ from, to string }{
		{`<a title="Save current settings" id="save-config">`, `</div>`},
		{`<datalist id="config-list">`, `</datalist>`},
	} {
		from := bytes.Index(page, []byte(part.from))
		if from < 0 {
			return nil, fmt.Errorf("pprof's page has another form than expected: it lacks %s", part.from)
		}
		from += len(part.from)
		size := bytes.Index(page[from:], []byte(part.to))
		if size < 0 {
			return nil, fmt.Errorf("pprof's page has another form than expected: %s does not end", part.from)
		}
		rest := page[from+size:]
		if part.to == `</div>` {
			rest = append([]byte(`Save</a>`), rest...)
		}
		page = append(page[:from:from], rest...)
	}
	head := []byte("<head>")
	at := bytes.Index(page, head)
	if at < 0 {
		return nil, errors.New("pprof's page has another form than expected: it has no head")
	}
	at += len(head)
	return append(append(page[:at:at], onlyItself...), page[at:]...), nil
}
