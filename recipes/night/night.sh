#!/bin/sh
# One night: a smoke run, compared with the last result that was kept, which it then joins. It prints nothing where the
# contract held; else it prints what a webhook is sent, one line of JSON, and ends with the exit code of the run.
#
#   night.sh FOLDER
#
# FOLDER         keeps everything between two nights: history/, out/ (the pages), night.json, run.log, after.log, state/
# NIGHT_KEEP     how long results are kept (90d)
# NIGHT_METRICS  where the metrics go as well: a file *.prom in the folder of node_exporter's textfile collector
# NIGHT_WEBHOOK  where that line of JSON is sent (needs curl)
#
# Settings of the run are those of .env in the folder where it is started, or of the environment.
# Exit codes: 0 nothing failed, 1 the contract is broken, 2 a demanded case was not exercised, 3 the run could not judge it.
set -u

if [ "$#" -ne 1 ]; then
  echo "Name the folder that keeps the nights: night.sh FOLDER" >&2
  exit 3
fi
mkdir -p "$1" || exit 3
folder=$(cd "$1" && pwd) || exit 3
gv=$(cd "$(dirname "$0")/../.." && pwd)/gv || exit 3

# A night of the same folder that is still at work keeps its files: a lock is stale once its process is gone, or after a day.
lock=$folder/night.lock
if ! (set -C && echo "$$" >"$lock") 2>/dev/null; then
  owner=$(cat "$lock" 2>/dev/null)
  if [ -n "$owner" ] && [ "$owner" != "$$" ] && kill -0 "$owner" 2>/dev/null && [ -z "$(find "$lock" -mmin +1440)" ]; then
    echo "Another night of $folder is at work (process $owner): this one did nothing." >&2
    exit 3
  fi
  echo "$$" >"$lock" || exit 3
fi
trap 'rm -f "$lock"' EXIT

log=$folder/after.log
json=$folder/night.json
export GV_OUT="$folder/out"
export GV_STATE="${GV_STATE:-$folder/state}"
# A run that cannot start leaves the result of last night in its place.
rm -f "$json" "$log" "$GV_OUT/conformance.json"

"$gv" smoke >"$folder/run.log" 2>&1
code=$?

# Without a result nothing was judged, whatever ended the run.
[ -f "$GV_OUT/conformance.json" ] || code=3
[ "$code" -le 3 ] || code=3

"$gv" drift "$folder/history" "$GV_OUT" --first-night \
  --json "$json" --log "$folder/run.log" >>"$log" 2>&1
drift=$?
[ "$code" -ne 0 ] || code=$drift

if [ -f "$GV_OUT/conformance.json" ]; then
  "$gv" history "$folder/history" --add "$GV_OUT" --keep "${NIGHT_KEEP:-90d}" >>"$log" 2>&1
  kept=$?
  [ "$code" -ne 0 ] || code=$kept
  if [ -n "${NIGHT_METRICS:-}" ]; then
    # A collector reads whole files only: renamed into place.
    { cp "$GV_OUT/metrics.prom" "$NIGHT_METRICS.$$" && mv "$NIGHT_METRICS.$$" "$NIGHT_METRICS"; } >>"$log" 2>&1 ||
      { [ "$code" -ne 0 ] || code=3; }
  fi
fi

if [ "$code" -eq 0 ]; then
  rm -f "$json"
  exit 0
fi
if [ ! -s "$json" ]; then
  # Not even that could start, or nothing can be written: the package is not installed, the disk is full.
  if [ -s "$GV_OUT/conformance.json" ]; then
    why="the run was judged, but $json could not be written: is the disk full?"
  else
    why='the suite could not start, and nothing was judged'
  fi
  cat "$folder/run.log" "$log" >&2
  printf '{"schemaVersion":1,"outcome":"not-run","text":"%s","at":"%s","failed":[],"reasons":[],"worse":[],"counts":{"failed":0,"worse":0,"changes":0},"pages":[]}\n' \
    "Gift voucher API: $why" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" | tee "$json"
else
  cat "$json"
fi
if [ -n "${NIGHT_WEBHOOK:-}" ]; then
  # The address is a secret: not on the command line, where every process sees it.
  printf 'url = "%s"\n' "$NIGHT_WEBHOOK" |
    curl --config - --fail --silent --show-error --output /dev/null --max-time 30 --retry 3 \
      --header 'Content-Type: application/json' --data-binary "@$json" >&2 ||
    echo 'night.json could not be sent to NIGHT_WEBHOOK' >&2
fi
exit "$code"
