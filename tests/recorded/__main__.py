"""Play recorded battles anew, all or those named, and write what happens."""

from __future__ import annotations

import sys

from tests.recorded.battles import BATTLES
from tests.recorded.log import FOLDER, choices, played, told, weighed


def main() -> None:
    """Write the files of the battles whose names are given, of all where there are none."""
    FOLDER.mkdir(exist_ok=True)
    for name, battle in BATTLES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        made = [dict(choice.data) for choice in played(battle.begun(), battle.players(), battle.most, battle.until)]
        lines = list(told(battle.begun(), made))
        assert choices(lines) == made, name
        _write(name, lines)
        if battle.weighed:
            _write(f"{name}-worth", list(weighed(battle.begun(), made)))


def _write(name: str, lines: list[str]) -> None:
    (FOLDER / f"{name}.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
