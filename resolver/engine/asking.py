"""Decisions in words: what is asked, and what each option does, for whoever sits at the table.

`describe` is the one place that puts decisions into words; the terminal, the API and the pages show what it returns. Each
kind of decision labels its options (`DecisionKind.label`) with an `Asker`; the words are `option.<code>`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from datasheets.words import code_for, has_words, say
from resolver.engine.decision import Data, Decision
from resolver.engine.prose import LogWriter
from resolver.engine.telling import round_values
from resolver.engine.view import View
from resolver.engine.whereabouts import Whereabouts

BARE_HANDS = -1
"""The slot of the weapon that every model has."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision in words.

    `title` says when it is asked, `sentence` what, `options` what each of the options does. `finite`: they are all that is
    legal; otherwise they are proposals. `note` is small print: which answers are not offered, and why.
    """

    title: str
    sentence: str
    options: tuple[str, ...]
    finite: bool
    note: str = ""


def describe(decision: Decision, view: View, options: Sequence[Data], language: str = "en") -> Question:
    """Return a decision in words, as the player sees it who is asked. `options` are the data of its options."""
    asker, kind = Asker(view, language), view.game.ruleset.decisions[decision.kind]
    label = kind.label or _data_label
    labels = tuple(label(asker, decision, option) for option in options)
    if len(set(labels)) < len(labels):  # two places in one square
        asker.places.exact = True
        labels = tuple(label(asker, decision, option) for option in options)
    return Question(
        title=asker.title(decision),
        sentence=asker.teller.question(decision),
        options=labels,
        finite=kind.finite,
        note=kind.note(asker.teller, decision.data) if kind.note else "",
    )


class Asker:
    """What labels are made with: names, places, and the words of a language."""

    def __init__(self, view: View, language: str) -> None:
        self.game, self.language = view.game, language
        self.teller = LogWriter(view.game.armies, view.game.ruleset, language)
        self.places = Whereabouts(view.game, self.teller)

    def say(self, code: str, **values: object) -> str:
        """Return the words of `option.<code>`: the system's own where it has any."""
        return say(code_for(f"option.{code}", self.game.ruleset.id), round_values(values), self.language)

    def title(self, decision: Decision) -> str:
        """Return when it is asked: round, phase, and whose turn it is."""
        state = self.game.state
        if not state.round:
            return say("asking.title.before", {}, self.language)
        code = f"asking.title.{'own' if self.game.active == decision.player else 'other'}"
        if has_words(f"{code}.{self.game.step.phase}"):
            return say(f"{code}.{self.game.step.phase}", {"round": state.round}, self.language)
        phase = say(f"battle.phase.{self.game.step.phase}", {}, self.language)
        return say(code, {"round": state.round, "phase": phase}, self.language)

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


def _data_label(asker: Asker, decision: Decision, data: Data) -> str:
    return "; ".join(f"{name} {value}" for name, value in data.items())
