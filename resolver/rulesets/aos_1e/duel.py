"""One unit against another outside any battle, for odds: both stand on an empty table, and every model attacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from datasheets.values import Change
from resolver.attack import exact
from resolver.attack.profile import TargetProfile, Volley
from resolver.engine.duel import Duel, Terms, place_apart
from resolver.engine.game import Game
from resolver.engine.modifiers import Origin
from resolver.rulesets.aos_1e import reader, weapons
from resolver.rulesets.aos_1e.weapons import Carried
from resolver.shared.attacks.pools import Shots
from resolver.shared.rules import shared_rules
from resolver.table.geometry import EPSILON

MELEE_GAP, SHOOTING_GAP = 0.5, 12.0
DID = {"advanced": "ran", "moved": "moved", "charged": "charged"}
"""What a unit may have done this turn, by the marks for it."""
COVERS = {
    "cover": Change("add", 1, Origin(rule="AOS-COVER-01")),
    "mystic-shield": Change("add", 1, Origin(rule="AOS-SHIELD-03")),
}
"""What may protect the target, and what it does to save rolls; both add up (AOS-Q-23)."""


def stage(game: Game, attacker: int, target: int, terms: Terms) -> None:
    """Stand all models of both units on the table, every one equally far from the enemy, after what the attacker did."""
    state = game.state
    gap = MELEE_GAP if terms.fighting else SHOOTING_GAP if terms.range_inches is None else terms.range_inches
    place_apart(game, attacker, target, gap)
    for did in terms.did:
        if did in DID:
            state.write("unit_marks", attacker, game.ruleset.names.unit_marks[DID[did]], np.bitwise_or)
    state.phase = game.ruleset.step("fight" if terms.fighting else "shoot")


def attacks(game: Game, attacker: int, target: int, terms: Terms) -> list[Volley]:
    """Return all attacks of a unit on another: every weapon with its best row (AOS-SHOOT-03, AOS-COMBAT-08)."""
    found: dict[Volley, int] = {}
    alike: dict[tuple[int, ...], list[Volley]] = {}
    for model in map(int, game.state.standing(attacker)):
        key = (int(game.state.loadout[model]), int(game.state.wounds[model]))
        if key not in alike:
            alike[key] = list(_of_model(game, model, target, terms))
        for volley in alike[key]:
            found[volley] = found.get(volley, 0) + 1
    return [Volley(volley.profile, number, volley.target) for volley, number in found.items()]


def _of_model(game: Game, model: int, target: int, terms: Terms) -> Iterator[Volley]:
    slots: dict[int, list[Volley]] = {}
    for held in weapons.find_carried(game, model, ranged=not terms.fighting):
        if _is_used(game, model, held, terms):
            shots = Shots(int(game.state.unit[model]), target, (model,), held.row, not terms.fighting)
            made = (_protect(game, volley, target, terms) for volley in reader.volleys(game, [shots]))
            slots.setdefault(held.slot, []).extend(made)
    for volleys in slots.values():
        yield max(volleys, key=lambda volley: worth(game, volley)) if len(volleys) > 1 else volleys[0]


def _protect(game: Game, volley: Volley, target: int, terms: Terms) -> Volley:
    """Let a target save with what is said to protect it."""
    if not terms.cover:
        return volley
    struck, more = volley.target or reader.target(game, target), [COVERS[name] for name in sorted(terms.cover)]
    models = (model._replace(armour_changes=(*model.armour_changes, *more)) for model in struck.models)
    return replace(volley, target=TargetProfile(tuple(models)))


def _is_used(game: Game, model: int, held: Carried, terms: Terms) -> bool:
    wanted, far = terms.weapon.casefold(), terms.range_inches
    if wanted not in ("", held.row.weapon.casefold(), held.row.label.casefold()):
        return False
    if far is None:
        return True
    least, most = weapons.reach(game, model, held, int(game.state.unit[model]))
    return far <= most + EPSILON and not (least and far <= least + EPSILON)


def worth(game: Game, volley: Volley) -> float:
    """Return how many wounds attacks inflict on average."""
    return exact.mean(exact.damage(shared_rules(game).attacks, [volley], volley.target)) if volley.target else 0.0


def names(game: Game, unit: int, fighting: bool) -> list[str]:
    """Return the names of the missile weapons, or melee weapons, of a unit."""
    models = map(int, game.state.models_of(unit))
    every = (held.row.weapon for model in models for held in weapons.find_carried(game, model, ranged=not fighting))
    return list(dict.fromkeys(every))


DUEL = Duel(
    stage=stage,
    attacks=attacks,
    target=lambda game, unit: reader.target(game, unit),
    weapons=names,
    rules=lambda game: shared_rules(game).attacks,
    covers=tuple(COVERS),
)
