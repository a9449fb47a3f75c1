"""Command abilities: one in each of their player's hero phases, by the general while it is on the battlefield.

Inspiring Presence is every general's; others stand on its warscroll. Source: AOS-GENERAL-02, AOS-COMMAND-01..04, AOS-Q-25.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from datasheets.systems import system
from exports.document import Command
from resolver.engine.abilities import effects_of
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import lasting
from resolver.rulesets.aos_1e.setting_up import general
from resolver.shared.effects import moments
from resolver.shared.effects.effect_rules import Source
from resolver.shared.effects.sources import sources
from resolver.shared.units import engagement
from resolver.table.geometry import EPSILON

PRESENCE = "inspiring-presence"
RANGE = 12.0
RULE = "AOS-COMMAND-02"
"""Effects of command abilities are known by this rule."""


def command_sources(armies: BattleArmies) -> list[Source]:
    """Return the effects of the command abilities that stand on warscrolls; only the general has them (AOS-COMMAND-02)."""
    return [
        Source(effect, command.name, index, part, rule=RULE, holds=_is_led)
        for index in range(len(armies.units))
        for command in _read_commands(armies, index)
        for part, effect in enumerate(effects_of(command.effects, "unit"))
    ]


def _read_commands(armies: BattleArmies, index: int) -> list[Command]:
    unit = armies.units[index]
    sheets = {sheet.id: sheet for sheet in armies.documents[unit.player].army.units}
    return [command for command in sheets[unit.id].commands if command.id != PRESENCE]


def _is_led(game: Game, source: Source) -> bool:
    leader = general(game, game.owner(source.unit))
    return leader is not None and int(game.state.unit[leader]) == source.unit


def names(game: Game, player: int) -> list[str]:
    """Return the command abilities that the general of a player may use now, by name (AOS-COMMAND-01)."""
    leader = general(game, player)
    if leader is None or game.active != player or game.player_count(player, "commanded"):
        return []
    found = [presence_name(game)] if inspirable(game, player) else []
    return [*found, *dict.fromkeys(source.name for source in due(game, int(game.state.unit[leader])))]


def presence_name(game: Game) -> str:
    """Return the name of the command ability that every general has."""
    return next(command.name for command in system(game.ruleset.id).commands if command.id == PRESENCE)


def due(game: Game, unit: int) -> list[Source]:
    """Return the effects of a general's own command abilities that would reach somebody now."""
    own = [source for source in sources(game).by_trigger.get("phase-start", ()) if source.rule == RULE]
    return moments.find_due(game, "phase-start", unit, only=own)


def inspirable(game: Game, player: int) -> list[int]:
    """Return the units within 12 inches of the general: its own among them (AOS-COMMAND-03, AOS-Q-25)."""
    leader = general(game, player)
    if leader is None:
        return []
    models, state = np.array([leader]), game.state
    own = int(state.unit[leader])
    return [
        unit
        for unit in game.units_on_table(player)
        if unit == own or engagement.gap(game, models, state.standing(unit)) <= RANGE + EPSILON
    ]


def use(game: Game, player: int, name: str) -> Script[None]:
    """The general uses a command ability (AOS-COMMAND-01..04)."""
    leader = general(game, player)
    if leader is None:
        return
    unit = int(game.state.unit[leader])
    fields: dict[str, Any] = {"player": player, "unit": unit, "model": leader, "command": name}
    fields["player_counts"] = {"commanded": 1}
    yield from game.happen("command.used", rules=("AOS-COMMAND-01", "AOS-COMMAND-02"), **fields)
    if name != presence_name(game):
        yield from moments.moment(game, "phase-start", unit, only=[s for s in due(game, unit) if s.name == name])
        return
    keys = [game.key(other) for other in inspirable(game, player)]
    data = yield from game.ask("pick-unit", player, "AOS-COMMAND-03", unit, ability=name, units=keys)
    lasts = lasting.begin(game, player, "steadfast")
    rules = ("AOS-COMMAND-03", "AOS-COMMAND-04")
    yield from game.happen("unit.inspired", unit=game.unit(data["unit"]), by_unit=unit, rules=rules, **lasts)
