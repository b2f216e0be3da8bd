#!/bin/sh
# Runs both suites COUNT times, round by round from one prebuilt binary, and compares queues and
# pipelines with client-go's, the first column. Usage: bench/rounds.sh FOLDER
# Environment: GO, COUNT (10), BENCH (Queue|Pipeline), OBJECTS (10000), BENCHTIME (100ms).
set -eu
out=${1:?usage: bench/rounds.sh FOLDER}
GO=${GO:-go} COUNT=${COUNT:-10} BENCH=${BENCH:-Queue|Pipeline} OBJECTS=${OBJECTS:-10000}
BENCHTIME=${BENCHTIME:-100ms}
commit=$(git rev-parse --short HEAD 2>/dev/null || true)
# All there are, in the order of the columns; a test holds them to the code.
stores='clientgo rwmutex sharded sharded-xsync cow mvcc'
queues='clientgo-realfifo clientgo-deltafifo inorder deltafifo'

partial=$out/suites.txt.partial # the name says that it is unfinished until every round is in
mkdir -p "$out"
: >"$partial"
binary=$(mktemp -d)
running=
trap 'rm -rf "$binary"' EXIT
trap 'kill $running 2>/dev/null || true; echo "interrupted; what was finished is in $partial" >&2; exit 130' INT TERM
"$GO" test -c -o "$binary/bench.test" ./bench

round=1
while [ "$round" -le "$COUNT" ]; do
	echo "round $round of $COUNT" >&2
	# In the background, since a shell runs no trap before the end of a command it waits for.
	"$binary/bench.test" -test.run='^$' -test.bench="$BENCH" -test.count=1 -test.benchtime="$BENCHTIME" \
		-bench-objects="$OBJECTS" -bench-commit="$commit" >>"$partial" &
	running=$!
	wait "$running" || { tail -n 20 "$partial"; echo "round $round failed; all output is in $partial"; exit 1; } >&2
	running=
	round=$((round + 1))
done
mv "$partial" "$out/suites.txt"

# compare SUITE COLUMNS [FLAG...] writes one comparison; a suite that BENCH left out gives none.
compare() {
	suite=$1 columns=$2
	shift 2
	grep -q "^Benchmark$suite" "$out/suites.txt" || return 0
	file=$out/$(echo "$suite" | tr '[:upper:]' '[:lower:]')-comparison.txt
	"$GO" tool benchstat -filter ".name:/^$suite/" -col "$columns" "$@" "$out/suites.txt" >"$file.partial"
	mv "$file.partial" "$file"
	cat "$file"
}
compare Queue "/queue@($queues)"
# Each pipeline has one queue, so /queue adds nothing to a column's name.
compare Pipeline "/informer@(clientgo clientgo-controller ours),/store@($stores)" -ignore /queue
