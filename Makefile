# informerbench: `make help` lists what there is.

GO       ?= go
SCALE    ?= 10k,100k
STORE    ?= all
QUEUE    ?= inorder
MIX      ?= churn
PROFILE  ?= small
LIST     ?= stream
COUNT    ?= 10
OUT      ?= results/latest
# Of bench-stores: rows by their op, and GOMAXPROCS of the rows that show scaling (all powers of two).
ROWS     ?= all
PROCS    ?=
PACE     ?= 1
# Of bench-informer: what to measure, the namespace, numbers of readers, rounds of what is slow, the initial sync.
PARTS    ?= readers,sync,idle
INFORMER ?= all
P        ?= 160000
R        ?= 0,1,10,80
COUNT_SLOW ?= 4
SYNC     ?= 1M
HANDLERS ?= 100
# Of bench-sync: PARTS, INFORMER and COUNT as above, with defaults of its own; pods of real size, small ones, and of
# other forms; the collector's percentage where memory is measured; how long all may take.
PODS     ?= 200000
SMALL_PODS ?= 1000000
FEW_PODS ?= 20000
GOGC_MEMORY ?= 25
WITHIN   ?= 25m
SYNC_PARTS = $(if $(filter file,$(origin PARTS)),stream$(comma)memory$(comma)plain$(comma)procs$(comma)paged$(comma)small$(comma)forms,$(PARTS))
SYNC_COUNT = $(if $(filter file,$(origin COUNT)),4,$(COUNT))
SYNC_OUT = $(if $(filter file,$(origin OUT)),results/latest/sync,$(OUT))
# Of bench-compact: PARTS, PODS, COUNT, GOGC_MEMORY and WITHIN as above, with defaults of its own; forms of objects, and events.
KEPT     ?= all
EVENTS   ?= 200000
COMPACT_PARTS = $(if $(filter file,$(origin PARTS)),memory$(comma)time,$(PARTS))
COMPACT_PODS = $(if $(filter file,$(origin PODS)),100000,$(PODS))
COMPACT_COUNT = $(if $(filter file,$(origin COUNT)),4,$(COUNT))
COMPACT_WITHIN = $(if $(filter file,$(origin WITHIN)),90m,$(WITHIN))
COMPACT_OUT = $(if $(filter file,$(origin OUT)),results/latest/compact,$(OUT))
# Of bench-scenarios.
SCENARIO ?= all
SCENARIO_COUNT = $(if $(QUICK),$(if $(filter file,$(origin COUNT)),1,$(COUNT)),$(COUNT))
SCENARIO_OUT = $(if $(filter file,$(origin OUT)),results/latest/scenarios,$(OUT))
comma    := ,
STORES_OUT = $(if $(filter file,$(origin OUT)),results/latest/stores,$(OUT))
PEERS_OUT = $(if $(filter file,$(origin OUT)),results/latest/peers,$(OUT))
INFORMER_OUT = $(if $(filter file,$(origin OUT)),results/latest/informer,$(OUT))
# The race detector needs cgo and a C compiler; without one the tests run plain.
RACE     := $(shell command -v $$($(GO) env CC) >/dev/null 2>&1 && echo -race)
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
COMMIT   := $(shell git rev-parse --short HEAD 2>/dev/null)

.PHONY: help soak bench bench-smoke bench-stores bench-peers bench-informer bench-sync bench-compact bench-scenarios bench-compare bench-queues stress test e2e e2e-controllermanager conformance conformance-race lint fmt tables clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-22s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "  variables of make bench: SCALE=10k,100k,1M STORE= QUEUE= MIX= PROFILE= LIST= COUNT= OUT="

bench: bin/benchgen ## the main job: compare the stores through the whole pipeline
	bin/benchgen bench --scale=$(SCALE) --store=$(STORE) --queue=$(QUEUE) --mix=$(MIX) --profile=$(PROFILE) \
		--list=$(LIST) --count=$(COUNT) --commit=$(COMMIT) --out=$(OUT)

