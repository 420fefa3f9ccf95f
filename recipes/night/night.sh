#!/bin/sh
# Runs a night: a smoke run, whose result is compared with the last stored result, and then stored. Prints nothing if the
# contract holds. If something got worse, or if there is a new warning, prints the line of JSON for the webhook. Ends with the
# exit code of the run.
#
#   night.sh FOLDER
#
# FOLDER         keeps everything between nights: history/, out/ (the pages), night.json, run.log, after.log, state/
# NIGHT_KEEP     how long results are kept (90d)
# NIGHT_METRICS  a copy of the metrics: a file *.prom in the folder of node_exporter's textfile collector
# NIGHT_WEBHOOK  address to which the line of JSON is sent (needs curl)
#
# The run takes its settings from .env in the current folder, or from the environment.
# Exit codes: 0 nothing failed, 1 the contract is broken, 2 a demanded case was not exercised, 3 the run could not judge the
# target, another night of FOLDER is running, or a file could not be written.
set -u

if [ "$#" -ne 1 ]; then
  echo "Name the folder that keeps the nights: night.sh FOLDER" >&2
  exit 3
fi
keep=${NIGHT_KEEP:-90d}
case ${keep%d} in
'' | *[!0-9]* | "$keep")
  echo "NIGHT_KEEP is $keep, and not a number of days like 90d" >&2
  exit 3
  ;;
esac
mkdir -p "$1" || exit 3
folder=$(cd "$1" && pwd) || exit 3
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 3
gv=$root/gv
# Path in a package.
[ -e "$gv" ] || gv=$root/dist/gv
log=$folder/after.log
json=$folder/night.json

# Escapes a text for a string of JSON, or of curl's configuration.
escaped() {
  printf '%s' "$1" | tr '[:cntrl:]' ' ' | sed 's/[\\"]/\\&/g'
}

# Makes the line for a night that left no result, or whose result could not be kept: record OUTCOME TEXT.
record() {
  printf '{"schemaVersion":1,"outcome":"%s","text":"Gift voucher API: %s","at":"%s","failed":[],"reasons":[],"worse":[],"counts":{"failed":0,"worse":0,"changes":0},"pages":[]}\n' \
    "$1" "$(escaped "$2")" "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
}

# Prints a line, sends it and ends the night: finish CODE LINE. It reads no file, because there may be none on a full disk.
finish() {
  printf '%s\n' "$2"
  if [ -n "${NIGHT_WEBHOOK:-}" ]; then
    # The address is a secret, so it is not on the command line, where every process could see it.
    printf 'url = "%s"\ndata-binary = "%s\\n"\n' "$NIGHT_WEBHOOK" "$(escaped "$2")" |
      curl --config - --fail --silent --show-error --output /dev/null --max-time 30 --retry 3 \
        --header 'Content-Type: application/json' >&2 ||
      echo 'That line could not be sent to NIGHT_WEBHOOK.' >&2
  fi
  exit "$1"
}

# Stops if another night of the same folder is still running. The lock is held as long as this process or a child process exists, so
# kill -9 leaves nothing to clean up.
command -v flock >/dev/null ||
  finish 3 "$(record not-run 'the command flock is missing (package util-linux), and nothing was judged')"
lock=$folder/night.lock
(: >>"$lock") || finish 3 "$(record not-run "$lock could not be written, and nothing was judged")"
exec 9>>"$lock"
flock -n 9 || finish 3 "$(record not-run "another night of $folder is at work, and this one did nothing")"

export GV_OUT="$folder/out"
export GV_STATE="${GV_STATE:-$folder/state}"
# Removes the result of last night, because a run that cannot start would leave it.
rm -f "$json" "$log" "$GV_OUT/conformance.json"

# Passes a signal on to the run, which then writes the result so far. If the run also got the signal itself, it counts only once.
run=
trap 'kill -s TERM "$run" 2>/dev/null' TERM
trap 'kill -s INT "$run" 2>/dev/null' INT
trap 'kill -s HUP "$run" 2>/dev/null' HUP
"$gv" smoke >"$folder/run.log" 2>&1 &
run=$!
wait "$run"
code=$?
# A signal ends the wait, but not the run.
while kill -0 "$run" 2>/dev/null; do
  wait "$run"
  code=$?
done

# Without a result, nothing was judged.
[ -f "$GV_OUT/conformance.json" ] || code=3
[ "$code" -le 3 ] || code=3

"$gv" drift "$folder/history" "$GV_OUT" --first-night \
  --json "$json" --log "$folder/run.log" >>"$log" 2>&1
drift=$?
[ "$code" -ne 0 ] || code=$drift

if [ -f "$GV_OUT/conformance.json" ]; then
  "$gv" history "$folder/history" --add "$GV_OUT" --keep "$keep" >>"$log" 2>&1
  kept=$?
  [ "$code" -ne 0 ] || code=$kept
  if [ -n "${NIGHT_METRICS:-}" ]; then
    # Renamed into place, because a collector must not read a part of a file.
    { cp "$GV_OUT/metrics.prom" "$NIGHT_METRICS.$$" && mv "$NIGHT_METRICS.$$" "$NIGHT_METRICS"; } >>"$log" 2>&1 || {
      printf '%s could not be written: this user must be able to write to its folder\n' "$NIGHT_METRICS" >>"$log"
      [ "$code" -ne 0 ] || code=3
    }
  fi
fi

line=$(cat "$json" 2>/dev/null)
if [ "$code" -eq 0 ]; then
  case $line in *'"outcome":"warning"'*) finish 0 "$line" ;; esac
  rm -f "$json"
  exit 0
fi
unwritten=$(cat "$folder/run.log" "$log" 2>/dev/null | sed -n '/could not be written/{p;q;}')
case $code$line in
  *'"outcome":"same"'* | *'"outcome":"changed"'* | *'"outcome":"warning"'*)
    # The contract holds, but something else went wrong.
    line=$(record error "nothing failed, but ${unwritten:-$log has what went wrong}")
    (printf '%s\n' "$line" >"$json") 2>/dev/null
    ;;
  [0-3])
    cat "$folder/run.log" "$log" >&2
    if [ -s "$GV_OUT/conformance.json" ]; then
      line=$(record error "the run was judged (exit code $code), but ${unwritten:-$json could not be written}")
    else
      why=$(sed -n '/./{s/^\(.\{300\}\).*/\1/;p;q;}' "$folder/run.log" 2>/dev/null)
      line=$(record not-run "${unwritten:-the suite could not start${why:+ ($why)}}; nothing was judged")
      # Nothing could be written, not even the reason.
      (printf '%s\n' "$line" >"$json") 2>/dev/null ||
        line=$(record not-run "$folder could not be written: is its disk full? Nothing was judged")
    fi
    ;;
esac
finish "$code" "$line"
