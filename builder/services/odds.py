"""Exact odds of one unit attacking another."""

from __future__ import annotations

from dataclasses import dataclass

from builder.services.armies import Armies, Source
from builder.services.errors import Invalid
from builder.services.matchups import same_system
from datasheets.fields import unknown
from datasheets.problems import Problem
from datasheets.words import Message
from exports.document import RosterDocument, Unit
from resolver.engine.compile_armies import NotPlayable
from resolver.odds import NoAttack, Odds, odds


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """Who attacks whom, and what comes of it."""

    attacker: Unit
    target: Unit
    odds: Odds


class AttackOdds:
    """Works out odds."""

    def __init__(self, armies: Armies) -> None:
        self._armies = armies

    def of(
        self,
        attacker: Source,
        target: Source,
        *,
        attacker_unit: str = "",
        target_unit: str = "",
        fighting: bool | None = None,
        weapon: str = "",
        range_inches: float | None = None,
        moved: bool = False,
        advanced: bool = False,
        charged: bool = False,
        overwatch: bool = False,
    ) -> OddsAnswer:
        """Return the exact odds of a unit of one army attacking a unit of another; see `resolver.odds.odds`.

        Units are named by id, title or name; "" is the first of its army.

        Raises:
            Invalid: the armies are of two systems or of one that cannot be played, there is no such unit, or it cannot
                attack so.
            What `Armies.document` raises: an army cannot be found or read.
        """
        documents = (self._armies.document(attacker), self._armies.document(target))
        system = same_system(documents)
        ours = unit_of(documents[0], attacker_unit, "/attacker_unit")
        theirs = unit_of(documents[1], target_unit, "/target_unit")
        try:
            found = odds(
                ours,
                theirs,
                weapon,
                range_inches,
                fighting=fighting,
                moved=moved,
                advanced=advanced,
                charged=charged,
                overwatch=overwatch,
                system=system,
            )
        except NoAttack as error:
            raise Invalid((Problem("/weapon" if weapon else "", str(error)),)) from error
        except NotPlayable as error:
            raise Invalid((Problem("", str(error)),)) from error
        return OddsAnswer(ours, theirs, found)


def unit_of(document: RosterDocument, named: str, path: str) -> Unit:
    """Return the unit of an army that somebody names by id, title or name; the first one for "".

    Raises:
        Invalid: there is none.
    """
    units = document.army.units
    if not units:
        raise Invalid((Problem(path, Message("error.no-units", {"army": document.army.name})),))
    if not named:
        return units[0]
    for names in ("id", "title", "name"):
        for unit in units:
            if getattr(unit, names).casefold() == named.casefold():
                return unit
    raise Invalid((Problem(path, unknown(named, [unit.title or unit.name for unit in units], "unit")),))
