"""The odds of one unit against every unit of the other army, shooting and fighting, as the page at the table keeps them."""

from __future__ import annotations

from typing import Any

from builder.api.languages import language
from builder.services.armies import Source
from builder.services.assembly import Services
from builder.services.errors import Invalid, NotFound
from datasheets.words import Message, say
from exports.document import RosterDocument
from exports.sheet.setup import Setup
from exports.sheet.shown import Copies, copies_of, shown_army

WAYS = (("shoot", False), ("fight", True))
PLACES = 3


def odds_against_all(services: Services, attacker: RosterDocument, card: int, target: RosterDocument) -> dict[str, Any]:
    """Return, by the numbers of the target's cards, what shooting and fighting come to for the unit of a card.

    Figures are rounded to three decimals; `results` are what a damage table comes to, by the names of its rows. A way to
    attack that the unit does not have is left out; so is everything where the system has no odds.

    Raises:
        NotFound: the attacker has no card of that number.
    """
    unit = next((each.unit.id for each in _cards(attacker) if each.number == card), None)
    if unit is None:
        raise NotFound(Message("error.no-card", {"card": str(card)}))
    found: dict[str, Any] = {}
    for copies in _cards(target):
        rows = {name: _odds(services, attacker, unit, target, copies.unit.id, fighting=way) for name, way in WAYS}
        found[str(copies.number)] = {name: row for name, row in rows.items() if row}
    return found


def _cards(document: RosterDocument) -> list[Copies]:
    return copies_of(shown_army(document.army, Setup()), Setup())


def _odds(
    services: Services, attacker: RosterDocument, unit: str, target: RosterDocument, other: str, *, fighting: bool
) -> dict[str, Any]:
    try:
        sides = Source(document=attacker), Source(document=target)
        answer = services.odds.of(*sides, attacker_unit=unit, target_unit=other, fighting=fighting)
    except Invalid:
        return {}
    expected, kills = answer.odds.expected, answer.odds.kills
    wiped = kills[-1] if len(kills) == answer.target.model_count + 1 else 0.0
    values = {"damage": expected["damage"], "kills": expected["kills"], "wiped": wiped, "one": 1 - kills[0]}
    found: dict[str, Any] = {name: round(value, PLACES) for name, value in values.items()}
    if results := answer.odds.results:
        found["single"] = answer.target.model_count == 1
        found["results"] = {damage_result(name): round(value, PLACES) for name, value in results.items()}
    return found


def damage_result(name: str) -> str:
    """Return what a row of a damage table is called."""
    return say(f"battle.damage-result.{name}", language=language())
