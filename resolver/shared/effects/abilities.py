"""Effects of abilities: where they come from, and which of them concern a unit or model now.

`effects(game, kind, unit, model, context)` is the one question. An effect that is written with `until` holds on the units
that its trigger gave it to (a bit in `State`); every other one holds while its bearer stands and its range, keywords and
conditions fit.
"""

from __future__ import annotations

import numpy as np

from datasheets.effects.effect import Effect
from datasheets.values import Change
from resolver.engine.game import Game
from resolver.shared.effects.conditions import holds, is_of_attack
from resolver.shared.effects.context import NO_ATTACK, AttackContext
from resolver.shared.effects.effect_rules import Source
from resolver.shared.effects.sources import MOST_BITS, bearers, home, sources
from resolver.shared.rules import shared_rules
from resolver.shared.units import engagement
from resolver.table.columns import PLACES
from resolver.table.geometry import EPSILON, Indices, distances
from resolver.table.sight import visible

UNTIL = {
    "phase-end": "phase",
    "turn-end": "turn",
    "round-end": "round",
    "own-phase": "own",
    "own-turn": "own",
    "battle-end": "battle",
}
"""Which "lasting" counter holds an effect with this duration."""


def effects(
    game: Game, kind: str, unit: int, model: int | None = None, context: AttackContext = NO_ATTACK, about: str = ""
) -> list[Source]:
    """Return the effects of a kind that concern a unit, or one of its models, now.

    `about` asks only for those about this roll, action or characteristic (its column and whose it is, as "models"). A unit
    that is not on the table is concerned by none. Of auras with one name each part counts once, but where all add up.
    """
    every = sources(game).that_may_concern(unit, f"{kind}/{about}" if about else kind)
    if not every:
        return []
    found: list[Source] = []
    auras: set[tuple[str, int]] = set()
    once = not shared_rules(game).effects.auras_add
    for source in every:
        if (source.name, source.part) in auras and source.aura:
            continue
        if concerns(game, source, unit, model, context):
            found.append(source)
            if source.aura and once:
                auras.add((source.name, source.part))
    return found


def exist(game: Game, kind: str) -> bool:
    """Tell whether anybody in the battle has an effect of a kind."""
    return kind in sources(game).by_kind


def may_concern(game: Game, unit: int, kind: str) -> bool:
    """Tell whether any effect of a kind, and about what follows a slash in it, may ever concern a unit."""
    return bool(sources(game).that_may_concern(unit, kind))


def likeness(game: Game, model: int) -> tuple[int, ...]:
    """Return what tells models of a unit apart to effects and attacks: what holds for one holds for all that are alike."""
    if sources(game).by_model:
        return (model,)
    state = game.state
    return int(state.profile[model]), int(state.loadout[model]), int(state.wounds[model]), int(state.marks[model])


def own(game: Game, kind: str, unit: int) -> list[Effect]:
    """Return the effects of a kind that the unit itself has, wherever it is: for set-up rules."""
    return [source.effect for source in sources(game).by_kind.get(kind, ()) if source.unit == unit]


def own_effects(game: Game, kind: str, model: int) -> list[Source]:
    """Return the effects of a kind that a model on the table has itself, whomever they concern."""
    unit = int(game.state.unit[model])
    every = [source for source in sources(game).by_kind.get(kind, ()) if source.unit == unit]
    return [s for s in every if model in bearers(game, s) and holds(game, s, s.effect.when, unit, model, NO_ATTACK)]


def changes(game: Game, key: str, model: int, context: AttackContext = NO_ATTACK, of: str = "models") -> list[Change]:
    """Return what changes a characteristic of a model, or (`of` "weapons") of the weapon of the attack in `context`."""
    return [source.change for source in changing_effects(game, key, model, context, of)]


def changing_effects(game: Game, key: str, model: int, context: AttackContext, of: str) -> list[Source]:
    """Return the effects that change a characteristic of a model, or of the weapon of the attack in `context`."""
    unit = int(game.state.unit[model])
    every = effects(game, "modify-characteristic", unit, model, context, f"{key}/{of}")
    if every and of == "weapons" and context.weapon and effects(game, "unchanging", unit, model, context):
        every = [source for source in every if source.weapon == context.weapon.index]
    return every


def roll_changes(
    game: Game, roll: str, unit: int, model: int | None = None, context: AttackContext = NO_ATTACK
) -> list[Change]:
    """Return what changes the result of a roll that this unit or model makes."""
    return [source.change for source in effects(game, "modify-roll", unit, model, context, roll)]


def rerolls(game: Game, roll: str, unit: int, model: int | None = None, context: AttackContext = NO_ATTACK) -> list[Source]:
    """Return the effects that let this unit or model make a roll again."""
    return effects(game, "re-roll", unit, model, context, roll)


