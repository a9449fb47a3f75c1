"""The hero phase: spells, a command ability, sacrifices and other abilities, in any order that the player chooses.

The opponent's abilities for every hero phase follow. Before the battle abilities for that time are used, player by player.
Source: AOS-HERO-01..04, AOS-PREBATTLE-01..03, AOS-COMMAND-01, AOS-WIZARD-02, AOS-SCENTAB-02, AOS-Q-49.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import commands, reserves, scenery, spells
from resolver.rulesets.aos_1e.setting_up import general
from resolver.shared.effects import moments
from resolver.shared.effects.effect_rules import Source
from resolver.shared.effects.sources import sources
from resolver.shared.rolling import roll_off

Action = dict[str, Any]
"""Something that a player may do in a hero phase: `do` says what, the rest with whom and what."""
PHASE = "hero"


def act(game: Game) -> Script[bool]:
    """The player whose turn it is does one thing; or no more (AOS-HERO-04)."""
    return (yield from _act(game, game.active))


def reply(game: Game) -> Script[bool]:
    """The opponent uses one of its abilities for every hero phase; or no more (AOS-HERO-03, -04)."""
    return (yield from _act(game, 1 - game.active))


def _act(game: Game, player: int) -> Script[bool]:
    found = actions(game, player)
    if not found or game.decided:
        return True
    rule = "AOS-HERO-04" if player != game.active else "AOS-HERO-01"
    data = yield from game.ask("act", player, rule, actions=found, refused=list(_spells_over(game, player)))
    if data["action"] is None:
        return True
    action = found[data["action"]]
    unit = game.unit(action["unit"])
    if action["do"] == "cast":
        power = next(power for power in game.armies.units[unit].powers if power.id == action["power"])
        yield from spells.cast(game, unit, action["model"], power)
    elif action["do"] == "command":
        yield from commands.use(game, player, action["ability"])
    elif action["do"] == "sacrifice":
        yield from scenery.sacrifice(game, unit, action["feature"])
    elif action["do"] == "summon":
        source, units = next(
            (s, u) for s, u in reserves.callers(game, player) if s.unit == unit and s.name == action["ability"]
        )
        yield from reserves.call(game, source, units)
    else:
        yield from moments.moment(game, "phase-start", unit, only=_own(game, player, unit, action["ability"]))
    return False


def actions(game: Game, player: int) -> list[Action]:
    """Return what a player may do now in this hero phase; the opponent only uses abilities (AOS-HERO-02..04)."""
    found: list[Action] = []
    if player == game.active:
        found += _spells(game, player)
        found += _commands(game, player)
        found += (
            {"do": "sacrifice", "unit": game.key(unit), "feature": feature}
            for feature, unit in scenery.sacrifices(game, player)
        )
        found += (
            {"do": "summon", "unit": game.key(source.unit), "ability": source.name}
            for source, _ in reserves.callers(game, player)
        )
    seen = []
    for source in _abilities(game, player):
        if (source.unit, source.name) not in seen:
            seen.append((source.unit, source.name))
            found.append({"do": "ability", "unit": game.key(source.unit), "ability": source.name})
    return found


def _spells(game: Game, player: int) -> Iterator[Action]:
    for unit in game.units_on_table(player):
        for power in spells.castable(game, unit):
            for model in spells.casters(game, unit):
                yield {"do": "cast", "unit": game.key(unit), "model": model, "power": power.id, "value": power.value}


def _commands(game: Game, player: int) -> Iterator[Action]:
    names = commands.names(game, player)
    leader = general(game, player) if names else None
    if leader is not None:
        unit = game.key(int(game.state.unit[leader]))
        yield from ({"do": "command", "unit": unit, "ability": name} for name in names)


def _abilities(game: Game, player: int) -> list[Source]:
    """Return the effects for hero phases that would reach somebody now, of a player's units, without command abilities."""
    every = [
        source
        for source in sources(game).by_trigger.get("phase-start", ())
        if game.owner(source.unit) == player and source.rule != commands.RULE and source.effect.kind != reserves.KIND
    ]
    return [source for source in moments.find_due(game, "phase-start", only=every) if _does_something(game, source)]


def _does_something(game: Game, source: Source) -> bool:
    """Tell whether there is anybody to come back, where that is all that an effect does."""
    whole = int(game.state.starting_strength[source.unit])
    return source.effect.kind != "return-models" or len(game.state.models_of(source.unit)) < whole


def _own(game: Game, player: int, unit: int, name: str) -> list[Source]:
    return [source for source in _abilities(game, player) if source.unit == unit and source.name == name]


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Everything that may be done, and no more."""
    yield from ({"action": place} for place in range(len(decision.data["actions"])))
    yield {"action": None}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Return why something may not be done; spells that are over for this turn are numbered behind what may be done."""
    place, actions = data["action"], decision.data["actions"]
    if place is None or place < len(actions):
        return None
    over = decision.data["refused"][place - len(actions) :]
    if not over:
        return Refusal(decision.rule, "not-offered")
    return Refusal(over[0]["rule"], over[0]["code"], {"unit": over[0]["unit"], "spell": over[0]["spell"]})


def _spells_over(game: Game, player: int) -> Iterator[Action]:
    for unit in game.units_on_table(player) if player == game.active else ():
        for power, refusal in spells.unavailable(game, unit):
            yield {"unit": game.key(unit), "spell": power.name, "rule": refusal.rule, "code": refusal.code}


def before_battle(game: Game) -> Script[bool]:
    """After set-up abilities for that time are used: who rolls highest uses its first (AOS-PREBATTLE-01..03)."""
    every = sources(game).by_trigger.get("battle-start", ())
    players = [player for player in (0, 1) if any(game.owner(source.unit) == player for source in every)]
    if len(players) == 2:
        winner = yield from roll_off(game, "pre-battle", "AOS-PREBATTLE-02")
        players = [winner, 1 - winner]
    for player in players:
        own = [source for source in every if game.owner(source.unit) == player]
        yield from _use_all(game, player, own)
    return True


def _use_all(game: Game, player: int, own: list[Source]) -> Script[None]:
    """A player uses its pre-battle abilities in the order that it chooses."""
    left = list(own)
    while due := moments.find_due(game, "battle-start", only=left):
        names = [{"unit": game.key(s.unit), "ability": s.name, "effect": s.effect.kind} for s in due]
        data = yield from game.ask("order", player, "AOS-PREBATTLE-03", effects=names)
        source = due[data["first"]]
        yield from moments.moment(game, "battle-start", only=[source])
        left.remove(source)


def moment(game: Game, on: str) -> Script[None]:
    """Resolve what a moment triggers; what is used before the battle or in hero phases its player uses as it likes."""
    if on == "battle-start" or (on == "phase-start" and game.step.phase == PHASE):
        return NOTHING
    return moments.moment(game, on)
