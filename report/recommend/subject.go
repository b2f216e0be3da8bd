package recommend

import "strings"

// Subject is what is recommended: an informer with a queue and a store.
type Subject struct {
	Informer string `json:"informer,omitempty"`
	Queue    string `json:"queue,omitempty"`
	Store    string `json:"store"`
	// Kept is how objects are kept in memory, see [Way]; empty in results that are not about that.
	Kept string `json:"kept,omitempty"`
}

// Base is client-go as it ships; gains and costs are told relative to it.
var Base = Subject{Informer: "clientgo", Queue: "realfifo", Store: "clientgo"}

// String is the subject as columns of comparisons are labelled: informer/queue/store, or informer+kept.
func (s Subject) String() string {
	var parts []string
	for _, p := range []string{s.Informer, s.Queue, s.Store} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	text := strings.Join(parts, "/")
	if s.Kept != "" && s.Kept != keptPlain && s.Kept != text {
		text += "+" + strings.ReplaceAll(strings.TrimPrefix(s.Kept, text+"-"), "-", "+")
	}
	return text
}

// again marks a second measurement of the same subject.
const again = "-again"

// subjectOf reads the subject from the keys of a result. Results that compare whole
// informers name a subject in one word: clientgo, clientgo-STORE (the store put under
// client-go's informer), ours-STORE and ours-STORE-direct. In results on how objects are kept the
// name may go on with that, after a plus: wire+strip+share; the key kept says it too.
func subjectOf(keys map[string]string) (s Subject, repeated bool) {
	s = Subject{keys["informer"], keys["queue"], keys["store"], keys["kept"]}
	for _, name := range []*string{&s.Informer, &s.Store} {
		if short, ok := strings.CutSuffix(*name, again); ok {
			*name, repeated = short, true
		}
	}
	switch {
	case s.Kept != "":
		s.Informer, _, _ = strings.Cut(s.Informer, "+")
	case s.Queue == "":
		s = s.unfold()
	}
	return s, repeated || keys["repeat"] != ""
}

func (s Subject) unfold() Subject {
	if store, ok := strings.CutPrefix(s.Informer, "ours-"); ok {
		if direct, ok := strings.CutSuffix(store, "-direct"); ok {
			return Subject{Informer: "ours", Queue: "direct", Store: direct}
		}
		return Subject{Informer: "ours", Queue: "inorder", Store: store}
	}
	if store, ok := strings.CutPrefix(s.Informer, "clientgo-"); ok {
		return Subject{Informer: Base.Informer, Queue: Base.Queue, Store: store}
	}
	if s.Informer == Base.Informer {
		return Base
	}
	return s
}

// adoptable tells whether there is a way for a program to use the subject: the other
// peers are measured to learn from them.
func (s Subject) adoptable() bool {
	return s.Informer == "ours" || s.Informer == Base.Informer || s.Kept != ""
}
