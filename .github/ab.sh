#!/usr/bin/env bash
# Measures two checkouts against each other: ab.sh BASE_DIR HEAD_DIR OUT_DIR
# Both are built first; then each round runs every cell of both, and the side that
# goes first changes from round to round, so that drift hits both alike.
set -euo pipefail
base=${1:?usage: ab.sh BASE_DIR HEAD_DIR OUT_DIR} head=${2:?no HEAD_DIR} out=${3:?no OUT_DIR}
rounds=${ROUNDS:-10}
mkdir -p "$out"
for side in base head; do
  (cd "${!side}" && go build -o bin/benchgen ./cmd/benchgen)
  : > "$out/$side.txt"
done
# The stores that both know, but for client-go's, which no pull request changes.
stores=$(comm -12 <("$base/bin/benchgen" stores --names | sort) <("$head/bin/benchgen" stores --names | sort) | grep -vx clientgo) ||
  { echo "the two checkouts have no stores in common" >&2; exit 1; }
for ((round = 1; round <= rounds; round++)); do
  sides=(base head)
  ((round % 2)) || sides=(head base)
  for store in $stores; do
    for side in "${sides[@]}"; do
      "${!side}/bin/benchgen" run --store="$store" --objects=10000 --mix=churn >> "$out/$side.txt"
    done
  done
  echo "round $round of $rounds done" >&2
done
