"""Facts about two armies together: battle size, table, length, advice, who has fewer.

The resolver knows them: the ruleset of a system that is played, else what counting units, models or points says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from builder.services.errors import Invalid
from datasheets.evaluation.finding import Finding
from datasheets.problems import Problem
from datasheets.systems import System, system, systems
from datasheets.systems.agreed import CHOICE
from datasheets.words import Message, has_words
from exports.document import Army, RosterDocument, name_of
from exports.document.rounds import battle_rounds
from resolver.engine.both_armies import find_unready
from resolver.engine.counted import counted_matchup, is_counted
from resolver.engine.matchup import Matchup, UnknownBattleSize, plain_matchup
from resolver.engine.registry import descriptor, playable
from resolver.families.wh40k.costed import costed_matchup, is_costed

if TYPE_CHECKING:
    from builder.services.armies import Armies, Source


@dataclass(frozen=True, slots=True)
class MatchupAnswer:
    """What two armies of a system make of a battle; `rounds` is None where no number of rounds ends it."""

    system: System
    facts: Matchup
    rounds: int | None


class Matchups:
    """Compares two armies."""

    def __init__(self, armies: Armies) -> None:
        self._armies = armies

    def facts(self, a: Source, b: Source, battle_size: str | None = None) -> MatchupAnswer:
        """Return what two armies make of a battle.

        Raises:
            Invalid: they are of two systems, or of one without such facts, or there is no such battle size.
            What `Armies.document` raises: an army cannot be found or read.
        """
        documents = (self._armies.document(a), self._armies.document(b))
        id = _one_system(documents)
        if not has_facts(id):
            values = {"system": _name(documents[0].army), "systems": _names(filter(has_facts, _system_ids()))}
            raise Invalid((Problem("/a", Message("error.no-matchup", values)),))
        unplayed = costed_matchup if is_costed(id) else counted_matchup
        matchup = descriptor(id).matchup if id in playable() else unplayed
        if matchup is None:
            return _answer(documents, plain_matchup(id))
        try:
            found: Matchup = matchup(documents, battle_size)
        except UnknownBattleSize as error:
            raise Invalid(
                (Problem("/battle_size", Message("error.no-battle-size", {"name": repr(battle_size)})),)
            ) from error
        return _answer(documents, found)


def _answer(documents: tuple[RosterDocument, RosterDocument], facts: Matchup) -> MatchupAnswer:
    """Return the facts with the length of the battle, which the data of every system say."""
    game = system(documents[0].army.system)
    rounds, rule = battle_rounds([document.army for document in documents], game)
    rules = {**facts.rules, "rounds": rule} if rule else facts.rules
    findings = (*map(_with_choices, find_unready(documents, game)), *facts.findings)
    return MatchupAnswer(game, replace(facts, rules=rules, findings=findings), rounds)


def _with_choices(finding: Finding) -> Finding:
    """Return a finding that calls choices which the data list themselves by their names."""
    codes = {name: f"{CHOICE}{value}" for name, value in finding.values.items()}
    named = {name: code for name, code in codes.items() if has_words(code)}
    return replace(finding, values={**finding.values, **named}) if named else finding


def has_facts(id: str) -> bool:
    """Whether there are facts about two armies of a system."""
    return id in playable() or (id in _system_ids() and (is_counted(id) or is_costed(id)))


def same_system(documents: tuple[RosterDocument, RosterDocument]) -> str:
    """Return the system of two armies that can be played together.

    Raises:
        Invalid: they are of two systems, or no battle can be played by theirs.
    """
    id = _one_system(documents)
    if id not in playable():
        raise Invalid(
            (
                Problem(
                    "/a", Message("error.not-playable", {"system": _name(documents[0].army), "systems": _names(playable())})
                ),
            )
        )
    return id


def _one_system(documents: tuple[RosterDocument, RosterDocument]) -> str:
    a, b = (document.army for document in documents)
    if a.system != b.system:
        raise Invalid((Problem("/b", Message("error.two-systems", {"a": _name(a), "b": _name(b)})),))
    return a.system


def _name(army: Army) -> str:
    return name_of(army, "system", army.system)


def _system_ids() -> tuple[str, ...]:
    return tuple(each.id for each in systems())


def _names(ids: Iterable[str]) -> list[str]:
    return [system(each).name for each in ids]
