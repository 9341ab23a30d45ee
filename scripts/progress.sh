# shellcheck shell=bash
# Sourced by play, check and the other scripts: long work with a sign of life.

# with_progress NAME LOG COMMAND...: runs the command with its output in the log, and says every few seconds how far it is, on
# a terminal or not. Returns what the command returns; the caller shows the log when it failed.
with_progress() {
  local name=$1 log=$2 started=$SECONDS status=0 pid traps
  shift 2
  "$@" >"$log" 2>&1 &
  pid=$!
  # Background jobs of a script do not hear Ctrl-C.
  traps=$(trap -p INT TERM)
  trap 'kill "$pid" 2>/dev/null; exit 130' INT TERM
  while sleep_while_running "$pid" "${PROGRESS_SECONDS:-5}"; do
    echo "$name: $((SECONDS - started)) s: $(last_line "$log")" >&2
  done
  trap - INT TERM
  eval "$traps"
  wait "$pid" || status=$?
  return "$status"
}

# True after so many seconds if the process still runs; false as soon as it has ended.
sleep_while_running() {
  local tick
  for ((tick = 0; tick < 10 * $2; ++tick)); do
    kill -0 "$1" 2>/dev/null || return 1
    sleep 0.1
  done
}

last_line() {
  local line
  line=$(tail -c 400 "$1" | tr '\r' '\n' | grep -v '^ *$' | tail -n 1) || true
  echo "${line:0:110}"
}
