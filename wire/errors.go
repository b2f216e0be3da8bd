package wire

import (
	"errors"
	"fmt"
	"strings"
)

// ErrTooLarge is in the chain of errors about an object or event that is larger than
// Options.MaxObject.
var ErrTooLarge = errors.New("object too large")

// errOver tells the reader that nobody wants more.
var errOver = errors.New("wire: stopped")

// errUnknownForm is about an answer in none of the encodings, such as a proxy's page.
func errUnknownForm(what string, begin []byte) error {
	const most = 64
	return fmt.Errorf("the %s begins with %q, which is neither Kubernetes protobuf nor JSON: is there an API server at this address?", what, begin[:min(len(begin), most)])
}

// errOtherKind is about an object of a kind that was not asked for.
func errOtherKind(apiVersion, kind string, o *objects) error {
	if kind == "" || apiVersion == "" {
		return fmt.Errorf("an object without kind or apiVersion came (kind %q, apiVersion %q)", kind, apiVersion)
	}
	return fmt.Errorf("the server sent %q of %q instead of %q; if that is right, set apiVersion and kind in Options.Example", kind, apiVersion, strings.TrimPrefix(o.apiVersion+" "+o.kind, " "))
}
