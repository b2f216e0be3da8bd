package reflector_test

import (
	"fmt"
	"maps"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// recorder is a store that writes down what it is told.
type recorder struct {
	mu       sync.Mutex
	log      []string
	versions map[string]string // by key
	version  string            // of the last replace or bookmark
	fail     map[string]error  // by verb
	entered  func(verb string) // called without the lock
}

var (
	_ cache.ReflectorStore         = (*recorder)(nil)
	_ cache.ReflectorBookmarkStore = (*recorder)(nil)
)

func newRecorder() *recorder {
	return &recorder{versions: map[string]string{}, fail: map[string]error{}}
}

func (r *recorder) note(verb string, change func(), line string) error {
	if r.entered != nil {
		r.entered(verb)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.fail[verb]; err != nil {
		return err
	}
	change()
	r.log = append(r.log, line)
	return nil
}

// keyAndVersion panics on anything that is no API object, such as a Status.
func keyAndVersion(o any) (key, version string) {
	about, err := meta.Accessor(o)
	if err != nil {
		panic(fmt.Sprintf("no API object reached the store: %#v", o))
	}
	key, err = cache.MetaNamespaceKeyFunc(o)
	if err != nil {
		panic(err)
	}
	return key, about.GetResourceVersion()
}

func (r *recorder) Add(o any) error    { return r.write("add", o) }
func (r *recorder) Update(o any) error { return r.write("update", o) }

func (r *recorder) write(verb string, o any) error {
	key, version := keyAndVersion(o)
	return r.note(verb, func() { r.versions[key] = version }, fmt.Sprintf("%s %s@%s", verb, key, version))
}

func (r *recorder) Delete(o any) error {
	key, version := keyAndVersion(o)
	return r.note("delete", func() { delete(r.versions, key) }, fmt.Sprintf("delete %s@%s", key, version))
}

func (r *recorder) Replace(items []any, version string) error {
	whole := map[string]string{}
	for _, item := range items {
		k, v := keyAndVersion(item)
		whole[k] = v
	}
	return r.note("replace", func() { r.versions, r.version = whole, version }, fmt.Sprintf("replace %d@%s", len(items), version))
}

func (r *recorder) Resync() error { return r.note("resync", func() {}, "resync") }

func (r *recorder) Bookmark(version string) error {
	return r.note("bookmark", func() { r.version = version }, "bookmark "+version)
}

func (r *recorder) failOn(verb string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fail[verb] = err
}

func (r *recorder) history() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.log...)
}

func (r *recorder) content() map[string]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.versions)
}

func (r *recorder) lastVersion() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.version
}
