"""A hand-off's blocks moved by numpy, as a process that times itself.

Started with the path of a JSON file: {"srcBytes", "dstBytes", "entries": [{"src", "dst", "itemBytes", "rows": [of src, of dst], "s": [...], "d": [...]}]}: regions of two byte arrays
as rows of items, and which row goes where. Speaks one JSON object a line: first {"numpy": version} or {"error": reason}, then for each request one reply:
  {"time": "page" or "index", "repeats": n}  -> {"seconds": for all n}
  {"check": true}                            -> {"wrong": blocks that did not arrive, after clearing the destination and moving once each way}
"""

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


def load(path):
    with open(path, encoding="utf-8") as file:
        work = json.load(file)
    src = np.arange(work["srcBytes"] // 4, dtype=np.uint32).view(np.uint8)
    dst = np.ones(work["dstBytes"], dtype=np.uint8)
    entries = []
    for entry in work["entries"]:
        size = entry["itemBytes"]

        def region(array, start, rows):
            return array[start : start + rows * size].reshape(rows, size)

        s, d = np.array(entry["s"]), np.array(entry["d"])
        entries.append((region(src, entry["src"], entry["rows"][0]), region(dst, entry["dst"], entry["rows"][1]), s, d))
    return dst, entries


def move_pages(entries):
    """Page by page."""
    for src, dst, s, d in entries:
        for i in range(len(s)):
            dst[d[i]] = src[s[i]]


def move_indexed(entries):
    """All pages of an entry by one indexed assignment."""
    for src, dst, s, d in entries:
        dst[d] = src[s]


VARIANTS = {"page": move_pages, "index": move_indexed}


def count_wrong(dst, entries):
    wrong = 0
    for move in VARIANTS.values():
        dst[:] = 1
        move(entries)
        wrong += sum(int((d_rows[d] != s_rows[s]).any(axis=1).sum()) for s_rows, d_rows, s, d in entries)
    return wrong


def main():
    dst, entries = load(sys.argv[1])
    reply({"numpy": np.__version__})
    for line in sys.stdin:
        request = json.loads(line)
        if "check" in request:
            reply({"wrong": count_wrong(dst, entries)})
            continue
        move = VARIANTS[request["time"]]
        start = time.perf_counter_ns()
        for _ in range(request["repeats"]):
            move(entries)
        reply({"seconds": (time.perf_counter_ns() - start) / 1e9})


main()
