"""What a battle of two armies is not: abilities that are not played, what is assumed, what does not exist in it at all.

`coverage` is the one function for the report's page, the API and the command line. It reads what the tables of the battle
hold (`BattleArmies`), so it says what the battle was fought with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from datasheets.systems import systems
from datasheets.words import say
from resolver.engine.battle_armies import ARMIES, BattleArmies
from resolver.engine.prose import LogWriter
from resolver.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Unplayed:
    """An ability by its name: the units that have it, the texts it has there, and the kinds of effects not played."""

    name: str
    units: tuple[str, ...]
    texts: tuple[str, ...]
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """How many of an army's abilities are played wholly; one that several units have counts for each."""

    name: str
    played: int
    all: int


@dataclass(frozen=True, slots=True)
class Assumed:
    """What the documents do not say: "base" or "height" with the value taken, "characteristics": who takes no part."""

    what: str
    value: str
    units: tuple[str, ...]
    profiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """What does not exist in the battle: what the ruleset `lacks`, "powers" without effects, "transports"."""

    what: str
    names: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of two armies a battle plays. `abilities` are one row for each army."""

    abilities: tuple[Share, ...]
    unplayed: tuple[Unplayed, ...]
    assumed: tuple[Assumed, ...]
    missing: tuple[Missing, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data; units and armies by name."""
        return asdict(self)


def coverage(ruleset: Ruleset, armies: BattleArmies) -> Coverage:
    """Return how much of two armies a battle plays, with the names of units as the log says them."""
    teller, rows = LogWriter(armies, ruleset), ruleset.list_unresolved(armies)
    missing = [Missing(what) for what in ruleset.lacks]
    missing += [each for each in (_powers(armies, teller.units), _transports(armies, teller.units)) if each.units]
    return Coverage(
        abilities=tuple(_shares(armies, rows, teller.players)),
        unplayed=tuple(by_name(rows, teller.units)),
        assumed=tuple(_merge_assumptions(armies.assumed, teller.units)),
        missing=tuple(missing),
    )


def coverage_lines(found: Coverage, language: str = "en") -> Iterator[tuple[str, list[str]]]:
    """Yield headings with their sentences: shares, assumed, missing. Abilities are shown by whoever has room for texts."""
    yield (
        say("coverage.abilities", {}, language),
        [say("coverage.share", asdict(each), language) for each in found.abilities],
    )
    for part, rows in (("assumed", found.assumed), ("missing", found.missing)):
        sentences = [say(f"coverage.{part}.{row.what}", asdict(row), language) for row in rows]
        if sentences:
            yield say(f"coverage.{part}", {}, language), sentences


def by_name(rows: Iterable[Mapping[str, Any]], units: Mapping[str, str]) -> list[Unplayed]:
    """Return the rows of `Ruleset.unresolved` by the ability's name, in the order of the rows.

    `units` are the units' names by key (`LogWriter.units`). Texts and effects that are the same are named once.
    """
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["name"], []).append(row)
    return [
        Unplayed(
            name,
            _once(units.get(row["unit"], row["unit"]) for row in group),
            _once(row["text"] for row in group),
            _once(row.get("effect", "") for row in group),
        )
        for name, group in found.items()
    ]


def _shares(armies: BattleArmies, rows: Iterable[Mapping[str, Any]], names: list[str]) -> Iterator[Share]:
    unplayed = {(row["unit"], row["name"]) for row in rows}
    every = {(key, ability.name) for key, ability in armies.abilities if ability.text or ability.effects} | unplayed
    for letter, name in zip(ARMIES, names, strict=True):
        own = {each for each in every if each[0].startswith(letter)}
        yield Share(name, len(own - unplayed), len(own))


def _merge_assumptions(rows: Iterable[Mapping[str, Any]], units: Mapping[str, str]) -> Iterator[Assumed]:
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["what"], row["value"]), []).append(row)
    for (what, value), group in found.items():
        of_units = _once(units.get(row["unit"], row["unit"]) for row in group)
        yield Assumed(what, value, of_units, _once(row["profile"] for row in group))


def _powers(armies: BattleArmies, units: Mapping[str, str]) -> Missing:
    idle = [(unit, power) for unit in armies.units if unit.spare_of is None for power in unit.powers if not power.effects]
    return Missing("powers", _once(power.name for _, power in idle), _once(units[unit.key] for unit, _ in idle))


def _transports(armies: BattleArmies, units: Mapping[str, str]) -> Missing:
    keyword = {each.id: each.imports.transports for each in systems()}.get(armies.documents[0].army.system, "")
    carriers = [unit for unit in armies.units if unit.spare_of is None and keyword and keyword in unit.keywords]
    idle = [unit for unit in carriers if not unit.transport]
    return Missing("transports", (), _once(units[unit.key] for unit in idle))


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in words if word))
