"""Mutation testing over a random sample: change one thing in the rules, see whether a test notices.

`make mutants` (SAMPLE, SEED, PATHS). Works in a copy of the committed files, so the checkout stays as it is. mutmut makes
the mutants and picks, for each, the tests that touch the changed function; this program only samples and reports.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMON = "resolver/rulesets/common/attacks"
PATHS = (
    "builder/rules",
    "datasheets/evaluation",
    "resolver/attack",
    f"{COMMON}/attack*.py",
    f"{COMMON}/target_profiles.py",
)
TESTS = ("rules", "operations", "evaluation", "specs", "snapshot", "attack", "wh40k_9e")
MUTMUT = Path(sys.executable).with_name("mutmut")


def main() -> int:
    """Run the sample; exit 0 when at least `--least` percent of it were killed."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory(prefix="muster-mutants-") as folder:
        copy = Path(folder)
        _copy_to(copy, arguments.paths)
        print("Making the mutants, and noting which test runs which function ...", flush=True)
        made = _mutmut(copy, "run", "none of them")  # makes all of them, notes the tests, then finds no such mutant
        names = sorted(_exit_codes(copy))
        if not names or "Filtered for specific mutants" not in made.stdout + made.stderr:
            print((made.stdout + made.stderr)[-3000:], file=sys.stderr)
            return 2
        sample = sorted(random.Random(arguments.seed).sample(names, min(arguments.sample, len(names))))
        print(f"{len(names)} mutants; trying {len(sample)} of them (seed {arguments.seed}) ...", flush=True)
        _mutmut(copy, "run", *sample)
        return _report(copy, sample, arguments.least)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", default=PATHS, help="folders and files to change")
    parser.add_argument("--sample", type=int, default=200, help="how many mutants to try")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--least", type=float, default=85.0, help="percent that must be killed")
    return parser.parse_args()


def _copy_to(copy: Path, paths: list[str]) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        source = ROOT / name
        if name and source.is_file():
            target = copy / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    only = [f"{path}/*" if (ROOT / path).is_dir() else path for path in paths]
    tests = [f"tests/{name}" for name in TESTS if (ROOT / "tests" / name).is_dir()]
    settings = {
        "source_paths": ["builder", "datasheets", "exports", "resolver"],
        "only_mutate": only,
        "also_copy": ["docs", "wsgi.py", "README.md"],
        "pytest_add_cli_args_test_selection": tests,
        "pytest_add_cli_args": [
            "-m",
            "not slow and not shared",
            "--deselect",
            "tests/attack/test_oracle.py",
            "-p",
            "no:cacheprovider",
        ],
    }
    lines = [f"{key} =" + "".join(f"\n    {value}" for value in values) for key, values in settings.items()]
    with (copy / "setup.cfg").open("a", encoding="utf-8") as config:
        config.write("\n[mutmut]\n" + "\n".join(lines) + "\n")


def _mutmut(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(MUTMUT), *words], cwd=copy, capture_output=True, text=True)


def _exit_codes(copy: Path) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for meta in (copy / "mutants").rglob("*.meta"):
        found.update(json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"])
    return found


def _report(copy: Path, sample: list[str], least: float) -> int:
    codes = _exit_codes(copy)
    alive = [name for name in sample if codes[name] in (0, None, 5, 33)]
    killed = len(sample) - len(alive)
    percent = 100 * killed / len(sample)
    for name in alive:
        shown = _mutmut(copy, "show", name).stdout
        print("\n" + "\n".join(line for line in shown.splitlines() if re.match(r"[-+#]", line)))
    print(f"\n{killed} of {len(sample)} killed ({percent:.1f} %), {len(alive)} survived")
    return 0 if percent >= least else 1


if __name__ == "__main__":
    sys.exit(main())
