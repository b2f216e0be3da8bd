#!/bin/sh
# Runs the store and queue suites COUNT times, round by round from one prebuilt binary, and
# compares the stores. Usage: bench/rounds.sh FOLDER
# Environment: GO, COUNT (10), BENCH (Store|Queue), OBJECTS (10000), READERS (1,8),
# BENCHTIME (100ms).
set -eu
out=${1:?usage: bench/rounds.sh FOLDER}
GO=${GO:-go} COUNT=${COUNT:-10} BENCH=${BENCH:-Store|Queue} OBJECTS=${OBJECTS:-10000}
READERS=${READERS:-1,8} BENCHTIME=${BENCHTIME:-100ms}

mkdir -p "$out"
binary=$(mktemp -d)
trap 'rm -rf "$binary"' EXIT
trap 'echo "interrupted; what was finished is in $out/stores.txt.partial" >&2; exit 130' INT TERM
"$GO" test -c -o "$binary/bench.test" ./bench

# The name says that it is unfinished until every round is in.
: >"$out/stores.txt.partial"
round=1
while [ "$round" -le "$COUNT" ]; do
	echo "round $round of $COUNT" >&2
	"$binary/bench.test" -test.run='^$' -test.bench="$BENCH" -test.count=1 -test.benchtime="$BENCHTIME" \
		-bench-objects="$OBJECTS" -bench-readers="$READERS" >>"$out/stores.txt.partial"
	round=$((round + 1))
done
mv "$out/stores.txt.partial" "$out/stores.txt"
"$GO" tool benchstat -col /store -filter '.name:/^Store/' "$out/stores.txt" | tee "$out/stores-comparison.txt"
"$GO" tool benchstat -col /queue -filter '.name:/^Queue/' "$out/stores.txt" | tee "$out/queues-comparison.txt"
