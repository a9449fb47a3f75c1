"""Decisions in words: what is asked, and what each option does, for whoever sits at the table.

`describe` is the one place that puts options into words; the terminal, the API and the pages show what it returns. Each kind
of decision has a row in `LABELS`; the words are `option.<kind>...`. Nothing here decides what is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten

from datasheets.words import has_words, say
from resolver.engine.decision import Data, Decision
from resolver.engine.prose import Teller, rounded
from resolver.engine.view import View
from resolver.engine.whereabouts import Ends, Whereabouts

MOST_TEXT = 200
BARE_HANDS = -1
"""The slot of the weapon that every model has."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision in words.

    `title` says when it is asked, `sentence` what, `options` what each of the options does. `finite`: they are all that is
    legal; otherwise they are proposals.
    """

    title: str
    sentence: str
    options: tuple[str, ...]
    finite: bool


def describe(decision: Decision, view: View, options: Sequence[Data], language: str = "en") -> Question:
    """Return a decision in words, as the player sees it who is asked. `options` are the data of its options."""
    asker = Asker(view, language)
    label = LABELS.get(decision.kind, _plain)
    return Question(
        title=asker.title(decision),
        sentence=asker.teller.question(decision),
        options=tuple(label(asker, decision, option) for option in options),
        finite=view.game.ruleset.decisions[decision.kind].finite,
    )


class Asker:
    """What labels are made with: names, places, and the words of a language."""

    def __init__(self, view: View, language: str) -> None:
        self.game, self.language = view.game, language
        self.teller = Teller(view.game.armies, language)
        self.places = Whereabouts(view.game, self.teller)

    def say(self, code: str, **values: object) -> str:
        """Return the words of `option.<code>`."""
        return say(f"option.{code}", rounded(values), self.language)

    def title(self, decision: Decision) -> str:
        """Return when it is asked: round, phase, and whose turn it is."""
        state = self.game.state
        if not state.round:
            return say("asking.title.before", {}, self.language)
        phase = say(f"battle.phase.{self.game.step.phase}", {}, self.language)
        turn = "own" if state.turn == decision.player else "other"
        return say(f"asking.title.{turn}", {"round": state.round, "phase": phase}, self.language)

    def unit(self, key: str) -> str:
        """Return a unit with the number of its models and where it stands."""
        unit = self.game.unit(key)
        place, models = self.place(unit), len(self.game.state.models_of(unit))
        return self.say("unit.placed" if place else "unit", unit=self.teller.units[key], models=models, place=place)

    def place(self, unit: int) -> str:
        """Return where a unit is: on the table, aboard a transport, or "" if neither."""
        transport = int(self.game.state.embarked_in[unit])
        return self.places.unit(unit) if transport < 0 else self.say("aboard", transport=self.owner(transport))

    def model(self, model: int) -> str:
        """Return a model with its wounds and weapons."""
        loadout = self.game.armies.loadouts[int(self.game.state.loadout[model])]
        weapons = ", ".join(dict.fromkeys(weapon.name for weapon in loadout.slots))
        values = {"model": self.teller.model(model), "wounds": int(self.game.state.wounds[model]), "weapons": weapons}
        return self.say("model.armed" if weapons else "model", **values)

    def owner(self, model: int) -> str:
        """Return the name of the unit of a model."""
        return self.teller.units[self.game.key(int(self.game.state.unit[model]))]

    def weapon(self, row: Data) -> str:
        """Return the name of the weapon of a row of a declaration."""
        slots = self.game.armies.loadouts[int(self.game.state.loadout[row["model"]])].slots
        if row["slot"] == BARE_HANDS:
            return self.say("bare-hands")
        return slots[row["slot"]].profiles[row["profile"]].label


Label = Callable[[Asker, Decision, Data], str]


def _plain(asker: Asker, decision: Decision, data: Data) -> str:
    return "; ".join(f"{name} {value}" for name, value in data.items())


def _worded(code: str, name: str) -> Label:
    """The words for a value: `option.<code>.<value>`."""
    return lambda asker, decision, data: asker.say(f"{code}.{str(data[name]).lower()}")


def _model_label(asker: Asker, decision: Decision, data: Data) -> str:
    return asker.model(data["model"])


def _warlord(asker: Asker, decision: Decision, data: Data) -> str:
    return asker.say("warlord", model=asker.teller.model(data["model"]), unit=asker.owner(data["model"]))


def _marker(asker: Asker, decision: Decision, data: Data) -> str:
    return asker.say("place-marker", x=round(data["at"][0], 1), y=round(data["at"][1], 1))


def _zone(asker: Asker, decision: Decision, data: Data) -> str:
    corners = decision.data["zones"][data["zone"] - 1]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    box = {"left": min(xs), "right": max(xs), "bottom": min(ys), "top": max(ys)}
    return asker.say("choose-zone", zone=data["zone"], **box)


def _split(asker: Asker, decision: Decision, data: Data) -> str:
    names = ", ".join(asker.teller.model(model) for model in data["models"])
    return asker.say("split", models=names) if names else asker.say("split.whole")


def _divide(asker: Asker, decision: Decision, data: Data) -> str:
    angle = f"{data['angle']:g}"
    return asker.say(f"divide.{angle}" if has_words(f"option.divide.{angle}") else "divide", angle=angle)


def _trait(asker: Asker, decision: Decision, data: Data) -> str:
    names = {row["trait"]: row["name"] for row in decision.data["traits"]}
    return asker.say("trait", name=names[data["trait"]]) if data["trait"] in names else asker.say("trait.roll")


def _roll_again(asker: Asker, decision: Decision, data: Data) -> str:
    if data["die"] is None:
        return asker.say("roll-again.none")
    return asker.say("roll-again", face=decision.data["dice"][data["die"]], place=data["die"] + 1)


def _start_embarked(asker: Asker, decision: Decision, data: Data) -> str:
    rows = [
        asker.say("embarked", unit=asker.teller.units[key], transport=asker.owner(model))
        for key, model in data["embarked"].items()
    ]
    return "; ".join(rows) or asker.say("start-embarked.nobody")


def _select(asker: Asker, decision: Decision, data: Data) -> str:
    if data["unit"] is not None:
        return asker.unit(data["unit"])
    code = f"select.none.{decision.data['to']}"
    return asker.say(code if has_words(f"option.{code}") else "select.none")


def _unit_or_none(asker: Asker, decision: Decision, data: Data) -> str:
    return asker.say(f"{decision.kind}.none") if data["unit"] is None else asker.unit(data["unit"])


def _poses(asker: Asker, decision: Decision, data: Data) -> str:
    if data["poses"] is None:
        return asker.say(f"{decision.kind}.{'reserves' if data.get('reserves') else 'none'}")
    ends: Ends = {int(model): (x, y) for model, x, y, _ in data["poses"]}
    return asker.places.placed(asker.game.unit(decision.subject), ends)


def _moves(asker: Asker, decision: Decision, data: Data) -> str:
    kind = data.get("kind")
    start = asker.say(f"move.{kind}") if kind else ""
    if data["moves"]:
        ends: Ends = {step["model"]: (step["path"][-1][0], step["path"][-1][1]) for step in data["moves"]}
        way = asker.places.moved(asker.game.unit(decision.subject), ends)
        return asker.say("move.way", kind=start, way=way) if start else way
    if kind:
        return asker.say("move.still", kind=start) if kind == "normal" else start
    return asker.say(f"{decision.kind}.{'none' if data['moves'] is None else 'still'}")


def _embark(asker: Asker, decision: Decision, data: Data) -> str:
    transport = data["transport"]
    return asker.say("embark.none") if transport is None else asker.say("embark", transport=asker.owner(transport))


def _power(asker: Asker, decision: Decision, data: Data) -> str:
    if data["power"] is None:
        return asker.say("power.none")
    charge = next(row["warp_charge"] for row in decision.data["powers"] if row["power"] == data["power"])
    known = asker.game.armies.units[asker.game.unit(decision.subject)].powers
    text = next((power.text for power in known if power.id == data["power"]), "")
    shown = shorten(text, MOST_TEXT, placeholder=" \N{HORIZONTAL ELLIPSIS}")
    return asker.say("power", power=asker.teller.powers[data["power"]], charge=charge, text=shown).removesuffix(": ")


def _counted(asker: Asker, code: str, rows: Iterable[tuple[str, str, int]]) -> str:
    """Return attacks in words: how many with which weapon at whom."""
    numbers: Counter[tuple[str, str]] = Counter()
    for weapon, target, number in rows:
        numbers[weapon, target] += number
    return "; ".join(
        asker.say(code, number=number, weapon=weapon, target=asker.teller.units[target])
        for (weapon, target), number in numbers.items()
    )


def _shots(asker: Asker, decision: Decision, data: Data) -> str:
    return _counted(asker, "shots", ((asker.weapon(row), row["target"], 1) for row in data["shots"]))


def _melee(asker: Asker, decision: Decision, data: Data) -> str:
    return _counted(asker, "melee", ((asker.weapon(row), row["target"], row["number"]) for row in data["attacks"]))


def _group(asker: Asker, decision: Decision, data: Data) -> str:
    group = decision.data["groups"][data["group"]]
    target = asker.teller.units[group["target"]]
    return asker.say("resolve", weapon=group["weapon"], models=len(group["models"]), target=target)


def _charge(asker: Asker, decision: Decision, data: Data) -> str:
    state = asker.game.state
    bodies = state.bodies(state.standing(asker.game.unit(decision.subject)))
    gaps = {key: round(asker.places.gap(state, bodies, asker.game.unit(key)), 1) for key in data["targets"]}
    return "; ".join(asker.say("charge", target=asker.teller.units[key], distance=gap) for key, gap in gaps.items())


def _count_for(asker: Asker, decision: Decision, data: Data) -> str:
    return asker.say("count-for", number=data["marker"] + 1)


def _order(asker: Asker, decision: Decision, data: Data) -> str:
    return str(decision.data["effects"][data["first"]])


def _save(asker: Asker, decision: Decision, data: Data) -> str:
    needed = next(row["needed"] for row in decision.data["saves"] if row["save"] == data["save"])
    return asker.say(f"save.{data['save']}", needed=needed or 7)


def _toughness(asker: Asker, decision: Decision, data: Data) -> str:
    return asker.say("toughness", toughness=data["toughness"])


LABELS: Mapping[str, Label] = {
    "toughness": _toughness,
    "save": _save,
    "warlord": _warlord,
    "place-marker": _marker,
    "choose-zone": _zone,
    "choose-turn": _worded("choose-turn", "turn"),
    "divide": _divide,
    "roll-again": _roll_again,
    "warlord-trait": _trait,
    "split": _split,
    "start-embarked": _start_embarked,
    "select": _select,
    "set-up": _poses,
    "arrive": _poses,
    "disembark": _poses,
    "move": _moves,
    "advance": _moves,
    "charge-move": _moves,
    "heroic-move": _moves,
    "pile-in": _moves,
    "consolidate": _moves,
    "embark": _embark,
    "power": _power,
    "deny": _unit_or_none,
    "pick-unit": _unit_or_none,
    "shots": _shots,
    "melee": _melee,
    "resolve": _group,
    "charge": _charge,
    "overwatch": _worded("overwatch", "fire"),
    "re-roll": _worded("re-roll", "again"),
    "allocate": _model_label,
    "flee": _model_label,
    "remove": _model_label,
    "casualty": _model_label,
    "count-for": _count_for,
    "order": _order,
}