def may(
    game: Game, action: str, unit: int, allowed: bool, model: int | None = None, context: AttackContext = NO_ATTACK
) -> bool:
    """Return whether a unit, or a model of it, may do what the rules allow it or not, after what permits and forbids it."""
    if effects(game, "forbid", unit, model, context, action):
        return False
    return allowed or bool(effects(game, "permit", unit, model, context, action))


def may_close(game: Game, unit: int, other: int) -> bool:
    """Tell whether a unit can charge another one and attack it in melee: some let only units with certain keywords do so."""
    every = [source.effect["keywords"] for source in effects(game, "aloof", other)]
    return all(engagement.unit_keywords(game, unit).has_any(keywords) for keywords in every)


def concerns(game: Game, source: Source, unit: int, model: int | None, context: AttackContext) -> bool:
    """Tell whether an effect holds for a unit, or for one of its models, now."""
    effect = source.effect
    if source.lasting is not None:
        if effect.on not in shared_rules(game).effects.moments:
            return False
        if source.lasting >= MOST_BITS or not game.count(unit, f"lasting-{UNTIL[effect.until]}") >> source.lasting & 1:
            return False
        now = [condition for condition in effect.when if is_of_attack(game, condition)]
        return _is_bearer(game, source, model) and holds(game, source, now, unit, model, context)
    if not _may_concern(source, home(game, source), unit, context):
        return False
    models = bearers(game, source)
    return (
        len(models) > 0
        and (home(game, source) == unit or len(game.state.standing(unit)) > 0)
        and in_scope(game, source, models, unit, model, context)
        and holds(game, source, effect.when, unit, model, context)
    )


def _may_concern(source: Source, own: int, unit: int, context: AttackContext) -> bool:
    """Tell whether an effect of the unit `own` is of this unit, weapon or target, where that decides; cheap."""
    scope = source.effect.to.scope
    if scope == "weapon":
        return own == unit and context.weapon is not None and context.weapon.index == source.weapon
    if scope == "target":
        return context.target == unit and context.unit == own
    return own == unit or scope not in ("bearer", "unit")


def _is_bearer(game: Game, source: Source, model: int | None) -> bool:
    return source.effect.to.scope != "bearer" or model is None or model in bearers(game, source)


def in_scope(game: Game, source: Source, models: Indices, unit: int, model: int | None, context: AttackContext) -> bool:
    """Tell whether a unit or model is among those that an effect concerns, seen from the models that have it."""
    to, owner, own = source.effect.to, game.owner(source.unit), home(game, source)
    if to.scope == "bearer":
        return unit == own and (model is None or model in models)
    if to.scope == "unit":
        return unit == own
    if to.scope == "weapon":
        return context.weapon is not None and context.weapon.index == source.weapon and context.unit == unit
    if to.scope == "target":
        return context.target == unit and context.unit == own
    left_out = "enemy-" if game.owner(unit) == owner else "friendly-"
    if to.scope.startswith(left_out) or (unit == own and not to.own):
        return False
    models = _carriers(game, source, models) if to.carriers else models
    if not (_has_keywords(game, source, unit, model) and _is_near(game, source, models, unit, model)):
        return False
    return not to.visible or unit == own or bool(visible(game.state, models, game.state.standing(unit)).any())


def _has_keywords(game: Game, source: Source, unit: int, model: int | None) -> bool:
    to = source.effect.to
    if to.scope.endswith("models") and model is not None:
        words = game.armies.profiles[game.state.profile[model]].keywords
    else:
        words = engagement.unit_keywords(game, unit)
    return words.has_all(to.keywords) and not words.has_any(to.without)


def _carriers(game: Game, source: Source, models: Indices) -> Indices:
    """Return the friendly models that carry an effect on: those with its keywords near a model that has it."""
    state, to = game.state, source.effect.to
    friends = state.standing_of(game.owner(source.unit))
    profiles = game.armies.profiles
    chosen: Indices = friends[
        np.array([profiles[state.profile[m]].keywords.has_all(to.carriers) for m in friends], dtype=bool)
    ]
    if not len(models) or not len(chosen):
        return np.zeros(0, dtype=np.intp)
    near = distances(state.bodies(chosen), state.bodies(models)).min(1) <= to.carriers_range + EPSILON
    return np.asarray(chosen[near])


def _is_near(game: Game, source: Source, models: Indices, unit: int, model: int | None) -> bool:
    reach = source.effect.to.range
    single = source.effect.to.scope.endswith("models") and model is not None
    if reach is None or (unit == home(game, source) and not single):
        return True  # a model is always within range of its own aura
    whom = np.array([model]) if single else game.state.standing(unit)
    key = ("near", models.tobytes(), whom.tobytes())
    return game.cache(PLACES, key, lambda: engagement.gap(game, models, whom)) <= reach + EPSILON
