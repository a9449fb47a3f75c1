"""Who attacks whom, as the page of a battle asks for it: the tables of shots and of blows, and what they are to do.

Odds come from the kind of decision (`DecisionKind.forecast`). Every cell of the tables is a field; what `attacks.js` needs
to fill them by clicking on weapons, models and enemy units stands beside them as data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.answers import aims, arsenal, possible
from builder.api.languages import language
from builder.web.battles.scene import Scene
from builder.web.rendering import t
from resolver.engine.asking import Asker
from resolver.engine.decision import Choice, Data, Decision
from resolver.engine.view import View

WEAPON = ("model", "slot", "profile")
Armoury = Mapping[str, list[dict[str, int]]]


@dataclass(frozen=True, slots=True)
class Fire:
    """A weapon in the table of shots: its number and name, and for each target the models that can, and that would.

    `rows` has for each model that can shoot it (model, slot, profile, the numbers of the units that it can shoot at).
    """

    number: int
    name: str
    models: int
    cells: tuple[tuple[int, int], ...]
    rows: tuple[tuple[int, int, int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class MeleeFighter:
    """A model in the table of blows: its number and name, its attacks, and which target and weapon it would take."""

    model: int
    number: int
    name: str
    attacks: int
    targets: tuple[int, ...]
    weapons: tuple[int, ...]
    target: int
    weapon: int


@dataclass(slots=True)
class Attacks:
    """What may be attacked with what.

    `targets` are (number from 1, unit, name) with their `keys`, `weapons` (number from 1, name).
    `models` names the models of the table of shots, `first` are the shots of the first option: (model, slot, profile, unit).
    """

    targets: list[tuple[int, int, str]]
    keys: list[str]
    fire: list[Fire] = field(default_factory=list)
    first: list[tuple[int, int, int, int]] = field(default_factory=list)
    models: dict[int, str] = field(default_factory=dict)
    blows: list[MeleeFighter] = field(default_factory=list)
    weapons: list[tuple[int, str]] = field(default_factory=list)

    @property
    def units(self) -> list[int]:
        """The targets by the numbers of their units."""
        return [unit for _, unit, _ in self.targets]


def attacks_of(decision: Decision, view: View, options: Sequence[Choice], scene: Scene) -> Attacks:
    """Return the table of attacks: what the first proposal does, and what else could be done."""
    names = scene.film.teller.units
    keys, armoury = aims(view, decision, options), arsenal(view, decision, options)
    made = Attacks([(number, view.game.unit(key), names[key]) for number, key in enumerate(keys, 1)], keys)
    aim = view.game.ruleset.decisions[decision.kind].aim
    first = options[0].data[aim.field]
    if aim.form == "blows":
        made.weapons = list(enumerate(armoury, 1))
        made.blows = _blows(view, decision, first, keys, armoury, scene)
        return made
    made.fire = _fire(view, decision, first, keys, armoury)
    made.first = [(*(row[name] for name in WEAPON), view.game.unit(row["target"])) for row in first]
    made.models = {row[0]: scene.film.teller.model(row[0]) for fire in made.fire for row in fire.rows}
    return made


def odds_of(view: View, decision: Decision, data: Data) -> list[str]:
    """Return what declared attacks are to do, a sentence for each target; nothing of what are no attacks."""
    forecast = view.game.ruleset.decisions[decision.kind].forecast
    if forecast is None:
        return []
    names = Asker(view, language()).teller.units
    return [
        t(
            "asked.odds.single" if each.models == 1 else "asked.odds",
            target=names[each.target],
            wounds=round(each.wounds, 2),
            kills=round(each.kills, 2),
            models=each.models,
            some=round(100 * each.some),
            whole=round(100 * each.whole),
        )
        for each in forecast(view.game, decision, data)
    ]


def _fire(view: View, decision: Decision, first: Sequence[Data], keys: Sequence[str], armoury: Armoury) -> list[Fire]:
    found = []
    for number, (label, carried) in enumerate(armoury.items(), 1):
        able = {key: possible(view, decision, carried, key) for key in keys}
        cells = [(len(shots), sum(shot in first for shot in shots)) for shots in able.values()]
        reached: dict[tuple[int, int, int], list[int]] = {}
        for key, shots in able.items():
            for shot in shots:
                reached.setdefault((shot["model"], shot["slot"], shot["profile"]), []).append(view.game.unit(key))
        if reached:
            rows = tuple((*weapon, tuple(units)) for weapon, units in sorted(reached.items()))
            found.append(Fire(number, label, len(carried), tuple(cells), rows))
    return found


def _blows(
    view: View, decision: Decision, first: Sequence[Any], keys: Sequence[str], armoury: Armoury, scene: Scene
) -> list[MeleeFighter]:
    models = [int(model) for model in view.game.state.standing(view.game.unit(decision.subject))]
    rows = []
    for fighter in decision.data["fighters"]:
        model = fighter["model"]
        mine = [row for row in first if row["model"] == model]
        if not mine:
            continue
        numbers = [n for n, carried in enumerate(armoury.values(), 1) if any(row["model"] == model for row in carried)]
        same = {name: mine[0][name] for name in WEAPON}
        weapon = next((n for n, carried in enumerate(armoury.values(), 1) if same in carried), 0)
        rows.append(
            MeleeFighter(
                model=model,
                number=models.index(model) + 1,
                name=scene.film.teller.model(model),
                attacks=sum(row["number"] for row in mine),
                targets=tuple(keys.index(key) + 1 for key in fighter["targets"] if key in keys),
                weapons=tuple(numbers),
                target=keys.index(mine[0]["target"]) + 1,
                weapon=weapon,
            )
        )
    return rows
