package page_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

var (
	svgElement   = regexp.MustCompile(`(?s)<svg.*?</svg>`)
	styleElement = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
)

// checkHTML parses a page and checks what a browser and a screen reader rely on.
func checkHTML(t *testing.T, name, text string) {
	t.Helper()
	for _, svg := range svgElement.FindAllString(text, -1) {
		checkXML(t, name, svg)
	}
	style := styleElement.FindStringSubmatch(text)
	if style == nil {
		t.Fatalf("%s: no style", name)
	}
	hash := sha256.Sum256([]byte(style[1]))
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	c := &checker{t: t, name: name, ids: map[string]bool{}}
	c.walk(root)
	c.finish()
	if want := "style-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"; !strings.Contains(c.policy, want) {
		t.Errorf("%s: the policy %q does not have the hash of the style", name, c.policy)
	}
	if !strings.Contains(c.policy, "default-src 'none'") {
		t.Errorf("%s: the policy %q allows more than nothing", name, c.policy)
	}
}

// checkXML: a drawing must be well-formed by itself, too.
func checkXML(t *testing.T, name, svg string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: a drawing is not well-formed: %v\n%.500s", name, err, svg)
		}
	}
}

type checker struct {
	t        *testing.T
	name     string
	policy   string
	ids      map[string]bool
	refs     []string
	headings []int
	lang     string
}

func (c *checker) walk(n *html.Node) {
	if n.Type == html.ElementNode {
		c.element(n)
	}
	for child := range n.ChildNodes() {
		c.walk(child)
	}
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func (c *checker) element(n *html.Node) {
	if slices.Contains([]string{"script", "iframe", "object", "embed", "form", "base", "foreignobject", "animate", "set"}, strings.ToLower(n.Data)) {
		c.t.Errorf("%s: there is a <%s>", c.name, n.Data)
	}
	for _, a := range n.Attr {
		c.attribute(n, a)
	}
	switch n.Data {
	case "html":
		c.lang = attr(n, "lang")
	case "meta":
		if attr(n, "http-equiv") == "Content-Security-Policy" {
			c.policy = attr(n, "content")
		}
	case "h1", "h2", "h3", "h4":
		c.headings = append(c.headings, int(n.Data[1]-'0'))
	case "table":
		if !has(n, "caption") {
			c.t.Errorf("%s: a table has no caption", c.name)
		}
	case "th":
		if attr(n, "scope") == "" {
			c.t.Errorf("%s: a th has no scope", c.name)
		}
	case "svg":
		if attr(n, "role") == "img" && !(has(n, "title") && has(n, "desc") && attr(n, "aria-labelledby") != "") {
			c.t.Errorf("%s: a drawing has no title and description", c.name)
		}
		if attr(n, "role") != "img" && attr(n, "aria-hidden") != "true" {
			c.t.Errorf("%s: a drawing is neither an image nor hidden", c.name)
		}
	}
}

func (c *checker) attribute(n *html.Node, a html.Attribute) {
	switch {
	case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcset":
		c.t.Errorf("%s: <%s> has the attribute %s", c.name, n.Data, a.Key)
	case a.Key == "id":
		if c.ids[a.Val] {
			c.t.Errorf("%s: the id %q occurs twice", c.name, a.Val)
		}
		c.ids[a.Val] = true
	case a.Key == "aria-labelledby":
		c.refs = append(c.refs, strings.Fields(a.Val)...)
	case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
		c.refs = append(c.refs, a.Val[1:])
	case a.Key == "href" || a.Key == "src":
		if !strings.HasPrefix(a.Val, "data:") {
			c.t.Errorf("%s: <%s> points to %.80q", c.name, n.Data, a.Val)
		}
	}
}

func (c *checker) finish() {
	for _, ref := range c.refs {
		if !c.ids[ref] {
			c.t.Errorf("%s: nothing has the id %q that is referred to", c.name, ref)
		}
	}
	last := 0
	for i, h := range c.headings {
		if h > last+1 || i > 0 && h == 1 {
			c.t.Errorf("%s: heading %d after %d", c.name, h, last)
		}
		last = h
	}
	if c.lang != "en" {
		c.t.Errorf("%s: language %q", c.name, c.lang)
	}
}

func has(n *html.Node, name string) bool {
	for child := range n.ChildNodes() {
		if child.Type == html.ElementNode && child.Data == name {
			return true
		}
	}
	return false
}

func TestSmallPageIsValid(t *testing.T) {
	in, o := small(t)
	text, _ := written(t, in, o)
	checkHTML(t, "small", text)
}