# Flame graphs are shown if there are any. ADVICE='--cluster=cluster.yaml', or other flags of benchgen recommend that describe a
# cluster, begins the page with a recommendation for it.
.PHONY: report
report: PROFILES ?= profiles
report: bin/benchgen ## the results as one HTML page, and as Markdown: OUT= the results, PROFILES= a folder, ADVICE= flags
	bin/benchgen report --out=$(OUT)/report.html --markdown=$(OUT)/report.md $(if $(wildcard $(PROFILES)/*.pprof),--profiles=$(PROFILES)) $(ADVICE) $(OUT)

bench-smoke: bin/benchgen ## prove in under a minute that every cell runs
	bin/benchgen smoke

bench-stores: bin/benchgen ## the stores alone beside client-go's: ratios, SCALE STORE ROWS COUNT PROCS OUT
	bin/benchgen storebench --scale=$(SCALE) --store=$(STORE) --rows='$(ROWS)' --count=$(COUNT) --pace=$(PACE) \
		$(if $(PROCS),--procs=$(PROCS)) --commit=$(COMMIT) --out=$(STORES_OUT)

# QUICK=1 proves that everything runs; its numbers mean nothing.
ifdef QUICK
bench-informer: P = 2000
bench-informer: R = 0,1,10
bench-informer: COUNT = 2
bench-informer: COUNT_SLOW = 1
bench-informer: SYNC = 10k
bench-informer: PACE = 0.02
endif
bench-informer: bin/benchgen ## whole informers beside client-go's: PARTS INFORMER P R COUNT COUNT_SLOW SYNC QUICK=1 OUT
	bin/benchgen informerbench --parts=$(PARTS) --informer=$(INFORMER) --pods=$(P) --readers=$(R) --count=$(COUNT) \
		--count-slow=$(COUNT_SLOW) --objects=$(SYNC) --handlers=$(HANDLERS) --pace=$(PACE) --commit=$(COMMIT) --out=$(INFORMER_OUT)

bench-peers: bin/benchgen ## other people's stores and ours beside client-go's: SCALE STORE ROWS COUNT PROCS OUT
	cd peers && $(GO) build -o ../bin/peerbench ./cmd/peerbench
	bin/peerbench --scale=$(SCALE) --store=$(STORE) --rows='$(ROWS)' --count=$(COUNT) --pace=$(PACE) \
		$(if $(PROCS),--procs=$(PROCS)) --commit=$(COMMIT) --out=$(PEERS_OUT)
	bin/benchgen storetable $(PEERS_OUT)/bench.txt | tee $(PEERS_OUT)/ratios.txt

ifdef QUICK
bench-sync: PODS = 1500
bench-sync: SMALL_PODS = 3000
bench-sync: FEW_PODS = 500
bench-sync: SYNC_COUNT = 1
endif
bench-sync: bin/benchgen ## first sync over HTTP and relist beside client-go's: PARTS INFORMER PODS SMALL_PODS FEW_PODS COUNT WITHIN QUICK=1 OUT
	bin/benchgen syncbench --parts=$(SYNC_PARTS) --informer=$(INFORMER) --pods=$(PODS) --small-pods=$(SMALL_PODS) --few-pods=$(FEW_PODS) \
		--count=$(SYNC_COUNT) --gogc=$(GOGC_MEMORY) --within=$(WITHIN) --commit=$(COMMIT) --out=$(SYNC_OUT)

ifdef QUICK
bench-compact: COMPACT_PODS = 1500
bench-compact: EVENTS = 3000
bench-compact: COMPACT_COUNT = 1
endif
bench-compact: bin/benchgen ## memory of every form of objects, and its cost, beside client-go's: PARTS KEPT PODS EVENTS COUNT WITHIN QUICK=1 OUT
	bin/benchgen compactbench --parts=$(COMPACT_PARTS) --kept=$(KEPT) --pods=$(COMPACT_PODS) --events=$(EVENTS) \
		--count=$(COMPACT_COUNT) --gogc=$(GOGC_MEMORY) --within=$(COMPACT_WITHIN) --commit=$(COMMIT) --out=$(COMPACT_OUT)

bench-compare: BASE ?=
bench-compare: HEAD ?=
# Of bench-compare: what fails, see benchgen compare --help.
bench-compare: THRESHOLD ?= 5%
bench-compare: COMPARE_OUT = $(if $(filter file,$(origin OUT)),results/latest/refs,$(OUT))
bench-compare: COMPARE_STORE = $(if $(filter file,$(origin STORE)),,$(STORE))
bench-compare: bin/benchgen ## measure a commit against BASE, in turns, and fail on regressions: BASE= HEAD= (as it is) STORE= COUNT= THRESHOLD=
	@test -n "$(BASE)" || { echo "say what to compare with: make bench-compare BASE=main"; exit 2; }
	bin/benchgen compare --refs --count=$(COUNT) --store=$(COMPARE_STORE) --threshold='$(THRESHOLD)' --out=$(COMPARE_OUT) '$(BASE)' $(if $(HEAD),'$(HEAD)')

# Each scenario has defaults of its own for what is not given here.
bench-scenarios: bin/benchgen ## named situations beside client-go's: SCENARIO=all SCALE STORE QUEUE COUNT QUICK=1 OUT FLAGS="--readers=8 --handlers=4 …"
	bin/benchgen scenario run $(SCENARIO) --store=$(STORE) --queue=$(QUEUE) --count=$(SCENARIO_COUNT) \
		$(if $(filter file,$(origin SCALE)),,--objects=$(SCALE)) $(if $(QUICK),--quick) $(FLAGS) --commit=$(COMMIT) --out=$(SCENARIO_OUT)

bench-queues: ## queues, and pipelines under go test -bench, in COUNT rounds
	GO=$(GO) COUNT=$(COUNT) bench/rounds.sh $(OUT)

# For a race as well as without: RACE=1, RACE=0 or both. The tests tell a file which round
# runs, so that a crash, too, ends in the command that repeats it.
stress: DURATION ?= 1m
stress: SEED ?= 0
stress: override RACE := $(if $(filter command line environment,$(origin RACE)),$(RACE),both)
stress: ## hunt for rare failures of the stores: STORE= DURATION= RACE=1|0|both SEED=
	@last=$$(mktemp); trap 'rm -f $$last' EXIT; \
	case "$(RACE)" in both) modes="1 0";; 0|1) modes="$(RACE)";; *) echo "RACE is 1, 0 or both, not '$(RACE)'"; exit 2;; esac; \
	for race in $$modes; do \
		flag=; test $$race = 0 || flag=-race; \
		echo "go test $$flag: STORE=$(STORE), $(DURATION) for each store"; \
		GORACE=halt_on_error=1 $(GO) test $$flag -v -count=1 -timeout=0 -run='^TestStress$$' ./stores/catalog \
			-stress.duration=$(DURATION) -stress.store=$(STORE) -stress.seed=$(SEED) -stress.last=$$last || \
			{ test ! -s $$last || echo "repeat with: $$(cat $$last) RACE=$$race DURATION=$(DURATION)"; exit 1; }; \
	done

# Nested modules keep heavy dependencies out of the main one. What needs servers is not in make test.
MODULES = $(shell find . -name go.mod -not -path '*/testdata/*' -not -path './e2e/*' -exec dirname {} \; | sort)
# FLAGS are go test's, such as FLAGS=-race.
soak: PLANS ?= 10000
soak: SEED ?= 1
soak: PLAN ?=
soak: ## informers under simulated faults: PLANS= SEED= the first, or PLAN= a file
	$(GO) test $(FLAGS) -v -count=1 -timeout=0 -run='^TestInformerSurvives|^TestDifferences' ./faults \
		$(if $(PLAN),-faults.plan=$(abspath $(PLAN)),-faults.plans=$(PLANS) -faults.seed=$(SEED))


# Of the simulated faults, and of the tests of packed objects, the race detector leaves time for some only; the second run has
# all. A program with the race detector sleeps for a second when it ends, to see whether what still runs then races: tests
# leave nothing running, which goleak proves, and they and the programs that they start are hundreds.
test: export GORACE := atexit_sleep_ms=0 $(GORACE)
test: ## everything passes, in all modules
	@for module in $$(find . -name go.mod -not -path '*/testdata/*' -exec dirname {} \;); do \
		(cd $$module && $(GO) list ./... >/dev/null) || { echo "$$module/go.mod lacks what the main module needs now: run go mod tidy there"; exit 1; }; \
	done
	@for module in $(MODULES); do \
		echo "== $$module" && (cd $$module && $(GO) vet ./... && $(GO) test $(RACE) -shuffle=on ./...) || exit 1; \
	done
	$(if $(RACE),$(GO) test -shuffle=on ./faults ./stores/packed)

e2e: DURATION ?= 2m
# go vet ./... would also look through all of Kubernetes.
e2e: VET = -vet=all
e2e: ## on a real etcd and kube-apiserver: DURATION=30m is the long form
	@echo "== ./e2e: the first time the servers are built, for some minutes"
	cd e2e && $(GO) test $(VET) -shuffle=on ./cluster ./proxy
	cd e2e && $(GO) test $(VET) -v -count=1 -timeout=$(if $(filter 2m,$(DURATION)),30m,0) . -args -duration=$(DURATION)
	@echo "== ./e2e/zincsearch: the event exporter on a real search server"
	cd e2e/zincsearch && $(GO) test $(VET) -count=1 -shuffle=on ./...

# Apart from e2e, which every change waits for: where it was never built, this alone takes ten minutes or more.
e2e-controllermanager: ## the real kube-controller-manager on a store of ours: builds it first
	cd e2e && $(GO) test -vet=all -v -count=1 -timeout=60m ./controllermanager

conformance: ## client-go's own tests of its informers, with each store in place of its own
	$(GO) run ./conformance

conformance-race: ## the same with the race detector
	$(GO) run ./conformance --race

lint: ## gofmt, go vet, staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run make fmt"; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

fmt: ## format the source
	gofmt -w .

tables: bin/benchgen ## write the tables of README.md and below results/ again, from the committed raw results
	bin/benchgen summary --write

clean: ## remove what was built
	rm -rf bin

# Always built: go itself knows what has changed.
.PHONY: bin/benchgen
bin/benchgen:
	$(GO) build -o $@ ./cmd/benchgen
