"""Play recorded battles and survey recorded tables anew, all or those named, and write what happens."""

from __future__ import annotations

import sys

from datasheets.effects.vocabulary import KINDS
from tests.recorded.battles import BATTLES, FIELDS
from tests.recorded.duels import ATTACKERS, dueled
from tests.recorded.kinds import enlisted
from tests.recorded.log import FOLDER, choices, played, told, weighed
from tests.recorded.words import in_codes, worded
from tests.recorded.worlds import TOPICS, WORLDS, surveyed


def main() -> None:
    """Write the files whose names are given, all where there are none."""
    FOLDER.mkdir(exist_ok=True)
    for topic in TOPICS:
        if not sys.argv[1:] or f"table-{topic}" in sys.argv[1:]:
            _write(f"table-{topic}", [line for number in range(WORLDS[topic]) for line in surveyed(topic, number)])
    for system in FIELDS:
        name = f"effects-{system.removeprefix('wh40k-')}"
        if not sys.argv[1:] or name in sys.argv[1:]:
            _write(name, [line for kind in KINDS for line in enlisted(system, kind)])
        name = f"duels-{system.removeprefix('wh40k-')}"
        if not sys.argv[1:] or name in sys.argv[1:]:
            _write(name, [line for attacker in ATTACKERS for line in dueled(system, attacker)])
    for name, battle in BATTLES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        made = [dict(choice.data) for choice in played(battle.begun(), battle.players(), battle.most, battle.until)]
        lines = list(told(battle.begun(), made))
        assert choices(lines) == made, name
        _write(name, lines)
        with in_codes():
            _write(f"{name}-words", list(worded(battle.begun(), made)))
        if battle.weighed:
            _write(f"{name}-worth", list(weighed(battle.begun(), made)))


def _write(name: str, lines: list[str]) -> None:
    (FOLDER / f"{name}.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
