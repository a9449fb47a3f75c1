"""An activation: its player picks a unit, which takes two different short actions or a long one; free ones come on top.

Source: GRW-ACTION-01, -02, GRW-ROUND-05..08, GRW-FLEE-02..04, GRW-SECURE-01, GRW-COVERACT-01, -02, GRW-SPECIAL-02, -10,
-11, GRW-Q-28, -60, -64, -80.
"""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import allowed, combat, fleeing, marching, morale, shooting, states, traits
from resolver.rulesets.grundregelwerk.allowed import END, FREE_MOVE
from resolver.rulesets.grundregelwerk.names import ACTIONS
from resolver.rulesets.grundregelwerk.toll import ActionToll
from resolver.turns.alternating import not_activated

WAAAAAGH = "waaaaagh"
MOVES = {
    "move": ("GRW-ACTMOVE-01", "GRW-Q-91"),
    "sprint": ("GRW-SPRINT-01", "GRW-SPRINT-02"),
    FREE_MOVE: ("GRW-SPECIAL-02",),
}
"""The kinds of Move that an activation may have, with what each cites."""


def units_to_activate(game: Game, player: int) -> list[int]:
    """Return the units that a player may activate now: those that flee before all others (GRW-FLEE-04, GRW-Q-28)."""
    waiting = not_activated(game, player)
    return [unit for unit in waiting if states.is_fleeing(game, unit)] or waiting


def activate(game: Game) -> Script[bool]:
    """The player who is to activate picks a unit, or announces a Waaaaagh! first."""
    player = game.active
    units = units_to_activate(game, player)
    if not units:
        return True
    keys, loud = [game.key(unit) for unit in units], may_shout(game, player)
    fleeing_first = any(states.is_fleeing(game, unit) for unit in units)
    data = yield from game.ask("activate", player, "GRW-ROUND-05", units=keys, waaaaagh=loud, fleeing=fleeing_first)
    if data["waaaaagh"]:
        yield from _waaaaagh(game, player)
        return game.decided
    unit = game.unit(data["unit"])
    rules = ("GRW-ROUND-05", "GRW-ROUND-06", "GRW-ROUND-08", *(("GRW-FLEE-04", "GRW-ROUND-07") if fleeing_first else ()))
    yield from game.happen("unit.activated", unit=unit, player=player, marks=["activated", "acting"], rules=rules)
    return True


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every unit that may be activated, and the Waaaaagh! where it may be announced."""
    yield from ({"unit": key, WAAAAAGH: False} for key in decision.data["units"])
    if decision.data[WAAAAAGH]:
        yield {"unit": None, WAAAAAGH: True}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a unit that may not be activated now, and a second Waaaaagh!."""
    if data[WAAAAAGH]:
        if data["unit"] is not None:
            return Refusal("GRW-Q-60", "activate.one-thing", {})
        if game.player_count(decision.player, WAAAAAGH):
            return Refusal("GRW-SPECIAL-10", "activate.shouted", {})
        return None if decision.data[WAAAAAGH] else Refusal("GRW-SPECIAL-10", "activate.nobody-shouts", {})
    if data["unit"] in decision.data["units"]:
        return None
    unit = game.armies.by_key.get(data["unit"] or "")
    if unit is None or game.owner(unit) != decision.player or not game.on_table(unit):
        return Refusal("GRW-ROUND-05", "activate.not-yours", {})
    if game.has_mark(unit, "activated"):
        return Refusal("GRW-ROUND-08", "activate.again", {"unit": data["unit"]})
    return Refusal("GRW-FLEE-04", "activate.fleeing-first", {"unit": data["unit"]})


def acting_unit(game: Game) -> int | None:
    """Return the unit whose activation it is, None where it is gone or there is none."""
    return next((unit for unit in game.units_on_table(game.active) if game.has_mark(unit, "acting")), None)


