package wire

import (
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// readJSON reads a list object, to the end of the body. Members other than the items
// are kept and decoded at the end, since they may come in any order.
func (l *listReader) readJSON() error {
	l.head.json = append(l.head.json, '{')
	_, err := l.in.jsonDelimiter("{")
	closed := byte(',')
	if c, peekErr := l.in.jsonByte(); peekErr == nil && c == '}' {
		closed, err = l.in.jsonDelimiter("}")
	}
	for err == nil && closed != '}' {
		if err = l.member(); err == nil {
			closed, err = l.in.jsonDelimiter(",}")
		}
	}
	if err != nil {
		return unexpected(err)
	}
	if err := l.in.jsonEnd(); err != nil {
		return err
	}
	l.head.json = append(l.head.json, '}')
	return l.head.readJSON()
}

// member reads a name and a value.
func (l *listReader) member() error {
	name, err := l.name()
	if err != nil {
		return err
	}
	c, err := l.in.jsonByte()
	switch {
	case err != nil:
		return unexpected(err)
	case name == "items" && c == '[':
		return l.items()
	}
	n, err := l.value(c)
	if err != nil {
		return err
	}
	value := l.in.unread()[:n]
	switch {
	case name != "items":
		l.keep(name, value)
	case string(value) != "null":
		return fmt.Errorf("malformed list: items begin with %q, not with '['", c)
	}
	l.in.drop(n)
	return l.tooMuch()
}

func (l *listReader) name() (string, error) {
	c, err := l.in.jsonByte()
	if err != nil {
		return "", unexpected(err)
	}
	if c != '"' {
		return "", fmt.Errorf("malformed JSON at byte %d of the list: %q where a name should begin", l.in.offset, c)
	}
	n, err := l.in.jsonValue()
	if err != nil {
		return "", err
	}
	var name string
	if err := utiljson.Unmarshal(l.in.unread()[:n], &name); err != nil {
		return "", err
	}
	l.in.drop(n)
	_, err = l.in.jsonDelimiter(":")
	return name, err
}

// value makes the value that begins with c unread.
func (l *listReader) value(c byte) (int, error) {
	switch c {
	case ',', ':', '}', ']':
		return 0, fmt.Errorf("malformed JSON at byte %d of the list: %q where a value should begin", l.in.offset, c)
	}
	return l.in.jsonValue()
}

// keep adds a member to the head.
func (l *listReader) keep(name string, value []byte) {
	if len(l.head.json) > 1 {
		l.head.json = append(l.head.json, ',')
	}
	quoted, _ := utiljson.Marshal(name) // no error: it is a string
	l.head.json = append(l.head.json, quoted...)
	l.head.json = append(l.head.json, ':')
	l.head.json = append(l.head.json, value...)
}

func (l *listReader) tooMuch() error {
	if n := len(l.head.json); n > l.in.max {
		return l.in.tooLarge(int64(n))
	}
	return nil
}

// items reads the array.
func (l *listReader) items() error {
	if l.head.items {
		return errors.New("malformed list: items come twice")
	}
	l.head.items = true
	if err := l.checkEarly(); err != nil {
		return err
	}
	if _, err := l.in.jsonDelimiter("["); err != nil {
		return err
	}
	if c, err := l.in.jsonByte(); err == nil && c == ']' {
		_, err = l.in.jsonDelimiter("]")
		return err
	}
	for {
		c, err := l.in.jsonByte()
		if err != nil {
			return unexpected(err)
		}
		n, err := l.value(c)
		if err != nil {
			return err
		}
		l.add(l.in.take(n))
		if c, err = l.in.jsonDelimiter(",]"); err != nil || c == ']' {
			return err
		}
	}
}

// checkEarly looks at the kind if it came before the items.
func (l *listReader) checkEarly() error {
	early := listHead{json: append(l.head.json[:len(l.head.json):len(l.head.json)], '}')}
	if err := early.readJSON(); err != nil {
		return err
	}
	if early.kind == "" {
		return nil
	}
	l.apiVersion, l.kind = early.apiVersion, early.kind
	return l.check(&early)
}

// readJSON decodes what was kept.
func (h *listHead) readJSON() error {
	var list struct {
		metav1.TypeMeta `json:",inline"`
		metav1.ListMeta `json:"metadata"`
	}
	if err := utiljson.Unmarshal(h.json, &list); err != nil {
		return err
	}
	h.apiVersion, h.kind, h.meta = list.APIVersion, list.Kind, list.ListMeta
	return nil
}
