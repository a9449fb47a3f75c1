"""Exact odds of units against units on many terms, for records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exports.document import Unit
from resolver.odds import NoAttack, odds
from tests.field import Row, roster, unit
from tests.recorded.armies import RIFLE, SWORD, beasts, guns, lord, riders, tank, troops
from tests.recorded.log import round_all
from tests.recorded.oddities import ODD_BLADES, ODD_GUNS, SHELL, WARD

ATTACKERS: Mapping[str, Row] = {
    "troops": troops("x", 5),
    "guns": guns(),
    "lord": lord(),
    "riders": riders(),
    "beasts": beasts(),
    "tank": tank(),
    **{row["name"].lower(): unit("x", 2, row, A="2") for row in (*ODD_GUNS, *ODD_BLADES)},
}
TARGETS: Mapping[str, Row] = {
    "shell": unit("y", 4, RIFLE, SWORD, W="3", T="5", abilities=[SHELL]),
    "ward": unit("y", 5, RIFLE, W="2", Sv="3+", abilities=[WARD]),
    "beasts": beasts("y", 11),
    "mixed": troops("y", 6),
}
TERMS: tuple[dict[str, Any], ...] = (
    {},
    {"range_inches": 12.0},
    {"range_inches": 5.0, "overwatch": True},
    {"moved": True},
    {"moved": True, "advanced": True},
    {"fighting": True, "charged": True},
    {"weapon": "Plasma (hot)"},
    {"weapon": "sword"},
)


def duel_lines(system: str, attacker: str) -> Iterator[str]:
    """The lines that tell what an attacker does to all targets on all terms."""
    own = _unit(ATTACKERS[attacker], system)
    for target, row in TARGETS.items():
        for terms in TERMS:
            said = " ".join(f"{name}={value}" for name, value in terms.items())
            yield f"{attacker} at {target} {said}: {_odds(own, _unit(row, system), terms, system)}"


def _unit(row: Row, system: str) -> Unit:
    return roster([row], system=system).army.units[0]


def _odds(own: Unit, foe: Unit, terms: Mapping[str, Any], system: str) -> str:
    try:
        found = odds(own, foe, **terms, system=system)
    except NoAttack as error:
        return str(error)
    used = [f"{row['weapons']} {row['weapon']} {row['attacks']:g}" for row in found.weapons]
    expected = round_all(list(found.expected.values()))
    unresolved = sorted({f"{each['name']}: {each['effect'] or each['text']}" for each in found.unresolved})
    return f"{used} expected {expected} kills {round_all(found.kills)} {unresolved or ''}"
