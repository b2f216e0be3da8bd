package recommend

import "strings"

// transforms are what makes the parts of a way, in the order in which they must run.
var transforms = []struct{ part, name, code string }{
	{keptStrip, "strip", "strip, err := compact.NewStripper(compact.StripOptions{})"},
	{keptIntern, "intern", "intern := compact.NewInterner(compact.InternOptions{})"},
	{keptShare, "share", "share := compact.NewSharer(compact.ShareOptions{})"},
}

// adopt tells how a program takes it up.
func (w *Way) adopt() (out []string) {
	if w.Subject.asItIs() {
		return []string{"nothing to do: it is client-go as it ships"}
	}
	var names []string
	for _, t := range transforms {
		// encoded strips while it decodes
		if w.Subject.has(t.part) && !w.Subject.has(keptEncoded) {
			code := t.code
			if t.part == keptStrip && w.Subject.has(keptTokens) {
				code = strings.Replace(code, "{}", "{Paths: compact.TokenVolumePaths()}", 1)
			}
			out, names = append(out, code), append(names, t.name)
		}
	}
	chain := ""
	if names != nil {
		chain = "compact.Chain(" + strings.Join(names, ", ") + ")"
	}
	if w.Subject.Informer == Base.Informer {
		return append(out, "before each informer starts, one chain for all: informer.SetTransform("+chain+")")
	}
	return append(out, "our informer over our source: informer.NewSharedIndexInformer(wire.New(client, \"pods\", namespace, "+
		w.sourceOptions(chain)+"), &corev1.Pod{}, 0, indexers, informer.WithStore("+w.store()+".New))")
}

func (w *Way) sourceOptions(chain string) string {
	options := "wire.Options{Example: &corev1.Pod{}"
	switch {
	case w.Subject.has(keptEncoded) && w.Subject.has(keptStrip):
		options += ", Compact: encoded.New(encoded.Options{StripManagedFields: true, StripLastApplied: true})"
	case w.Subject.has(keptEncoded):
		options += ", Compact: encoded.New(encoded.Options{})"
	case chain != "":
		options += ", Transform: " + chain
	}
	return options + "}"
}

func (w *Way) store() string {
	if w.Subject.has(keptPacked) {
		return keptPacked
	}
	return ourStore
}
