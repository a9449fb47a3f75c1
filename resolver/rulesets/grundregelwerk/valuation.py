"""What options are worth to the program that looks no further than the next action. It throws no dice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import (
    allowed,
    approach,
    marching,
    profiles,
    states,
    weapons,
    worth,
)
from resolver.rulesets.grundregelwerk.allowed import END
from resolver.rulesets.grundregelwerk.position import Outlook
from resolver.shared.field import objectives
from resolver.shared.moves.ends import ends_of

SECURE, COVER = 0.3, 0.12
"""What a reaction is worth of a shot now, and cover of what the unit is worth, where enemies are near."""


def marker_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Place markers near one's own edge."""
    top = game.player_count(decision.player, "edge") == 2
    depth = game.state.board.depth
    return [-(depth - data["at"][1] if top else data["at"][1]) for data in options]


def set_up_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Set up near markers and near the middle of the table; guns need not be in front."""
    found = []
    markers = objectives.placed_markers(game)
    aims = markers if len(markers) else np.array([[game.state.board.width / 2, game.state.board.depth / 2]])
    for data in options:
        if data["poses"] is None:
            found.append(-1000.0)
            continue
        at = np.array([row[1:3] for row in data["poses"]], dtype=np.float64).mean(0)
        found.append(-float(np.hypot(*(aims - at).T).min()))
    return found


def loss_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Lose the model that is worth least: the one with the weakest weapons, far from the enemy."""
    unit = game.unit(decision.subject)
    sign = -1.0 if decision.player == game.owner(unit) else 1.0
    return [sign * _model_rank(game, data["model"]) for data in options]


def allocation_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Let those save who save best, and who are worth least; a Sniper wants the opposite."""
    unit = game.unit(decision.subject)
    sign = 1.0 if decision.player == game.owner(unit) else -1.0
    found = []
    for data in options:
        rw = profiles.save(game, data["model"]) or profiles.NONE
        found.append(sign * (-float(rw) - 0.5 * _model_rank(game, data["model"])))
    return found


def _model_rank(game: Game, model: int) -> float:
    arms = weapons.slots(game, model)
    power = sum(each.rate * (1 + each.fp) for each in arms) + profiles.attacks(game, model)
    return power + 5.0 * game.model_marked(model, "general") + 0.1 * int(game.state.wounds[model])


def general_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Name the model of the unit that lasts longest."""
    return [worth.unit_worth(game, int(game.state.unit[data["model"]])) for data in options]


def activation_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Activate first who has most to gain now, or most to lose by waiting."""
    found = []
    for data in options:
        if data["unit"] is None:
            found.append(shout_value(game, decision.player))
            continue
        unit = game.unit(data["unit"])
        found.append(_urgency(game, unit))
    return found


def shout_value(game: Game, player: int) -> float:
    """A Waaaaagh! is worth it once many can use it."""
    units = [unit for unit in game.units_on_table(player) if states.state_of(game, unit) == "free"]
    near = sum(_nearest(game, unit) <= 14.0 for unit in units)
    return 1000.0 if 2 * near >= max(len(units), 1) and near else -1000.0


def _nearest(game: Game, unit: int) -> float:
    foes = game.units_on_table(1 - game.owner(unit))
    return min((float(worth.gaps_between(game, unit, foe).min()) for foe in foes), default=99.0)


def _urgency(game: Game, unit: int) -> float:
    state = states.state_of(game, unit)
    if state in ("pinned", "fleeing"):
        return 1.0
    if state == "in-combat":
        return 20.0 + max((worth.fight_value(game, unit, foe) for foe in states.foes_to_fight(game, unit)), default=0.0)
    best = max((shot_value(game, unit, foe) for foe in allowed.targets(game, unit)), default=0.0)
    return 5.0 + best + 0.05 * worth.unit_worth(game, unit)


def shot_value(game: Game, unit: int, foe: int, *, suppressing: bool = False, eager: float = 0.0) -> float:
    """Return what shooting at an enemy now is worth; `eager` more where it has yet to act in this round."""
    loss = worth.fire(game, unit, foe, worth.gaps_between(game, unit, foe), suppressing=suppressing)
    waits = eager if not game.has_mark(foe, "activated") else 0.0
    if not suppressing:
        return worth.damage_value(game, foe, loss) * (1.0 + waits)
    chance = (1.0 - float(np.exp(-loss))) * (profiles.morale(game, foe) - 1) / 6
    fresh = 0.45 if not game.has_mark(foe, "activated") else 0.25
    return chance * (fresh + waits) * worth.unit_worth(game, foe) * (0.3 if states.is_pinned(game, foe) else 1.0)


def best_shot(game: Game, unit: int, *, suppressing: bool = False, eager: float = 0.0) -> float:
    """Return what the best target is worth now."""
    targets = allowed.targets(game, unit)
    return max((shot_value(game, unit, foe, suppressing=suppressing, eager=eager) for foe in targets), default=0.0)


def action_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh actions each by itself."""
    unit = game.unit(decision.subject)
    return [action_value(game, unit, data["action"]) for data in options]


