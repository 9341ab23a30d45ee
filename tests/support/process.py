"""What a running program has done so far, as the kernel counts it: a busy machine does not change it."""

import os
import pathlib
import signal
import time

PATIENCE = 300  # seconds; whoever waits so long for a state waits for ever


def cpu_seconds(process):
    """Processor time that a process has used, all its threads together."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def catches_interrupts(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("SigCgt:"):
            return bool(int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1)
    return False


def wait_until(state):
    """Waits until state() is true."""
    deadline = time.monotonic() + PATIENCE
    while not state():
        if time.monotonic() > deadline:
            raise TimeoutError(state)
        time.sleep(0.01)


def wait_for_work(process, seconds):
    """Until the program can be interrupted and has worked for so long."""
    wait_until(lambda: process.poll() is not None or (catches_interrupts(process) and cpu_seconds(process) >= seconds))
