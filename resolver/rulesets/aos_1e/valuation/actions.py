"""What a program does in the hero phase: spells, abilities, sacrifices; whom they concern; unbinding."""

from __future__ import annotations

from collections.abc import Sequence

from datasheets.values import Dice
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.rulesets.aos_1e import commands, scenery, spells
from resolver.rulesets.aos_1e.valuation import forces
from resolver.rulesets.aos_1e.valuation.weights import GREEDY
from resolver.shared import valuation
from resolver.shared.effects.effect_rules import Source
from resolver.shared.effects.sources import sources
from resolver.shared.units import engagement
from resolver.shared.valuation import CHANCES

LEAST = 1e-6
"""What is worth no more than this is left."""
HELP = 0.12
"""What an ability that helps a unit is worth, as a share of the unit's worth."""


def act(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh what may be done in a hero phase; no more counts nothing."""
    rows = decision.data["actions"]
    return [LEAST if data["action"] is None else _action(game, decision.player, rows[data["action"]]) for data in options]


def _action(game: Game, player: int, action: Data) -> float:
    unit = game.unit(action["unit"])
    if action["do"] == "cast":
        return _cast(game, unit, action["model"], action["power"])
    if action["do"] == "sacrifice":
        return _sacrifice(game, unit)
    if action["do"] == "summon":
        return 5.0
    if action["do"] == "command":
        return _command(game, player, unit, action["ability"])
    own = [s for s in sources(game).by_trigger.get("phase-start", ()) if s.unit == unit and s.name == action["ability"]]
    return max((_effect(game, source) for source in own), default=0.0)


def _cast(game: Game, unit: int, model: int, power: str) -> float:
    spell = next(each for each in game.armies.units[unit].powers if each.id == power)
    chance = float(CHANCES[min(max(spell.value, 0), 13)])
    aims = spells.targets(game, unit, model, spell)
    own = [s for s in sources(game).by_trigger.get("manifested", ()) if s.unit == unit and s.name == spell.name]
    return chance * max((sum(_on(game, source, aim) for source in own) for aim in aims), default=0.0)


def _on(game: Game, source: Source, unit: int) -> float:
    """What an effect does to one unit, for whoever has the effect."""
    effect, friend = source.effect, game.owner(unit) == game.owner(source.unit)
    if effect.kind == "mortal-wounds":
        wounds = float(Dice.parse(effect["number"]).mean)
        chance = (7 - int(effect["needs"][0])) / 6 if effect["needs"] else 1.0
        harm = chance * forces.loss(game, unit, wounds, GREEDY)
        return -harm if friend else harm
    if effect.kind in ("regain-wounds", "return-models"):
        missing = valuation.whole_wounds_of(game, unit) - forces.wounds_left(game, unit)
        healed = min(float(Dice.parse(effect["number"]).mean), float(missing))
        return forces.loss(game, unit, healed, GREEDY) if friend else 0.0
    return HELP * forces.worth_left(game, unit, GREEDY) * (1.0 if _near(game, unit) else 0.3)


def _near(game: Game, unit: int) -> bool:
    return any(engagement.within(game, unit, foe, 14.0) for foe in game.units_on_table(1 - game.owner(unit)))


def _effect(game: Game, source: Source) -> float:
    scope = source.effect.to.scope
    side = 1 - game.owner(source.unit) if scope.startswith("enemy") else game.owner(source.unit)
    units = [source.unit] if scope in ("bearer", "unit") else game.units_on_table(side)
    return max((_on(game, source, unit) for unit in units), default=0.0)


def _sacrifice(game: Game, unit: int) -> float:
    gain = HELP * forces.worth_left(game, unit, GREEDY) if _near(game, unit) else 0.0
    return gain - forces.loss(game, unit, 2.0, GREEDY)


def _command(game: Game, player: int, unit: int, name: str) -> float:
    if name != commands.presence_name(game):
        return 0.5 + max((_effect(game, source) for source in commands.due(game, unit) if source.name == name), default=0.0)
    return max((_shaky(game, other) for other in commands.inspirable(game, player)), default=0.0)


def _shaky(game: Game, unit: int) -> float:
    """How much a unit may lose by battleshock: large units of little Bravery near the enemy."""
    models = len(game.state.standing(unit))
    return (
        0.02 * models * forces.worth_left(game, unit, GREEDY) / max(models, 5) if models > 1 and _near(game, unit) else 0.0
    )


def pick(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh units that an ability or spell may concern."""
    name, caster = decision.data["ability"], game.unit(decision.subject)
    every = [source for source in sources(game).every if source.unit == caster and source.name == name]
    found = []
    for data in options:
        unit = game.unit(data["unit"])
        found.append(sum(_on(game, source, unit) for source in every) if every else _shaky(game, unit))
    return found


def unbind(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Unbinding costs nothing; who is near an Arcane feature does it best."""
    return [0.0 if data["model"] is None else 1.0 + len(scenery.to_cast(game, int(data["model"]))) for data in options]