def action_value(game: Game, unit: int, action: str) -> float:
    """Return what one action is worth now."""
    if action == END:
        return 0.0
    if action in ("flee", "rally"):
        return 5.0
    if action == "shoot":
        return best_shot(game, unit)
    if action == "suppressive-fire":
        return best_shot(game, unit, suppressing=True)
    if action == "close-combat":
        return max((worth.fight_value(game, unit, foe) for foe in states.foes_to_fight(game, unit)), default=0.0)
    if action == "secure-area":
        return SECURE * max(best_shot(game, unit), 0.3) if worth.reach_of(game, unit) else 0.01
    if action == "take-cover":
        return COVER * min(Outlook(game, unit).danger_here(), worth.unit_worth(game, unit))
    return best_move(game, unit, action) - 0.02


def best_move(game: Game, unit: int, action: str) -> float:
    """Return how much better off a unit is after its best move than where it stands."""
    outlook = Outlook(game, unit, after_move=action != "sprint")
    kind = action
    found = [outlook.value(ends_of(game, unit, data["moves"])) for data in moves_of(game, unit, kind)]
    return max(found, default=-1.0) - outlook.value(outlook.here)


def moves_of(game: Game, unit: int, kind: str) -> list[Data]:
    """Return the moves that are proposed to a unit."""
    return list(approach.proposals(game, unit, kind, lambda data: marching.refusal(game, unit, kind, data)))


def march_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh moves by where they lead."""
    unit = game.unit(decision.subject)
    outlook = Outlook(game, unit, after_move=decision.data["move"] not in ("sprint", "reaction-move", "vanguard"))
    return [outlook.value(ends_of(game, unit, data["moves"])) for data in options]


def fire_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh targets by what is taken from them."""
    unit, suppressing = game.unit(decision.subject), decision.data["suppressing"]
    return [
        shot_value(game, unit, game.unit(data["shots"][0]["target"]), suppressing=suppressing) if data["shots"] else 0.0
        for data in options
    ]


def fight_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh enemies in close combat."""
    unit = game.unit(decision.subject)
    return [worth.fight_value(game, unit, game.unit(data["unit"])) for data in options]


def blade_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Choose the melee weapon that does most to an average enemy."""
    carried = weapons.blades(game, decision.data["model"])
    chosen = [carried[data["weapon"]] for data in options]
    return [weapons.melee_dice(game, decision.data["model"], arms) * (1.0 + arms.fp) for arms in chosen]


def weapon_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Destroy the weapon that does most."""
    arms = {each.slot: each for each in weapons.slots(game, decision.data["model"])}
    return [
        arms[data["slot"]].rate * (1.0 + arms[data["slot"]].fp) * (1.5 if arms[data["slot"]].ranged else 1.0)
        for data in options
    ]


def reaction_values(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """React where it takes something."""
    found = []
    for data in options:
        if data["unit"] is None:
            found.append(0.05)
        elif data["action"] == "move":
            found.append(0.0)
        else:
            found.append(action_value(game, game.unit(data["unit"]), data["action"]))
    return found
