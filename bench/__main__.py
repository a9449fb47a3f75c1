"""Run benchmarks: all files `bench_*.py` of this folder, or those named. Each has `tables() -> Iterator[(title, rows)]`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from bench.timing import table


def main(names: list[str]) -> int:
    """Print the tables of the benchmarks named, of all if none is."""
    found = sorted(file.stem.removeprefix("bench_") for file in Path(__file__).parent.glob("bench_*.py"))
    unknown = [name for name in names if name not in found]
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}; there are: {', '.join(found)}.", file=sys.stderr)
        return 2
    for name in names or found:
        for title, rows in import_module(f"bench.bench_{name}").tables():
            print(table(title, rows), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
