"""Grouping of index lists in numpy, as a process that times itself.

Speaks one JSON object a line: first {"numpy": version} or {"error": reason} on its own, then for each request one reply:
  {"load": {"src": base64 of int32s, "dst": the same}}   -> {"groups": how many runs both sides share}
  {"time": "arrays", "lists" or "breaks", "repeats": n}           -> {"seconds": for all n}
"""

import base64
import json
import sys
import time


def reply(value):
    print(json.dumps(value), flush=True)


try:
    import numpy as np
except ImportError as error:
    reply({"error": str(error)})
    sys.exit(0)


def break_positions(src, dst):
    """Where a new run starts: wherever either side does not go up by one."""
    return np.flatnonzero((np.diff(src) != 1) | (np.diff(dst) != 1)) + 1


def group_arrays(src, dst):
    """Both sides cut at the breaks, one array a run."""
    breaks = break_positions(src, dst)
    return np.split(src, breaks), np.split(dst, breaks)


def group_lists(src, dst):
    """The same as Python lists."""
    return tuple([run.tolist() for run in side] for side in group_arrays(src, dst))


VARIANTS = {"arrays": group_arrays, "lists": group_lists, "breaks": break_positions}


def time_variant(variant, src, dst, repeats):
    start = time.perf_counter_ns()
    for _ in range(repeats):
        variant(src, dst)
    return (time.perf_counter_ns() - start) / 1e9


def decode(text):
    return np.frombuffer(base64.b64decode(text), dtype="<i4").copy()


def main():
    reply({"numpy": np.__version__})
    src = dst = None
    for line in sys.stdin:
        request = json.loads(line)
        if "load" in request:
            src, dst = decode(request["load"]["src"]), decode(request["load"]["dst"])
            reply({"groups": len(group_arrays(src, dst)[0])})
        else:
            reply({"seconds": time_variant(VARIANTS[request["time"]], src, dst, request["repeats"])})


main()
