package anonymize

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// unstructured replaces the texts of a custom resource.
func (a *Anonymizer) unstructured(object map[string]any) {
	for key, v := range object {
		object[key] = a.field(key, v)
	}
}

// field replaces the value of a field of that name.
func (a *Anonymizer) field(name string, v any) any {
	switch v := v.(type) {
	case string:
		return a.fieldText(name, v)
	case []any:
		for i := range v {
			v[i] = a.field(name, v[i])
		}
		return v
	case map[string]any:
		return a.fieldMap(name, v)
	default: // a number, a boolean, null
		return v
	}
}

func (a *Anonymizer) fieldText(name, s string) string {
	switch name {
	case "apiVersion", "kind":
		return s
	case "resourceVersion":
		if strings.Trim(s, decimal) == "" {
			return s
		}
	case "uid":
		return a.uid(s)
	case "message", "command", "args", "value":
		return a.text(s)
	case "reason", "type", "phase", "status", "state":
		return a.state(s)
	case "key", "topologyKey", "finalizers":
		return a.key(s)
	}
	if isTime(s) || isQuantity(s) {
		return s
	}
	return a.name(s)
}

// Fields that are maps from keys to texts, not structures.
var mapFields = set("labels", "matchLabels", "nodeSelector", "annotations", "data", "stringData", "binaryData", "parameters")

func (a *Anonymizer) fieldMap(name string, m map[string]any) any {
	switch {
	case name == "managedFields":
		return a.managed(m)
	case mapFields[name] || name == "selector" && onlyTexts(m):
		return a.keyed(name, m)
	}
	for _, key := range slices.Collect(maps.Keys(m)) {
		v, field := m[key], key
		if !isFieldName(key) {
			delete(m, key)
			key, field = a.key(key), ""
		}
		m[key] = a.field(field, v)
	}
	return m
}

// keyed replaces keys and values of a map that is no structure.
func (a *Anonymizer) keyed(name string, m map[string]any) map[string]any {
	replaced := make(map[string]any, len(m))
	for key, v := range m {
		if s, ok := v.(string); ok && name == "annotations" {
			replaced[a.key(key)] = a.text(s)
		} else {
			replaced[a.key(key)] = a.field("", v)
		}
	}
	return replaced
}

func onlyTexts(m map[string]any) bool {
	for _, v := range m {
		if _, ok := v.(string); !ok {
			return false
		}
	}
	return true
}

// managed replaces an entry of managedFields; operation and time stay.
func (a *Anonymizer) managed(entry map[string]any) map[string]any {
	if manager, ok := entry["manager"].(string); ok {
		entry["manager"] = a.name(manager)
	}
	if m, ok := entry["fieldsV1"].(map[string]any); ok {
		entry["fieldsV1"] = a.fields(m)
	}
	return entry
}

// fields replaces a set of fields by one of equal length.
func (a *Anonymizer) fields(m map[string]any) map[string]any {
	raw, err := json.Marshal(m)
	if err != nil { // of what was JSON
		return map[string]any{}
	}
	replaced := map[string]any{}
	_ = json.Unmarshal([]byte(a.jsonObject(string(raw))), &replaced) // it is JSON
	return replaced
}

// isFieldName tells whether a key could be the name of a field.
func isFieldName(key string) bool {
	return key != "" && (key[0] < '0' || key[0] > '9') && !strings.ContainsFunc(key, func(r rune) bool { return !isAlphanumeric(r) && r != '_' })
}
