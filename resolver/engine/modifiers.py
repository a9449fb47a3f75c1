"""Modifiers as a log tells them: what was changed, by how much, and who changed it.

A row is `{"what", "by", ...}`: `what` is a characteristic by its column, the "roll", what was
"needed", or the "damage"; `by` is "+1", "-1", "x2", "/2" or "=4". Who: the `ability` and its `unit`'s key, the `rule` of
the ledger, the `weapon` whose profile says so, or the `characteristic` that is taken from the roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from datasheets.systems import UnknownRule, UnknownSystem, rulebook
from datasheets.values import Change
from datasheets.words import has_words, say

WORDED = frozenset({"roll", "needed", "damage", "limit", "passes", "fails"})
"""What a modifier may be of, beside characteristics."""
SIGNS = {"add": "+", "subtract": "-", "multiply": "x", "divide": "/", "set": "="}


class Origin(NamedTuple):
    """Who changes something: an ability and the unit that has it, or a rule of the ledger."""

    ability: str = ""
    unit: int = -1
    rule: str = ""


class UnitKeys(Protocol):
    """Whoever knows the keys of units, such as a battle."""

    def key(self, unit: int) -> str:
        """Return the key of a unit."""
        ...


def modifier_rows(game: UnitKeys, what: str, changes: Iterable[Change]) -> list[dict[str, Any]]:
    """Return a row for each change."""
    return [modifier_row(game, what, f"{SIGNS[change.operation]}{change.value}", change.origin) for change in changes]


def modifier_row(game: UnitKeys, what: str, by: str, origin: object) -> dict[str, Any]:
    """Return one row; an origin that is a word is a characteristic."""
    row = {"what": what, "by": by}
    if isinstance(origin, str):
        return {**row, "characteristic": origin}
    if isinstance(origin, Origin):
        row |= {"ability": origin.ability} if origin.ability else {}
        row |= {"unit": game.key(origin.unit)} if origin.unit >= 0 else {}
        row |= {"rule": origin.rule} if origin.rule else {}
    return row


def modifier_fields(rows: Iterable[Mapping[str, Any]], printed: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Return the fields of an event or a roll: `modifiers`, and `printed` characteristics; without those that are empty."""
    given = list(rows)
    return {**({"printed": printed} if printed else {}), **({"modifiers": given} if given else {})}


def modifier_words(row: Mapping[str, Any], unit: str | None, units: Mapping[str, str], system: str, language: str) -> str:
    """Return a row in words, as "-1 Tripod RULE-01": `unit` is whose roll it is, `units` are the names by key."""
    source = str(row.get("ability") or row.get("weapon") or row.get("characteristic") or "")
    if source and row.get("unit") not in (None, unit):
        source = say("battle.modifier.of", {"ability": source, "unit": units[row["unit"]]}, language)
    if rule := row.get("rule"):
        source = f"{source or _reason(system, rule, language)} {rule}".strip()
    what = row["what"] if row["what"] in WORDED else "characteristic"
    code = f"battle.{system}.characteristic.{row['what'].lower()}"
    name = say(code, language=language) if has_words(code) else row["what"]
    values = {"what": name, "by": row["by"].removeprefix("="), "source": source}
    return say(f"battle.modifier.{what}", values, language)


def _reason(system: str, rule: str, language: str) -> str:
    """Return what a rule is about: its own words, else the heading above it in its rulebook, without a number, if any."""
    code = f"battle.because.{rule.lower()}"
    if has_words(code):
        return say(code, language=language)
    try:
        return rulebook(system).rule(rule).section.lstrip("0123456789. ")
    except (UnknownRule, UnknownSystem):
        return ""
