"""What a player may look at before choosing: the units, one unit closely, the odds of attacks, the rule that asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.cli.output import table
from builder.cli.table.board import letters
from builder.cli.words import say
from builder.services import systems
from datasheets.systems.rulebook import UnknownRule
from datasheets.systems.system import Characteristic
from resolver.engine.asking import Asker
from resolver.engine.decision import Choice, Decision
from resolver.engine.view import View


def units(view: View) -> Iterator[str]:
    """Yield both armies: letter on the map, name, models, wounds, and where each unit is."""
    asker, marks, state = Asker(view, "en"), letters(view), view.game.state
    rows = []
    for unit in view.game.living_units():
        models = state.models_of(unit)
        place = asker.place(unit) or "-"
        army = asker.teller.players[view.game.owner(unit)]
        of = f"{len(models)}/{int(state.starting_strength[unit])}"
        rows.append(
            (marks.get(unit, "?"), asker.teller.units[view.game.key(unit)], army, of, int(state.wounds[models].sum()), place)
        )
    heads = [say(f"play.column.{name}") for name in ("letter", "unit", "army", "models", "wounds", "place")]
    yield from table(heads, rows)


def unit(view: View, unit: int) -> Iterator[str]:
    """Yield one unit closely: its characteristics, each model with its number and weapons, the weapons, its abilities."""
    game, asker = view.game, Asker(view, "en")
    sheet, known = game.armies.units[unit], systems.system(game.ruleset.id)
    yield asker.unit(sheet.key)
    models = [int(model) for model in game.state.models_of(unit)]
    for profile in dict.fromkeys(int(game.state.profile[model]) for model in models):
        row = game.armies.profiles[profile]
        yield f"  {row.name}: {_statline(row.characteristics, known.characteristics)}"
    for number, model in enumerate(models, 1):
        at = game.state.on_table[model]
        place = say("play.unit.at", {"x": _inch(game.state.x[model]), "y": _inch(game.state.y[model])}) if at else ""
        yield f"  {number}. {asker.model(model)}{place}"
    slots = [weapon for model in models for weapon in game.armies.loadouts[int(game.state.loadout[model])].slots]
    for each in {row.label: row for weapon in slots for row in weapon.profiles}.values():
        printed = _statline(each.characteristics, known.weapon_characteristics)
        yield f"  {each.label}: {printed}  {each.ability.text}".rstrip()
    yield from (f"  {ability.name}: {ability.text}".rstrip(": ") for ability in sheet.abilities)


def _statline(values: Mapping[str, str], columns: Sequence[Characteristic]) -> str:
    """Return characteristics in the order of the system's tables."""
    return "  ".join(f"{column.key} {values[column.key]}" for column in columns if column.key in values)


def _inch(value: float) -> float:
    return round(float(value), 1)


def odds(view: View, decision: Decision, options: Sequence[Choice], number: int | None) -> Iterator[str]:
    """Yield what declared attacks are to do: those of one option, or of all."""
    forecast = view.game.ruleset.decisions[decision.kind].forecast
    if forecast is None:
        yield say("play.odds.none")
        return
    names = Asker(view, "en").teller.units
    for place, option in enumerate(options, 1):
        if number not in (None, place):
            continue
        for each in forecast(view.game, decision, option.data):
            values = {
                "number": place,
                "target": names[each.target],
                "wounds": round(each.wounds, 2),
                "kills": round(each.kills, 2),
                "models": each.models,
                "some": round(100 * each.some),
                "whole": round(100 * each.whole),
            }
            yield say("play.odds.single" if each.models == 1 else "play.odds", values)


def rule(system: str, id: str) -> Iterator[str]:
    """Yield what a rule says."""
    try:
        yield f"{id}: {systems.rulebook(system).rule(id).text}"
    except UnknownRule:
        yield say("play.rule.none", {"rule": id})
