"""Which action a unit may take in which state, and what may follow what: one table, which docs/grundregelwerk.md shows.

A cell is "yes" or the rule that forbids the action. Source: GRW-ACTION-01..04, GRW-PINNED-01, GRW-FLEE-02, -03,
GRW-VEHICLE-07..09, GRW-Q-29, -30, -35, -64, -82, -83, -93.
"""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Refusal
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import states, traits
from resolver.rulesets.grundregelwerk.names import ACTIONS
from resolver.rulesets.grundregelwerk.sight import seen_units
from resolver.rulesets.grundregelwerk.weapons import guns

FREE_MOVE, END = "free-move", "end"
"""The free Move of a Fast unit, and taking no more actions."""
YES = "yes"
STATES = ("free", "pinned", "fleeing", "in-combat", "shaken", "stunned", "immobilised")
_TEXT = """
                  free             pinned         fleeing      in-combat  shaken           stunned          immobilised
move              yes              GRW-PINNED-01  GRW-FLEE-03  GRW-Q-35   yes              GRW-VEHICLE-08   GRW-VEHICLE-09
sprint            yes              GRW-PINNED-01  GRW-FLEE-03  GRW-Q-35   yes              GRW-VEHICLE-08   GRW-VEHICLE-09
free-move         yes              GRW-Q-60       GRW-Q-60     GRW-Q-35   yes              GRW-VEHICLE-08   GRW-VEHICLE-09
shoot             yes              GRW-PINNED-01  GRW-FLEE-03  GRW-Q-35   GRW-VEHICLE-07   GRW-VEHICLE-08   yes
suppressive-fire  yes              GRW-PINNED-01  GRW-FLEE-03  GRW-Q-35   GRW-VEHICLE-07   GRW-VEHICLE-08   yes
take-cover        yes              GRW-PINNED-01  GRW-FLEE-03  yes        yes              yes              yes
secure-area       yes              GRW-PINNED-01  GRW-FLEE-03  GRW-Q-35   yes              yes              yes
close-combat      GRW-ACTMELEE-01  GRW-PINNED-01  GRW-FLEE-03  yes        GRW-ACTMELEE-01  GRW-ACTMELEE-01  GRW-ACTMELEE-01
flee              GRW-Q-93         GRW-Q-93       yes          GRW-Q-93   GRW-Q-93         GRW-Q-93         GRW-Q-93
rally             GRW-Q-93         yes            yes          GRW-Q-93   GRW-Q-93         GRW-Q-93         GRW-Q-93
"""
TABLE = {row.split()[0]: dict(zip(STATES, row.split()[1:], strict=True)) for row in _TEXT.strip().splitlines()[1:]}
"""For each action what each state says of it: YES, or the rule that forbids it."""
NO_CONTACT = "GRW-ACTMELEE-01"
"""What a free unit is refused Close Combat by, unless it touches an enemy that has fled and has not got away."""
REACTIONS = ("move", "shoot", "close-combat")
"""The actions that may be a reaction (GRW-Q-33)."""
_CODES = {
    "GRW-PINNED-01": "action.pinned",
    "GRW-FLEE-03": "action.fleeing",
    "GRW-Q-35": "action.in-combat",
    "GRW-Q-60": "action.no-free-move",
    "GRW-VEHICLE-07": "action.shaken",
    "GRW-VEHICLE-08": "action.stunned",
    "GRW-VEHICLE-09": "action.immobilised",
    "GRW-ACTMELEE-01": "action.no-contact",
    "GRW-Q-93": "action.not-broken",
}
"""The sentence for each rule of the table."""


def actions_taken(game: Game, unit: int) -> list[str]:
    """Return the actions that a unit has taken in its activation, free ones left out, in the order of the list."""
    return [action for action in ACTIONS if game.has_mark(unit, f"did-{action}")]


def refusal(game: Game, unit: int, action: str, *, reaction: bool = False) -> Refusal | None:
    """Return why a unit may not take an action now, None if it may; a `reaction` is no part of an activation."""
    if not reaction and (found := _sequence(game, unit, action)):
        return found
    if action == END:
        return None
    return _by_state(game, unit, action) or _by_means(game, unit, action)


def _sequence(game: Game, unit: int, action: str) -> Refusal | None:
    """What has been done says what may follow: two different short actions or one long action, free ones aside."""
    done = actions_taken(game, unit)
    if action == END:
        due = states.is_fleeing(game, unit) and "flee" not in done
        return Refusal("GRW-FLEE-02", "action.must-flee") if due else None
    if action == FREE_MOVE:
        if not traits.has(game, unit, "fast"):
            return Refusal("GRW-SPECIAL-02", "action.not-fast")
        if "flee" in done:  # who rallied after it acts normally from the next activation on
            return Refusal("GRW-Q-29", "action.all-done")
        return Refusal("GRW-SPECIAL-02", "action.free-move-used") if game.has_mark(unit, FREE_MOVE) else None
    if action in done:
        return Refusal("GRW-ACTION-02", "action.twice")
    lengths = {ACTIONS[each].length for each in done}
    if "long" in lengths or len(done) >= 2:
        return Refusal("GRW-ACTION-01", "action.all-done")
    if done and ACTIONS[action].length == "long":
        return Refusal("GRW-ACTION-01", "action.long-after-short")
    if action == "rally" and states.is_fleeing(game, unit) and "flee" not in done:
        return Refusal("GRW-Q-29", "action.flee-first")
    return None


def _by_state(game: Game, unit: int, action: str) -> Refusal | None:
    row, state = TABLE[action], states.state_of(game, unit)
    if row[state] == NO_CONTACT and states.foes_in_contact(game, unit):
        return None
    if row[state] != YES:
        return Refusal(row[state], _CODES[row[state]])
    if state == "fleeing":
        return None
    for condition in states.conditions_of(game, unit):
        if row[condition] not in (YES, row["free"]):
            return Refusal(row[condition], _CODES[row[condition]])
    return None


def _by_means(game: Game, unit: int, action: str) -> Refusal | None:
    """What an action needs beside the state of its unit: somebody who can move, guns and somebody to shoot at."""
    if action in ("move", "sprint", FREE_MOVE) and not len(states.able_to_move(game, unit)):
        return Refusal("GRW-VEHICLE-09", "action.immobilised")
    if action in ("shoot", "suppressive-fire"):
        if not any(guns(game, int(model)) for model in states.able_to_shoot(game, unit)):
            return Refusal("GRW-ACTSHOOT-01", "action.no-guns")
        if not targets(game, unit):
            return Refusal("GRW-RANGED-02", "action.nobody-seen")
    return None


def targets(game: Game, unit: int) -> list[int]:
    """Return the enemy units that a unit may shoot at: those that it sees and that are in no close combat (GRW-Q-35)."""
    return [foe for foe in seen_units(game, unit) if not states.in_combat(game, foe)]


def possible(game: Game, unit: int) -> Iterator[str]:
    """Yield the actions that a unit may take now in its activation; END last, where it may take no more."""
    for action in (*TABLE, END):
        if refusal(game, unit, action) is None:
            yield action


def refusals(game: Game, unit: int) -> Iterator[tuple[str, Refusal]]:
    """Yield every action that a unit may not take now, and why; the free Move only where the unit is Fast."""
    for action in TABLE:
        if action != FREE_MOVE or traits.has(game, unit, "fast"):
            found = refusal(game, unit, action)
            if found is not None:
                yield action, found
