package informer

import (
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/reflector"
	"informerbench/stores"
	"informerbench/wire"
)

// Option sets what client-go's constructors have no parameter for. Without any, the
// constructors of this package do what client-go's do, over client-go's own store.
type Option func(*settings)

// settings is what a constructor was asked for. It is not changed after that.
type settings struct {
	store     stores.Constructor
	storeName string
	queue     QueueFunc
	indexers  cache.Indexers

	resync          time.Duration
	description     string
	listMode        reflector.ListMode
	pageSize        int64
	minWatchTimeout time.Duration
	listTimeout     time.Duration
	watchOvertime   time.Duration
	internalRetry   time.Duration
	backoff         reflector.Backoff
	rand            func() float64
	transform       cache.TransformFunc
	detector        cache.MutationDetector
	logger          *klog.Logger
	coalescing      int
	metrics         metricsOptions
	wire            *wire.Options // nil when the source is asked as it is
}

func (s settings) with(o []Option) settings {
	for _, option := range o {
		option(&s)
	}
	return s
}

// WithStore chooses the store under the indexer, such as mvcc.New; without it, it is
// client-go's own thread-safe store. [New] has no store and ignores it.
func WithStore(build stores.Constructor) Option {
	return func(s *settings) { s.store = build }
}

// WithQueue chooses the queue between reflector and store; without it, it is
// [InOrder]. [New] uses it only when its config has no queue.
func WithQueue(build QueueFunc) Option {
	return func(s *settings) { s.queue = build }
}

// WithListMode says how the reflector gets its first state: as a stream, which is the
// default and falls back to a list where the server or the client cannot, or as a list.
func WithListMode(mode reflector.ListMode) Option {
	return func(s *settings) { s.listMode = mode }
}

// WithPageSize is the limit of one page of a list; without it the reflector's own
// rules decide whether to ask for pages.
func WithPageSize(objects int64) Option {
	return func(s *settings) { s.pageSize = objects }
}

// WithMinWatchTimeout is the least time for which watches are asked to last. It is
// taken as it is, also below five minutes, which are the least that client-go's
// own MinWatchTimeout fields can ask for.
func WithMinWatchTimeout(d time.Duration) Option {
	return func(s *settings) { s.minWatchTimeout = d }
}

// WithRand draws from [0,1) the jitter of backoffs and watch timeouts, on one goroutine;
// without it they are drawn from the process's generator. It makes a simulated run the
// same each time.
func WithRand(draw func() float64) Option {
	return func(s *settings) { s.rand = draw }
}

// WithListTimeout bounds how long the source may take to answer one request of a list; see
// [reflector.Options] for it, its default, and the next three.
func WithListTimeout(d time.Duration) Option {
	return func(s *settings) { s.listTimeout = d }
}

// WithWatchOvertime is how much longer than it was asked to last a watch may be silent
// before it is taken for dead.
func WithWatchOvertime(d time.Duration) Option {
	return func(s *settings) { s.watchOvertime = d }
}

// WithMaxInternalErrorRetryDuration is how long a watch that ends with internal errors
// of the server is tried again before everything is listed.
func WithMaxInternalErrorRetryDuration(d time.Duration) Option {
	return func(s *settings) { s.internalRetry = d }
}

// WithBackoff says how repeated requests are spaced.
func WithBackoff(b reflector.Backoff) Option {
	return func(s *settings) { s.backoff = b }
}

// WithTransform changes each object that comes from the server, once, before anyone
// else sees it. SetTransform replaces it. [New] ignores it: its queue transforms.
func WithTransform(f cache.TransformFunc) Option {
	return func(s *settings) { s.transform = f }
}

// WithMutationDetector watches over the objects for changes that nobody may make, instead of client-go's
// detector. It runs as long as the informer; a detector belongs to one informer, which tells it
// of one object at a time. [New] ignores it.
func WithMutationDetector(d cache.MutationDetector) Option {
	return func(s *settings) { s.detector = d }
}

// WithLogger is used instead of the logger in the context of RunWithContext.
func WithLogger(logger klog.Logger) Option {
	return func(s *settings) { s.logger = &logger }
}
