"""`python -m tests.referee EVENTS.jsonl A.json B.json`: what in a battle's events breaks a rule."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.referee.judge import referee


def main() -> int:
    """Print every finding; exit 1 if there is one."""
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    events, *armies = (Path(name) for name in sys.argv[1:])
    lines = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in armies]
    found = referee(lines, documents, lines[0]["mission"])
    for finding in found:
        print(finding)
    print(f"{len(lines)} events, {len(found)} faults", file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
