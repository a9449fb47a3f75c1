"""What a player stated and agreed, in the words of Muster's own lists, for a text that has no place of its own for it.

A line of such a text is a list of items: a statement stands there in parentheses, which tells it from what was chosen. One
with a bracket in it would not come back whole, and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.evaluation.tree import Declaration, Roster, Selection
from datasheets.systems import UnknownSystem, leader_kinds, system, systems
from datasheets.words import code_for, say
from exports.text.agreed import agreement_line

MARKS = ("understrength", "reserve")
BREAKS = frozenset("()[]")


def statements_of(roster: Roster, unit: Selection) -> Iterator[str]:
    """Yield what was stated about a unit and its models."""
    yield from (f"({text})" for _, text in _sayable(roster, unit))


def said_declarations(roster: Roster) -> list[Declaration]:
    """Return the declarations that such a text says."""
    return [each for unit in roster.units() for each, _ in _sayable(roster, unit)]


def agreements_of(roster: Roster) -> Iterator[str]:
    """Yield a line for everything that the players agreed."""
    try:
        of = system(roster.system)
    except UnknownSystem:
        return
    kinds = {kind.key: kind for kind in of.agreements}
    for key, value in roster.agreed.items():
        if key in kinds:
            yield agreement_line(of, kinds[key], value, "en")


def _sayable(roster: Roster, unit: Selection) -> Iterator[tuple[Declaration, str]]:
    nodes = {node.uid: node for node in unit.walk()}
    for each in roster.declarations:
        text = _text(roster, nodes[each.subject], unit, each) if each.subject in nodes else ""
        if text and not BREAKS & set(text):
            yield each, text


def _text(roster: Roster, node: Selection, unit: Selection, each: Declaration) -> str:
    if each.kind in leader_kinds():
        return _leader(roster, node, unit)
    if each.kind in MARKS:
        return say(f"text.{each.kind}")
    if each.kind == "battery":
        return say("text.battery", {"number": each.value})
    if each.kind == "embarked":
        carrier = next((other for other in roster.units() if other.uid == each.value), None)
        return say("text.embarked", {"unit": carrier.title or carrier.name}) if carrier else ""
    if each.kind == "warlord-trait":
        return say("text.warlord-trait", {"name": _trait(roster, str(each.value))})
    return f"{each.key}: {each.value}" if each.kind == "keyword" else ""


def _trait(roster: Roster, id: str) -> str:
    known = next((each.traits for each in systems() if each.id == roster.system), ())
    return next((str(each.name) for each in known if each.id == id), id)


def _leader(roster: Roster, node: Selection, unit: Selection) -> str:
    """Return that the army's leader is in a unit, and which of its models where that is not the only kind."""
    if len(unit.selections) < 2 or node is unit:
        return say(code_for("text.leader", roster.system))
    alike = [each.uid for each in unit.walk() if each.name == node.name]
    name = node.name if len(alike) == 1 else f"{node.name} #{alike.index(node.uid) + 1}"
    return say(code_for("text.leader-model", roster.system), {"name": name})
