"""Exact odds of one unit attacking another, straight from two roster documents and by the rules of their system.

Both units are whole, nothing else is on the table, and every model attacks. The distributions are exact up to rounding in
the last digits; nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from datasheets.words import Message
from exports.document import Army, Judgement, RosterDocument, Unit
from resolver.attack import exact
from resolver.attack.profile import AttackRules, TargetProfile, Volley
from resolver.attack.steps import attack_numbers
from resolver.engine.compile_armies import compile_armies
from resolver.engine.duel import Terms
from resolver.engine.game import Game
from resolver.engine.registry import descriptor, first_mission
from resolver.table.compiled import few_calls
from resolver.table.dice import ScriptedDice

PLACES = 12
"""Probabilities are given to so many decimals, so that every machine says the same."""


class NoAttack(ValueError):
    """The unit cannot attack so: it has no such weapon, or none that may be used. One sentence says why."""


class NoCover(NoAttack):
    """The game knows no such cover. One sentence says which there is."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What comes of an attack.

    `kills[n]` is the probability that n models are destroyed, `damage[n]` that n wounds are lost in all (damage beyond a
    model's wounds counts nothing; one that a damage table destroys has lost all of its own). `expected` are averages:
    "attacks", "damage", "kills". `results` says for each row of the system's damage table how many models stand so when all
    is done, or have ended so: of a single vehicle the chance; empty where the target has no such table, or too many models.
    `weapons` says what was used: rows of name, number of weapons and average attacks of each. `unresolved` lists ability
    texts that are not resolved.
    """

    kills: tuple[float, ...]
    damage: tuple[float, ...]
    expected: dict[str, float]
    results: dict[str, float]
    weapons: tuple[dict[str, Any], ...]
    unresolved: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class UnitAttack:
    """All that a unit does to another in one go: by which rules, with what, against which models in which order."""

    rules: AttackRules
    volleys: tuple[Volley, ...]
    target: TargetProfile
    unresolved: tuple[dict[str, Any], ...]


def odds(
    attacker: Unit, target: Unit, weapon: str = "", range_inches: float | None = None, *, system: str, **terms: Any
) -> Odds:
    """Return the exact odds of all models of one unit shooting, or fighting, another.

    Takes and raises what `attack` does.
    """
    return odds_of(attack(attacker, target, weapon, range_inches, system=system, **terms))


@few_calls()
def attack(
    attacker: Unit,
    target: Unit,
    weapon: str = "",
    range_inches: float | None = None,
    *,
    fighting: bool | None = None,
    moved: bool = False,
    advanced: bool = False,
    charged: bool = False,
    overwatch: bool = False,
    cover: Iterable[str] = (),
    system: str,
) -> UnitAttack:
    """Return how all models of one unit shoot, or fight, another.

    Args:
        attacker: a unit of a roster document.
        target: a unit of the same or another document of that system.
        weapon: the name of the only weapon that is used, also as "Weapon (Profile)"; "": every model uses what does most.
        range_inches: how far every model is from the target; None: every weapon reaches, none is at half range.
        fighting: melee or not; None: as the named weapon is, else shooting if the unit has anything to shoot with.
        moved, advanced, charged: what the unit did this turn.
        overwatch: it fires Overwatch.
        system: the id of the ruleset.
        cover: what protects the target: terrain that it stands in, what it did, a spell; each system names its own.

    Raises:
        NoAttack: it has no such weapon, or none that may be used on these terms; or the system has no odds.
        NoCover: the system knows no such cover.
        UnknownRuleset: nothing can be resolved by this system's rules.
        NotPlayable: a unit has no characteristics to resolve anything with.
    """
    known = descriptor(system)
    rules, duel = known.ruleset, known.duel
    if duel is None:
        raise NoAttack(Message("refused.odds.system", {"system": system}))
    unknown = sorted(set(cover) - set(duel.covers))
    if unknown:
        has = list(duel.covers) or Message("refused.odds.nothing")
        raise NoCover(Message("refused.odds.cover", {"cover": unknown, "has": has}))
    armies = compile_armies((_alone(attacker, system), _alone(target, system)))
    mission = first_mission(system)
    state = rules.initial_state(armies, mission)
    game = Game(armies, rules, mission, state, ScriptedDice([]), 0, log=False)
    ours, theirs = armies.by_key[f"a.{attacker.id}"], armies.by_key[f"b.{target.id}"]
    if fighting is None:
        fighting = not _shoots(duel.weapons(game, ours, False), weapon)
    did = frozenset(name for name, done in (("moved", moved), ("advanced", advanced), ("charged", charged)) if done)
    terms = Terms(fighting, weapon, range_inches, did, overwatch, frozenset(cover))
    duel.stage(game, ours, theirs, terms)
    volleys = duel.attacks(game, ours, theirs, terms)
    if not volleys:
        raise NoAttack(_why_not(attacker, duel.weapons(game, ours, fighting), terms))
    return UnitAttack(duel.rules(game), tuple(volleys), duel.target(game, theirs), tuple(rules.list_unresolved(armies)))


def odds_of(*attacks: UnitAttack) -> Odds:
    """Return the exact odds of attacks on one unit, made one after another in this order.

    Each is made with what it would be made with against the whole unit: as many attacks, with the same weapons.

    Raises:
        ValueError: there is no attack.
    """
    if not attacks:
        raise ValueError("there is no attack")
    rules, struck = attacks[0].rules, attacks[0].target
    volleys = [volley for each in attacks for volley in each.volleys]
    places = exact.places(rules, volleys, struck)
    damage = exact.damage_at(rules, struck, places)
    kills = exact.kills_of(rules, struck, damage)
    rows = tuple(_weapon_row(volley) for volley in volleys)
    expected = {
        "attacks": sum(row["weapons"] * row["attacks"] for row in rows),
        "damage": exact.mean(damage),
        "kills": exact.mean(kills),
    }
    return Odds(
        kills=tuple(round(float(chance), PLACES) for chance in kills),
        damage=tuple(round(float(chance), PLACES) for chance in damage),
        expected={name: round(value, PLACES) for name, value in expected.items()},
        results={name: round(value, PLACES) for name, value in exact.results_at(rules, struck, places).items()},
        weapons=rows,
        unresolved=tuple(row for each in attacks for row in each.unresolved),
    )


def _weapon_row(volley: Volley) -> dict[str, Any]:
    average = sum(number * chance for number, chance in attack_numbers(volley.profile).items())
    return {"weapon": volley.profile.name, "weapons": volley.weapons, "attacks": round(average, PLACES)}


def _alone(unit: Unit, system: str) -> RosterDocument:
    """A document of one unit, which has been checked as a part of its own document."""
    army = Army(
        name=unit.name,
        system=system,
        note="",
        agreed={},
        limits={},
        declarations=(),
        columns={},
        names={},
        costs=unit.costs,
        power_level=None,
        model_count=unit.model_count,
        forces=(),
        units=(unit,),
    )
    return RosterDocument("muster.roster/3", army, Judgement("", True, ()))


def _shoots(ranged: list[str], weapon: str) -> bool:
    """Whether it shoots, where nobody says: the named weapon decides, else whether there is anything to shoot with."""
    plain = weapon.split(" (")[0].casefold()
    return any(plain == name.casefold() for name in ranged) if weapon else bool(ranged)


def _why_not(attacker: Unit, named: list[str], terms: Terms) -> str:
    what = "fight" if terms.fighting else "shoot"
    values = {"unit": attacker.name, "weapon": terms.weapon, "has": named or Message("refused.odds.nothing")}
    if terms.weapon and not any(terms.weapon.split(" (")[0].casefold() == name.casefold() for name in named):
        return Message(f"refused.odds.no-weapon.{what}", values)
    return Message(f"refused.odds.not.{what}", values)
