"""`make mutants`: change one thing in the code, see whether a test notices; over a random sample (SAMPLE, SEED, PATHS).

Works in a copy of the files that git knows, so that nobody's edits disturb it. A test that does not end any more has
noticed. Survivors are printed as they are found.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.mutation.changes import Change, changes, render_change
from tests.mutation.running import COMPILED, Sample

TESTS = {
    "builder/rules": ("rules", "operations", "imported", "snapshot"),
    "datasheets/evaluation": ("evaluation", "rules", "operations", "imported"),
    "resolver": (
        "aos_1e",
        "attack",
        "effects",
        "engine",
        "grundregelwerk",
        "invented",
        "moves",
        "players",
        "rules/test_facts.py",
        "rules/test_grundregelwerk.py",
        "services/test_matchups.py",
        "simulation",
        "systems",
        "table",
        "turns",
        "wh40k_8e",
        "wh40k_9e",
    ),
    "resolver/rulesets/grundregelwerk": ("grundregelwerk", "referee/grundregelwerk", "rules/test_grundregelwerk.py"),
}
"""What is changed, and the tests that try it, of the nearest folder: none that fight many battles (tests/soak)."""
COPY = "MUSTER_MUTANTS"
"""The folder of the copy, for the program that runs in it."""


def main() -> int:
    """Run the sample; exit 0 when at least `--least` percent of it were noticed."""
    arguments = _arguments()
    if os.environ.get(COPY) != str(Path.cwd()):
        return _in_a_copy()
    sources = {
        path: Path(path).read_text(encoding="utf-8") for path in _modules([*filter(os.path.isdir, TESTS), *arguments.paths])
    }
    every = [change for path in sorted(set(_modules(arguments.paths))) for change in changes(path, sources[path])]
    sample = random.Random(arguments.seed).sample(every, min(arguments.sample, len(every)))
    areas = [TESTS[root] for root in {_root(change.path) for change in sample} if root]
    folders = sorted({f"tests/{name}" for names in areas for name in names if Path("tests", name).exists()})
    print(f"{len(every)} mutants; noting which test runs which line ...", flush=True)
    tests = Sample(sources, sample, folders)
    if tests.notes.failed:
        print("Left out, as they fail without a change:", *tests.notes.failed, sep="\n  ")
    print(f"Trying {len(sample)} mutants (seed {arguments.seed}) ...", flush=True)
    return _report(tests, arguments.jobs, arguments.least)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("paths", nargs="*", default=list(TESTS), help="folders and files to change")
    parser.add_argument("--sample", type=int, default=200, help="how many mutants to try")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--least", type=float, default=85.0, help="percent that must be killed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at the same time")
    return parser.parse_args()


def _in_a_copy() -> int:
    """Copy the files that git knows; run this program there, with its exit code."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True).stdout.decode()
    with tempfile.TemporaryDirectory(prefix="muster-mutants-") as folder:
        copy = Path(folder).resolve()
        for name in [*listed.split("\0"), *map(str, Path(COMPILED).glob("__pycache__/*.nb?"))]:
            if name and Path(name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(name, copy / name)
        if (copy / COMPILED / "__main__.py").exists():  # else the first test of each loop would be slow
            subprocess.run([sys.executable, "-m", COMPILED.rstrip("/").replace("/", ".")], cwd=copy, check=True)
        again = [sys.executable, "-m", "tests.mutation", *sys.argv[1:]]
        # its tests' files lie beside it: those of another run of pytest may be tidied away at the same moment
        return subprocess.call(again, cwd=copy, env={**os.environ, COPY: str(copy), "PYTEST_DEBUG_TEMPROOT": str(copy)})


def _modules(paths: Iterable[str]) -> Iterator[str]:
    for path in map(Path, paths):
        yield from map(str, sorted(path.rglob("*.py")) if path.is_dir() else [path])


def _root(path: str) -> str:
    """The nearest folder around a module that says what tries it; else one beside it in the same package."""
    around = [root for root in TESTS if path.startswith(f"{root}/")]
    beside = (root for root in TESTS if root.partition("/")[0] == path.partition("/")[0])
    return max(around, key=len, default=next(beside, ""))


def _report(tests: Sample, jobs: int, least: float) -> int:
    began, noticed, alive = time.monotonic(), dict[Change, str](), 0
    for change, by in tests.try_changes(jobs):
        noticed[change] = by
        if not by:
            alive += 1
            print(f"\n{render_change(tests.sources[change.path], change)}", flush=True)
        if len(noticed) % 20 == 0:
            print(f"\n... {len(noticed)} tried, {alive} survived, {time.monotonic() - began:.0f} s", flush=True)
    wrong = tests.wrong(noticed)
    percent = 100 * (len(noticed) - alive) / len(noticed)
    if wrong:
        print(f"\nThis test fails without a change, where others do not run before it: {wrong}")
    print(f"\n{len(noticed) - alive} of {len(noticed)} killed ({percent:.1f} %), {alive} survived")
    return 0 if percent >= least and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
