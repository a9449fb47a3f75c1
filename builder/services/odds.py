"""Odds of one unit attacking another, and of whole armies attacking each other."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from builder.services.armies import Armies, Source
from builder.services.errors import Invalid
from builder.services.matchups import same_system
from builder.work.heavy import Heavy, Work, heavy
from datasheets.fields import unknown
from datasheets.problems import Problem
from datasheets.words import Message
from exports.document import RosterDocument, Unit
from resolver.army_odds import Assault, Tolls, assault, cost_of, one_by_one, to_json
from resolver.engine.compile_armies import NotPlayable
from resolver.engine.registry import UnknownRuleset
from resolver.odds import NoAttack, NoCover, Odds, odds

ARMY_SECONDS = 60.0
KEY_UNITS, MOST_KEPT = 5, 64
MOST_PAIRS = 2_000
"""So many pairs of units, at all ranges together, are worked out for one request: half a minute's work."""
_KEPT: OrderedDict[tuple[str, str], KeyOdds] = OrderedDict()
"""Odds of key units by the digests of both armies: those of this process."""
_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """Who attacks whom, and what comes of it."""

    attacker: Unit
    target: Unit
    odds: Odds


@dataclass(frozen=True, slots=True)
class KeyAttacks:
    """What key units of one army take from each of the other's: by shooting or by fighting, whichever takes more.

    `reason` says why nothing can attack, where that is so.
    """

    each: Tolls
    reason: str = ""

    @property
    def strength(self) -> float:
        """The wounds that all take, each from its best target, by those that all targets have."""
        wounds = sum(next((each.all_wounds for each in column if each), 0) for column in zip(*self.each, strict=True))
        taken = sum(max((each.wounds for each in row if each), default=0.0) for row in self.each)
        return taken / wounds if wounds else 0.0


@dataclass(frozen=True, slots=True)
class KeyOdds:
    """The dearest units of two armies, and what those of each take from those of the other."""

    units: tuple[tuple[Unit, ...], tuple[Unit, ...]]
    there: KeyAttacks
    back: KeyAttacks
    priced: bool = True
    """Whether units cost anything in this game; where none does, they are the first of each army."""


@dataclass(frozen=True, slots=True)
class ArmyOddsAnswer:
    """Two armies, and what each does to the other at each range: (A on B, B on A)."""

    documents: tuple[RosterDocument, RosterDocument]
    rounds: tuple[tuple[Assault, Assault], ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        a, b = (document.army for document in self.documents)
        pairs = [
            (to_json(there, a.units, b.units, a.system), to_json(back, b.units, a.units, a.system))
            for there, back in self.rounds
        ]
        return {
            "a": {"name": a.name, "assaults": [there for there, _ in pairs]},
            "b": {"name": b.name, "assaults": [back for _, back in pairs]},
        }


class AttackOdds(Heavy):
    """Works out odds. `work` are workers that do so for whole armies, if there are any."""

    service = "odds"

    def __init__(self, armies: Armies, work: Work | None = None) -> None:
        self.work = work
        self._armies = armies

    @heavy(ARMY_SECONDS)
    def of_armies(
        self, a: Source, b: Source, *, ranges: Sequence[float] = (), fighting: bool | None = None
    ) -> ArmyOddsAnswer:
        """Return what two armies do to each other at each range, or with every weapon in reach; see `army_odds.assault`.

        Raises:
            Invalid: the armies are of two systems or of one that cannot be played, or have no units or too many.
            What `Armies.document` raises: an army cannot be found or read.
        """
        documents = (self._armies.document(a), self._armies.document(b))
        system = same_system(documents)
        ours, theirs = (document.army.units for document in documents)
        for path, document in zip(("/a", "/b"), documents, strict=True):
            if not document.army.units:
                raise Invalid((Problem(path, Message("error.no-units", {"army": document.army.name})),))
        if len(ours) * len(theirs) * max(len(ranges), 1) > MOST_PAIRS:
            raise Invalid((Problem("", Message("error.odds.many", {"most": MOST_PAIRS})),))
        try:
            return ArmyOddsAnswer(
                documents,
                tuple(
                    (
                        assault(ours, theirs, "", inches, fighting=fighting, system=system),
                        assault(theirs, ours, "", inches, fighting=fighting, system=system),
                    )
                    for inches in ranges or (None,)
                ),
            )
        except NotPlayable as error:
            raise Invalid((Problem("", str(error)),)) from error

    def of_key_units(self, documents: tuple[RosterDocument, RosterDocument]) -> KeyOdds | None:
        """Return what the dearest units of two armies of one system do to each other; None where that can't be resolved.

        The last answers are kept for all databases: an army that is the same army has the same odds.
        """
        key = (documents[0].digest, documents[1].digest)
        with _LOCK:
            found = _KEPT.get(key)
        if found is None and (found := _key_odds(documents)):
            with _LOCK:
                _KEPT[key] = found
                while len(_KEPT) > MOST_KEPT:
                    _KEPT.popitem(last=False)
        return found

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
        cover: Sequence[str] = (),
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
                cover=cover,
                system=system,
            )
        except NoCover as error:
            raise Invalid((Problem("/cover", str(error)),)) from error
        except NoAttack as error:
            raise Invalid((Problem("/weapon" if weapon else "", str(error)),)) from error
        except NotPlayable as error:
            raise Invalid((Problem("", str(error)),)) from error
        return OddsAnswer(ours, theirs, found)


def _key_odds(documents: tuple[RosterDocument, RosterDocument]) -> KeyOdds | None:
    of = documents[0].army.system
    ours, theirs = (_dearest(document, of) for document in documents)
    if not (ours and theirs):
        return None
    try:
        priced = any(cost_of(unit, of) for unit in (*ours, *theirs))
        return KeyOdds((ours, theirs), _key_attacks(ours, theirs, of), _key_attacks(theirs, ours, of), priced)
    except (NotPlayable, UnknownRuleset):
        return None


def _key_attacks(units: Sequence[Unit], enemies: Sequence[Unit], system: str) -> KeyAttacks:
    (shooting, no_shots), (fighting, no_blows) = (
        one_by_one(units, enemies, fighting=way, system=system) for way in (False, True)
    )
    each = tuple(
        tuple(max((a, b), key=lambda toll: toll.wounds if toll else -1.0) for a, b in zip(*rows, strict=True))
        for rows in zip(shooting, fighting, strict=True)
    )
    return KeyAttacks(each, no_shots and no_blows)


def _dearest(document: RosterDocument, system: str) -> tuple[Unit, ...]:
    units = [unit for unit in document.army.fielded if unit.models]
    chosen = sorted(range(len(units)), key=lambda at: (-cost_of(units[at], system), at))[:KEY_UNITS]
    return tuple(units[at] for at in chosen)


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
