"""What a kind of decision is: everything about it said once, by whoever owns it (a shared step, a family or an edition).

A ruleset puts together its own table, kind by name (`Ruleset.decisions`). Whoever meets a decision asks its kind: the
engine for shape, options and check, pages and terminal for words and for how it is answered, programs for its worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from marshmallow import fields

from datasheets.fields import Strict
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.telling import Teller, Values

if TYPE_CHECKING:
    from resolver.engine.asking import Asker
    from resolver.engine.game import Game

Options = Callable[["Game", Decision], Iterable[Data]]
Check = Callable[["Game", Decision, Data], Refusal | None]
Label = Callable[["Asker", Decision, Data], str]
Valuer = Callable[["Game", Decision, Sequence[Data]], Sequence[float]]
"""Weighs the options of a decision, for programs that play: a number for each, more is better. It throws no dice."""

Goals = Mapping[int, int]
"""A plan: the goal of each unit that has one, both by their numbers."""

Form = Literal["", "unit", "model", "units", "point", "placements", "path", "shots", "blows"]
"""How an answer is given on the table: by clicking on one unit, one model or several units; by pointing at a place for a
marker, a unit that is set up or one that moves; weapon by weapon or model by model at targets. "": by the options alone."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """What a player points at: a place, which way models are turned there (radians), and one of them, if not all.

    `kind` is the kind of move, where there are several; `base` the answer so far, of which a single model is moved.
    """

    at: tuple[float, float]
    turn: float = 0.0
    model: int | None = None
    kind: str = ""
    base: Data | None = None


@dataclass(frozen=True, slots=True)
class Nearest:
    """The legal answer that is nearest, None if none was found; `refusal` says why it is not what was pointed at."""

    data: Data | None
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision with its options, where somebody looks for another answer."""

    game: Game
    decision: Decision
    options: Sequence[Data]

    def refusal(self, data: Data) -> Refusal | None:
        """Return why an answer is not legal, None if it is."""
        return self.game.ruleset.decisions[self.decision.kind].check(self.game, self.decision, data)


def _stated_distance(game: Game, decision: Decision) -> float | None:
    """Return how far the decision itself says that models may move."""
    found: float | None = decision.data.get("most")
    return found


@dataclass(frozen=True, slots=True)
class Aim:
    """How a decision is answered on the table.

    Args:
        form: what a player does.
        field: the name in the answer's data of what is meant; a unit is named by its key or by one of its models.
        snap: finds the legal answer nearest to a place; None where nobody can point.
        ways: of several kinds of move (`kinds` of the decision) those that go along a path.
        most: how far models may move, in inches; None where that is not the same for all.
    """

    form: Form = ""
    field: str = ""
    snap: Callable[[Asked, Pointing], Nearest] | None = None
    ways: tuple[str, ...] = ()
    most: Callable[[Game, Decision], float | None] = _stated_distance


