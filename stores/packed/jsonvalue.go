package packed

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// maxDepth bounds the recursion. Decoders of JSON give up at ten times as much.
const maxDepth = 1000

var (
	errDeep  = fmt.Errorf("content is nested more than %d deep", maxDepth)
	errNil   = errors.New("a nil map or list with a type cannot be told from null")
	errText  = errors.New("text is not UTF-8")
	errFloat = errors.New("a number is not finite")
)

// appendValue appends a value of unstructured content as JSON. encoding/json would write the
// float 1.0 as 1, which comes back as an int64, and replace bytes that are not UTF-8.
func appendValue(into []byte, value any, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, errDeep
	}
	switch v := value.(type) {
	case nil:
		return append(into, "null"...), nil
	case bool:
		return strconv.AppendBool(into, v), nil
	case int64:
		return strconv.AppendInt(into, v, 10), nil
	case float64:
		return appendFloat(into, v)
	case string:
		return appendString(into, v)
	case map[string]any:
		return appendMap(into, v, depth)
	case []any:
		return appendList(into, v, depth)
	}
	return nil, fmt.Errorf("content has a %T, which JSON does not give back", value)
}

func appendFloat(into []byte, f float64) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, errFloat
	}
	from := len(into)
	into = strconv.AppendFloat(into, f, 'g', -1, 64)
	for _, c := range into[from:] {
		if c == '.' || c == 'e' {
			return into, nil
		}
	}
	return append(into, ".0"...), nil
}

// appendMap sorts the keys: objects that are alike shall be so as bytes, too.
func appendMap(into []byte, m map[string]any, depth int) (_ []byte, err error) {
	if m == nil {
		return nil, errNil
	}
	into = append(into, '{')
	for i, key := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			into = append(into, ',')
		}
		if into, err = appendString(into, key); err != nil {
			return nil, err
		}
		if into, err = appendValue(append(into, ':'), m[key], depth+1); err != nil {
			return nil, err
		}
	}
	return append(into, '}'), nil
}

func appendList(into []byte, list []any, depth int) (_ []byte, err error) {
	if list == nil {
		return nil, errNil
	}
	into = append(into, '[')
	for i, value := range list {
		if i > 0 {
			into = append(into, ',')
		}
		if into, err = appendValue(into, value, depth+1); err != nil {
			return nil, err
		}
	}
	return append(into, ']'), nil
}

func appendString(into []byte, text string) ([]byte, error) {
	if !utf8.ValidString(text) {
		return nil, errText
	}
	into = append(into, '"')
	from := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		into = append(into, text[from:i]...)
		from = i + 1
		if c < ' ' {
			const hex = "0123456789abcdef"
			into = append(into, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		} else {
			into = append(into, '\\', c)
		}
	}
	return append(append(into, text[from:]...), '"'), nil
}
