"""What an edition says about shooting, charging and fighting, as numbers and small functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from resolver.attack.check import Changes, Check
from resolver.engine.decision import Data, Refusal
from resolver.engine.game import Game
from resolver.families.wh40k.attacks.sightings import Shot, Sightings
from resolver.shared.attacks.arms import Arm
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.context import AttackContext
from resolver.shared.moves.moving import Mover


@dataclass(frozen=True, slots=True)
class Blast:
    """At least `least` attacks against `least_from` models or more, and as many as possible against `most_from` or more."""

    least: int
    least_from: int
    most_from: int


@dataclass(frozen=True, slots=True)
class Heroics:
    """Who may make a Heroic Intervention: with an enemy so near, in inches, vertically where `up` is given.

    `engaged`: also who is engaged already; `alone`: of a unit only the models that have the keyword CHARACTER.
    """

    across: float
    up: float | None
    engaged: bool
    alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """One edition.

    Args:
        rolls: the hit and the wound roll: how far modifiers go, and which unmodified results always pass or fail.
        target_refusal: why a weapon may not be shot at a target, with regard to who is near to whom.
        sheltered: may a model not shoot at a target because others are closer?
        joint_refusals: rules about several weapons of a unit together, beyond those that editions share.
        barred: are declared shots lost when their turn comes, after the unit was engaged with these when it declared them?
        fires_once: each weapon may be shot once in a phase, whatever lets its unit shoot again.
        falls_back_and_shoots: units with this keyword may shoot after they fell back.
        hit_penalties: what rules about weapons subtract from the hit roll of an attack.
        cover: what is added to the saving throws of a unit against an attack.
        blast: what Blast does to the number of attacks; None where there is no such rule.
        overwatch: may every target of a charge fire Overwatch, without an ability that lets it?
        allocated_first: do attacks go on to a model that one was allocated to in this phase, though it lost no wounds?
        near_at_start: may only units charge that were near an enemy when the phase began?
        charge_refusal: why the end of a charge move is no success.
        charges_all: must a charge move reach every target? Else one of them.
        may_decline: may a player see the charge roll and not move?
        heroics: who may make a Heroic Intervention.
        flies_always: models with FLY fly in charges and in all short moves towards the enemy, over terrain as well.
        second_rank: how near a mate of a fighting model must be, and that one to the enemy, in inches.
        strikes_interveners: may a unit that charged attack units that made a Heroic Intervention?
        opponent_first: does the player whose turn it is not select the first unit to fight?
    """

    rolls: Mapping[str, Check]
    target_refusal: Callable[[Sightings, Shot, Arm], Refusal | None]
    sheltered: Callable[[Sightings, Shot], bool]
    joint_refusals: tuple[Callable[[Sightings, list[Shot]], Refusal | None], ...] = ()
    barred: Callable[[Game, frozenset[int], Shots], bool] = lambda game, engaged, shots: False
    fires_once: bool
    falls_back_and_shoots: str
    hit_penalties: Callable[[Game, AttackContext], Changes]
    cover: Callable[[Game, int, AttackContext], Changes] = lambda game, unit, now: ()
    blast: Blast | None = None
    overwatch: bool
    allocated_first: bool
    near_at_start: bool
    charge_refusal: Callable[[Mover, frozenset[int], Data], Refusal | None]
    charges_all: bool
    may_decline: bool
    heroics: Heroics
    flies_always: bool
    second_rank: float
    strikes_interveners: bool
    opponent_first: bool