BY_OPTIONS = Aim()


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the target of declared attacks is to expect.

    `wounds` and `kills` are averages: wounds lost, models destroyed of the `models` that there are. `some` and `whole` are
    the probabilities that at least one model, and that all of them are destroyed.
    """

    target: str
    models: int
    wounds: float
    kills: float
    some: float
    whole: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What a program that plans is told about a kind of decision.

    Args:
        worth: what options are worth in the light of the goals, as `Valuer`.
        proposals: options of its own, made beside those of the kind and checked like any answer.
        led: whether goals are found for it; else `worth` is given none.
    """

    worth: Callable[[Game, Decision, Sequence[Data], Goals], Sequence[float]]
    proposals: Callable[[Game, Decision, Goals], Iterable[Data]] | None = None
    led: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionKind:
    """A kind of decision, said once.

    Args:
        name: what decisions of this kind are called; their question is `decision.<name>`.
        shape: the shape of an answer.
        options: every legal answer where `finite`, else proposals that are legal. Changes nothing.
        check: why an answer is not legal, None for a legal one. Changes nothing.
        label: an option in words; None: its data are shown.
        finite: the options are all that is legal.
        aim: how it is answered on the table.
        about: what must be the same in the data of two decisions for one standing answer to be meant for both.
        values: what the question says beside the decision's data themselves.
        note: what is said in small print beside the question, "" for nothing.
        variant: which of several questions is asked, "" for the plain one.
        forecast: what the attacks of an option are expected to do, target by target; None where they are no attacks.
        unasked: names the rule by which nobody answers such a question when it is not asked, or again; "" where none does.
        deploys: before the first round, an army is set up by such decisions.
        secret: others learn only that the player is asked. Nobody learns from that what the player holds if scripts and
            windows ask whether it is held or not: so such a decision is asked though one answer alone is left.
        worth: what options are worth to a program that plays; None: any is as good as the others.
        plan: what they are worth to one that plans; None: as `worth` says.
    """

    name: str
    shape: Strict
    options: Options
    check: Check
    label: Label | None = None
    finite: bool = True
    aim: Aim = BY_OPTIONS
    about: tuple[str, ...] = ()
    values: Callable[[Teller, Data], Values] | None = None
    note: Callable[[Teller, Data], str] | None = None
    variant: Callable[[Decision], str] | None = None
    unasked: str = ""
    deploys: bool = False
    secret: bool = False
    forecast: Callable[[Game, Decision, Data], list[Forecast]] | None = None
    worth: Valuer | None = None
    plan: Plan | None = None

    @property
    def option_words(self) -> tuple[str, ...]:
        """The codes of the words that its options need, where its label knows them before anybody is asked."""
        codes = getattr(self.label, "codes", None)
        return tuple(codes(self.shape)) if codes else ()


DecisionKinds = Mapping[str, DecisionKind]


def find_nearest(game: Game, decision: Decision, options: Sequence[Data], pointing: Pointing) -> Nearest:
    """Return the answer to a decision that leads to a place.

    Raises:
        LookupError: a decision of this kind is not answered by pointing.
    """
    snap = game.ruleset.decisions[decision.kind].aim.snap
    if snap is None:
        raise LookupError(f"{decision.kind} is not answered by pointing")
    found = snap(Asked(game, decision, options), pointing)
    if found.refusal is None:
        return found
    return replace(found, refusal=replace(found.refusal, rule=game.ruleset.rule(found.refusal.rule)))


def decisions_by_name(kinds: Iterable[DecisionKind]) -> DecisionKinds:
    """Return kinds of decisions by their names."""
    return {kind.name: kind for kind in kinds}


def finite(name: str, answer: Strict, options: Options, label: Label | None = None, **more: Any) -> DecisionKind:
    """Return a kind of which every legal answer is offered, and nothing else is legal."""

    def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
        return None if any(data == offer for offer in options(game, decision)) else Refusal(decision.rule, "not-offered")

    return DecisionKind(name=name, shape=answer, options=options, check=check, label=label, **more)


def finite_kind(name: str, answer: Strict, options: Options, check: Check, label: Label, **more: Any) -> DecisionKind:
    """Return a kind of which every sensible answer is offered, and whose check knows the rule that an answer breaks."""
    return DecisionKind(name=name, shape=answer, options=options, check=check, label=label, **more)


def open_kind(name: str, answer: Strict, options: Options, check: Check, label: Label, **more: Any) -> DecisionKind:
    """Return a kind with more legal answers than can be listed: proposals, and a check of anything submitted."""
    return finite_kind(name, answer, options, check, label, finite=False, **more)


def with_worth(kind: DecisionKind, worth: Valuer | None = None, plan: Plan | None = None) -> DecisionKind:
    """Return a kind of decision with what its options are worth to programs."""
    return replace(kind, worth=worth, plan=plan)


def shape(**declared: fields.Field[Any]) -> Strict:
    """Return the schema of an answer."""
    made: type[Strict] = Strict.from_dict(dict(declared), name="Answer")  # type: ignore[assignment]
    return made()


def yes_no(name: str) -> Options:
    """Return the options of a decision between yes and no."""
    return lambda game, decision: ({name: True}, {name: False})


def one_of(name: str, source: str) -> Options:
    """Return the options of a decision for one of what its data list under `source`."""
    return lambda game, decision: ({name: value} for value in decision.data[source])
