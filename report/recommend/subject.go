package recommend

import "strings"

// Subject is what is recommended: an informer with a queue and a store.
type Subject struct {
	Informer string `json:"informer,omitempty"`
	Queue    string `json:"queue,omitempty"`
	Store    string `json:"store"`
}

// Base is client-go as it ships; gains and costs are told relative to it.
var Base = Subject{"clientgo", "realfifo", "clientgo"}

// String is the subject as columns of comparisons are labelled: informer/queue/store.
func (s Subject) String() string {
	var parts []string
	for _, p := range []string{s.Informer, s.Queue, s.Store} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, "/")
}

// again marks a second measurement of the same subject.
const again = "-again"

// subjectOf reads the subject from the keys of a result. Results that compare whole
// informers name a subject in one word: clientgo, clientgo-STORE (the store put under
// client-go's informer), ours-STORE and ours-STORE-direct.
func subjectOf(keys map[string]string) (s Subject, repeated bool) {
	s = Subject{keys["informer"], keys["queue"], keys["store"]}
	for _, name := range []*string{&s.Informer, &s.Store} {
		if short, ok := strings.CutSuffix(*name, again); ok {
			*name, repeated = short, true
		}
	}
	if s.Queue == "" {
		s = s.unfold()
	}
	return s, repeated || keys["repeat"] != ""
}

func (s Subject) unfold() Subject {
	if store, ok := strings.CutPrefix(s.Informer, "ours-"); ok {
		if direct, ok := strings.CutSuffix(store, "-direct"); ok {
			return Subject{"ours", "direct", direct}
		}
		return Subject{"ours", "inorder", store}
	}
	if store, ok := strings.CutPrefix(s.Informer, "clientgo-"); ok {
		return Subject{Base.Informer, Base.Queue, store}
	}
	if s.Informer == Base.Informer {
		return Base
	}
	return s
}

// adoptable tells whether there is a way for a program to use the subject: the other
// peers are measured to learn from them.
func (s Subject) adoptable() bool { return s.Informer == "ours" || s.Informer == Base.Informer }
