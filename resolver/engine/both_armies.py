"""What players should know of two armies of any system before they fight: what they agreed on otherwise, what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datasheets.evaluation.finding import Finding, Plain
from datasheets.systems import System
from datasheets.systems.system import AgreementKind
from exports.document import Army, RosterDocument


def find_unready(documents: Sequence[RosterDocument], game: System) -> Iterator[Finding]:
    """Yield which army is empty or not legal, and what the two say differently of what both players agree on."""
    for document in documents:
        name: dict[str, Plain] = {"army": document.army.name}
        if not document.army.fielded:
            yield Finding(game.rule("not-empty"), "matchup.empty", "warning", (), 1, 0, name)
        elif document.judgement.legal is False:
            errors = sum(each.severity == "error" for each in document.judgement.findings)
            yield Finding("roster.legal", "matchup.not-legal", "warning", (), 0, errors, name)
    first, second = (document.army for document in documents)
    for kind in game.agreements:
        if not kind.own:
            yield from _difference(kind, first, second, game)


def _difference(kind: AgreementKind, first: Army, second: Army, game: System) -> Iterator[Finding]:
    """Yield that two armies differ about an agreement, or that only one of them says it."""
    one, other = (_value_said(army, kind, game) for army in (first, second))
    if one == other:
        return
    values: dict[str, Plain] = {"what": kind.name, "about": kind.key}
    if one is None or other is None:
        army, silent, said = (second, first, other) if one is None else (first, second, one)
        values |= {"army": army.name, "enemy": silent.name, "value": _with_name(said, game)}
        yield Finding(kind.rule, "matchup.agreed-by-one", "note", (), None, said, values)
        return
    values |= {"army": first.name, "enemy": second.name, "value": _with_name(one, game), "other": _with_name(other, game)}
    yield Finding(kind.rule, "matchup.agreed-otherwise", "warning", (), one, other, values)


def _value_said(army: Army, kind: AgreementKind, game: System) -> Plain:
    """Return what an army says was agreed on; of the limit of its size also the limit of the roster."""
    said = army.agreed.get(kind.key)
    if said is None and kind.key == f"{game.size.cost}_limit":
        return army.limits.get(game.size.cost)
    return said


def _with_name(value: Plain, game: System) -> Plain:
    """Return a value with its name where it is an id of the system."""
    if isinstance(value, bool):
        return "game.yes" if value else "game.no"
    tables = (game.missions, game.battle_sizes, game.cards)
    return next((item.name for table in tables for item in table if item.id == value), value)