def act(game: Game) -> Script[bool]:
    """The active unit takes one action; return whether its activation is over."""
    unit = acting_unit(game)
    if unit is None or game.has_mark(unit, "spent"):
        return True
    refused = [[action, found.rule, found.code] for action, found in allowed.refusals(game, unit)]
    done = allowed.actions_taken(game, unit)
    data = yield from game.ask("action", game.owner(unit), "GRW-ACTION-01", unit, done=done, refused=refused)
    action = data["action"]
    if action == END:
        return True
    yield from perform(game, unit, action, "action")
    return False


def action_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every action that the unit may take now."""
    return ({"action": action} for action in allowed.possible(game, game.unit(decision.subject)))


def action_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse an action that the table of actions and states, or what was done before, forbids."""
    action = data["action"]
    if action != END and action not in allowed.TABLE:
        return Refusal("GRW-ACTION-03", "action.unknown", {})
    return allowed.refusal(game, game.unit(decision.subject), action)


def perform(game: Game, unit: int, action: str, manner: str) -> Script[None]:
    """A unit takes an action; `manner` is "action", "free" or "reaction". Enemies may react to it."""
    own = manner == "action"
    marks = [FREE_MOVE if action == FREE_MOVE else f"did-{action}"] if own else []
    rule = "GRW-SPECIAL-02" if action == FREE_MOVE else ACTIONS[action].rule
    cited = {"reaction": ("GRW-SECURE-03", rule), "free": ("GRW-SPECIAL-10", rule)}.get(manner, (rule,))
    yield from game.happen(
        "action.began", unit=unit, action=action, manner=manner, marks=marks, counts={"actions": 1}, rules=cited
    )
    yield from _do(game, unit, action, manner)
    if manner != "reaction":
        yield from game.happen("action.ended", unit=unit, action=action, manner=manner)


def _do(game: Game, unit: int, action: str, manner: str) -> Script[None]:
    toll = ActionToll.of(game)
    if action in MOVES:
        kind = {"reaction": "reaction-move", "free": FREE_MOVE}.get(manner, action)
        yield from marching.march(game, unit, kind, toll, MOVES[action])
    elif action in ("shoot", "suppressive-fire"):
        yield from shooting.shoot(game, unit, toll, suppressing=action != "shoot")
    elif action == "close-combat":
        yield from combat.fight(game, unit, toll)
    elif action == "flee":
        yield from fleeing.flee(game, unit, ("GRW-ACTFLEE-02", "GRW-FLEE-01", "GRW-FLEE-02", "GRW-FLEE-08"))
    elif action == "rally":
        yield from morale.rally(game, unit)
    elif action == "secure-area":
        yield from game.happen("area.secured", unit=unit, counts={"reaction": 1}, rules=("GRW-SECURE-01",))
    elif action == "take-cover":
        yield from game.happen("cover.taken", unit=unit, marks=["covered"], rules=("GRW-COVERACT-01", "GRW-COVERACT-02"))


def may_shout(game: Game, player: int) -> bool:
    """Tell whether a player may announce a Waaaaagh!: once, while a unit with it is on the table (GRW-Q-89)."""
    if game.player_count(player, WAAAAAGH):
        return False
    return any(traits.has(game, unit, WAAAAAGH) for unit in game.units_on_table(player))


def _waaaaagh(game: Game, player: int) -> Script[None]:
    """All units make a free Move, one after the other, then all that are in close combat fight for free (GRW-Q-60)."""
    yield from game.happen(
        "waaaaagh.announced", player=player, player_counts={WAAAAAGH: 1}, rules=("GRW-SPECIAL-10", "GRW-SPECIAL-11")
    )
    for unit in game.units_on_table(player):
        able = game.on_table(unit) and states.state_of(game, unit) == "free" and len(states.able_to_move(game, unit))
        if able:
            yield from perform(game, unit, "move", "free")
    for unit in game.units_on_table(player):
        able = game.on_table(unit) and states.state_of(game, unit) in ("free", "in-combat")
        if able and states.foes_in_contact(game, unit):
            yield from perform(game, unit, "close-combat", "free")
