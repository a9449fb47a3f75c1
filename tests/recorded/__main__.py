"""Play recorded battles and survey recorded tables anew, all or those that are named, and write what happens.

`--whole FOLDER` writes the whole logs to a folder instead, to compare two commits line by line.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path

from datasheets.effects.vocabulary import KINDS
from tests.recorded.battles import BATTLES, FIELDS, Recorded
from tests.recorded.duels import ATTACKERS, duel_lines
from tests.recorded.files import FOLDER, WHOLE, Entry, Record, digest, read_record, write_lines, write_record
from tests.recorded.kinds import effect_lines
from tests.recorded.log import Block, log_battle, play
from tests.recorded.words import in_codes, word_battle
from tests.recorded.worlds import TOPICS, WORLDS, survey
from tests.recorded.worth import weigh_battle


def main() -> None:
    """Write the files whose names are given, all where there are none."""
    parser = argparse.ArgumentParser(prog="python -m tests.recorded", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--whole", type=Path, help="a folder for whole logs of what is recorded")
    given = parser.parse_args()
    if given.whole:
        given.whole.mkdir(exist_ok=True)
        for name in given.names or BATTLES:
            _write_whole(name, BATTLES[name], given.whole)
        return
    FOLDER.mkdir(exist_ok=True)
    for name, lines in _tables():
        if name in (given.names or (name,)):
            write_lines(name, lines)
    for name in given.names or BATTLES:
        if name in BATTLES:
            _record(name, BATTLES[name])


def _record(name: str, battle: Recorded) -> None:
    made = [choice.data for choice in play(battle.begin(), battle.players(), battle.most, battle.until)]
    kinds = [choice.kind for choice in play(battle.begin(), battle.players(), battle.most, battle.until)]
    logs = list(log_battle(battle.begin(), made))
    assert len(logs) == len(made) + 1, name
    with in_codes():
        words = list(word_battle(battle.begin(), made))
    worth = [digest(block) for _, block in weigh_battle(battle.begin(), made)] if battle.weighed else []
    entries = zip_longest(map(digest, logs[:-1]), map(digest, words), worth, kinds, map(dict, made), fillvalue="")
    write_record(name, Record(tuple(Entry(*entry) for entry in entries), digest(logs[-1])))
    if name in WHOLE:
        write_lines(f"{name}-log", chain.from_iterable(logs))


def _write_whole(name: str, battle: Recorded, folder: Path) -> None:
    made = read_record(name).choices
    write_lines(f"{name}-log", _join(log_battle(battle.begin(), made)), folder)
    with in_codes():
        write_lines(f"{name}-words", _join(word_battle(battle.begin(), made)), folder)
    if battle.weighed:
        write_lines(f"{name}-worth", _join(block for _, block in weigh_battle(battle.begin(), made)), folder)


def _join(blocks: Iterator[Block]) -> Iterator[str]:
    """Number the blocks as decisions are."""
    for number, block in enumerate(blocks):
        yield f"# {number}"
        yield from block


def _tables() -> Iterator[tuple[str, Iterator[str]]]:
    """What is no battle: its name, and its lines, which are not made before somebody asks."""
    for topic in TOPICS:
        yield f"table-{topic}", (line for number in range(WORLDS[topic]) for line in survey(topic, number))
    for system in FIELDS:
        edition = system.removeprefix("wh40k-")
        yield f"effects-{edition}", chain.from_iterable(effect_lines(system, kind) for kind in KINDS)
        yield f"duels-{edition}", chain.from_iterable(duel_lines(system, attacker) for attacker in ATTACKERS)


if __name__ == "__main__":
    main()
