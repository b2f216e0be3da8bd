package anonymize

import (
	"reflect"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// rule says how the texts of a field are replaced.
type rule uint8

const (
	ruleDefault     rule = iota // by the type of the text
	ruleKeep                    // it stays
	ruleName                    // segment by segment
	ruleText                    // as a whole
	ruleKey                     // the key of a label
	ruleState                   // a reason or the type of a condition
	ruleUID                     //
	ruleResource                // cpu, memory, …
	ruleSecretType              //
	ruleConstant                // a constant of the API, if it looks like one
	ruleAnnotations             // a map: keys are keys, values texts
)

var replacements = [...]func(*Anonymizer, string) string{
	ruleDefault:     (*Anonymizer).name,
	ruleKeep:        func(_ *Anonymizer, s string) string { return s },
	ruleName:        (*Anonymizer).name,
	ruleText:        (*Anonymizer).text,
	ruleKey:         (*Anonymizer).key,
	ruleState:       (*Anonymizer).state,
	ruleUID:         (*Anonymizer).uid,
	ruleResource:    (*Anonymizer).resource,
	ruleSecretType:  (*Anonymizer).secretType,
	ruleConstant:    (*Anonymizer).constant,
	ruleAnnotations: (*Anonymizer).text,
}

// fieldsByName hold for every field of that name that is a plain string, or several.
var fieldsByName = map[string]rule{
	// API kinds and versions: they decide how an object is read, and say which kinds of objects
	// refer to each other.
	"Kind": ruleKeep, "APIVersion": ruleKeep, "APIGroup": ruleKeep, "ResourceVersion": ruleKeep, "FieldsType": ruleKeep, "Subresource": ruleKeep,
	// Text that people and programs write.
	"Message": ruleText, "Note": ruleText, "Command": ruleText, "Args": ruleText,
	// Enumerations without a type of their own.
	"Reason": ruleState, "Action": ruleState,
	"TopologyKey": ruleKey, "MatchLabelKeys": ruleKey, "MismatchLabelKeys": ruleKey, "Finalizers": ruleKey,
	"Annotations": ruleAnnotations,
}

type field struct {
	owner reflect.Type
	name  string
}

// fieldsByType hold for one field of one type.
var fieldsByType = map[field]rule{
	{reflect.TypeFor[metav1.Condition](), "Type"}:               ruleState,
	{reflect.TypeFor[metav1.LabelSelectorRequirement](), "Key"}: ruleKey,
	{reflect.TypeFor[corev1.NodeSelectorRequirement](), "Key"}:  ruleKey,
	{reflect.TypeFor[corev1.Taint](), "Key"}:                    ruleKey,
	{reflect.TypeFor[corev1.Toleration](), "Key"}:               ruleKey,
	{reflect.TypeFor[corev1.EnvVar](), "Value"}:                 ruleText,
}

// byType hold for texts of these types, which are not what their package's other types are:
// sets of constants that the API server checks.
var byType = map[reflect.Type]rule{
	reflect.TypeFor[string]():                  ruleName,
	reflect.TypeFor[types.UID]():               ruleUID,
	reflect.TypeFor[corev1.ResourceName]():     ruleResource,
	reflect.TypeFor[corev1.SecretType]():       ruleSecretType,
	reflect.TypeFor[corev1.FinalizerName]():    ruleKey,
	reflect.TypeFor[corev1.UniqueVolumeName](): ruleName,
	reflect.TypeFor[corev1.ResourceID]():       ruleName,
	reflect.TypeFor[corev1.Capability]():       ruleName,
	reflect.TypeFor[corev1.StorageMedium]():    ruleName,
	reflect.TypeFor[types.NodeName]():          ruleName,
}

func ruleOf(owner reflect.Type, f reflect.StructField) rule {
	if r, ok := fieldsByType[field{owner, f.Name}]; ok {
		return r
	}
	if r, ok := fieldsByName[f.Name]; ok && holdsStrings(f.Type) {
		return r
	}
	return ruleDefault
}

// holdsStrings is true for string, *string, []string and map[string]string.
func holdsStrings(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		t = t.Elem()
	}
	return t == reflect.TypeFor[string]()
}

// ruleOfText is the rule of a text that its field says nothing of.
func ruleOfText(t reflect.Type) rule {
	if r, ok := byType[t]; ok {
		return r
	}
	inAPI := strings.HasPrefix(t.PkgPath(), "k8s.io/api/") || strings.HasPrefix(t.PkgPath(), "k8s.io/apimachinery/")
	switch {
	case inAPI && strings.HasSuffix(t.Name(), "ConditionType"):
		return ruleState // node-problem-detector and readiness gates bring their own
	case inAPI && !strings.HasSuffix(t.Name(), "Name"):
		return ruleConstant
	default:
		return ruleName
	}
}

// constant keeps what looks like a constant of the API: one word in CamelCase, at most.
func (a *Anonymizer) constant(s string) string {
	if s != "" && len(s) <= 40 && s[0] >= 'A' && s[0] <= 'Z' && !strings.ContainsFunc(s, func(r rune) bool { return !isAlphanumeric(r) }) {
		return s
	}
	return a.name(s)
}
