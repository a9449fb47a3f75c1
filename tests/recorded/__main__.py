"""Play recorded battles and survey recorded tables anew, all or those named, and write what happens."""

from __future__ import annotations

import sys
from collections.abc import Iterator

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
    for name, lines in _tables():
        if not sys.argv[1:] or name in sys.argv[1:]:
            _write(name, list(lines))
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


def _tables() -> Iterator[tuple[str, Iterator[str]]]:
    """What is no battle: its name, and its lines, which are not made before somebody asks."""
    for topic in TOPICS:
        yield f"table-{topic}", _surveys(topic)
    for system in FIELDS:
        edition = system.removeprefix("wh40k-")
        yield f"effects-{edition}", _effects(system)
        yield f"duels-{edition}", _duels(system)


def _surveys(topic: str) -> Iterator[str]:
    for number in range(WORLDS[topic]):
        yield from surveyed(topic, number)


def _effects(system: str) -> Iterator[str]:
    for kind in KINDS:
        yield from enlisted(system, kind)


def _duels(system: str) -> Iterator[str]:
    for attacker in ATTACKERS:
        yield from dueled(system, attacker)


def _write(name: str, lines: list[str]) -> None:
    (FOLDER / f"{name}.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
