"""What a person is asked, as the page of a battle shows it: the question, its options, and the forms for other answers.

Words come from `resolver.engine.asking`; what is filled in is put into the words of `builder.answers`, which the terminal
reads too. Attacks have tables of their own (`attacking.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.answers import FORMS
from builder.api.languages import language
from builder.services.battles import Asked
from builder.services.deploying import is_deploying
from builder.web.battles.attacking import Attacks, attacks_of, odds_of
from builder.web.battles.map import PLACES, outline
from builder.web.battles.scene import Scene
from builder.web.battles.spots import spot_of
from builder.web.rendering import t
from datasheets.words import has_words, placeholders, say
from resolver.engine import standing
from resolver.engine.asking import describe
from resolver.engine.decision import Choice, Data, Decision
from resolver.engine.decision_kinds import Aim
from resolver.engine.prose import LogWriter
from resolver.engine.squares import centre
from resolver.engine.view import View

MOST_OPTIONS = 30


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its number, its words, the odds of its attacks, and what on the table can be clicked instead.

    `spot` is where on the table it leads (`spots.py`), None where it is not about places.
    """

    number: int
    label: str
    odds: tuple[str, ...]
    units: tuple[int, ...]
    model: int | None
    spot: dict[str, Any] | None
    data: Data


@dataclass(frozen=True, slots=True)
class Standing:
    """An answer that is given unasked, in words."""

    question: str
    answer: str
    until: str


@dataclass(slots=True)
class Panel:
    """A decision on a page.

    `own` is the form of one's own answer (`Aim.form`), `aim` the same where it is given by pointing; `most` says how far
    models may move, `joined` that several options can be taken together, `deploys` that a program could set up the rest.
    `zones` are areas that are chosen between, with the middle of each.
    """

    decision: Decision
    title: str
    sentence: str
    finite: bool
    options: list[Option]
    count: int
    subject: int | None
    own: str
    aim: str
    kinds: tuple[str, ...]
    stands: tuple[str, ...]
    standing: list[Standing]
    since: int
    typed: str
    most: float | None = None
    joined: bool = False
    attacks: Attacks | None = None
    note: str = ""
    deploys: bool = False
    zones: tuple[tuple[str, float, float], ...] = ()


def panel_of(asked: Asked, scene: Scene, typed: str = "", *, whole: bool = False) -> Panel:
    """Return the open decision as the page shows it; `whole`: with all of its options."""
    decision, view, options = _open(asked), asked.view, asked.options
    shown = options if whole else options[:MOST_OPTIONS]
    question = describe(decision, view, [option.data for option in shown], language())
    aim = view.game.ruleset.decisions[decision.kind].aim
    subject = view.game.unit(decision.subject) if decision.subject else None
    panel = Panel(
        decision=decision,
        title=question.title,
        sentence=question.sentence,
        finite=question.finite,
        options=[
            _option(n, words, option, decision, view)
            for n, (words, option) in enumerate(zip(question.options, shown, strict=True))
        ],
        count=len(options),
        subject=subject,
        own=aim.form if aim.form in FORMS else "",
        aim=aim.form if aim.snap else "",
        kinds=tuple(kind for kind in decision.data.get("kinds", ()) if kind in aim.ways),
        stands=standing.stands(view.game) if question.finite and view.game.state.round else (),  # set-up asks each once
        standing=[_standing_answer(each.to_json(), view) for each in view.standing],
        since=asked.since,
        typed=typed,
        most=aim.most(view.game, decision) if aim.form == "path" else None,
        joined=aim.form == "units" and len(options) > 1,
        note=question.note,
        deploys=is_deploying(view.game, decision),
        zones=tuple(_zone(corners, view.game.state.board.depth) for corners in decision.data.get("zones", ())),
    )
    if aim.form in ("shots", "blows"):
        panel.attacks = attacks_of(decision, view, options, scene)
    return panel


def _open(asked: Asked) -> Decision:
    if asked.decision is None:
        raise LookupError("nobody here is asked anything")
    return asked.decision


def _zone(corners: Sequence[Sequence[float]], depth: float) -> tuple[str, float, float]:
    x, y = centre(corners)
    return outline(corners, depth), round(x, PLACES), round(depth - y, PLACES)


def _option(number: int, words: str, option: Choice, decision: Decision, view: View) -> Option:
    state, aim = view.game.state, view.game.ruleset.decisions[decision.kind].aim
    named = _units(aim, option.data)
    units = dict.fromkeys(int(state.unit[each]) if isinstance(each, int) else view.game.unit(each) for each in named)
    model = option.data[aim.field] if aim.form == "model" else None
    odds, spot = tuple(odds_of(view, decision, option.data)), spot_of(state, option.data) if aim.snap else None
    return Option(number, words, odds, tuple(units), model, spot, option.data)


def _units(aim: Aim, data: Data) -> list[str | int]:
    """Return the units that an answer is about, by their keys or by one of their models."""
    if aim.form == "unit":
        return [] if data[aim.field] is None else [data[aim.field]]
    if aim.form == "units":
        return list(data[aim.field])
    return [row["target"] for row in data[aim.field]] if aim.form in ("shots", "blows") else []


def _standing_answer(row: Mapping[str, Any], view: View) -> Standing:
    """Return an answer that stands: what it is about, what is answered, and until when."""
    kind, teller = view.game.ruleset.decisions[row["kind"]], LogWriter(view.game.armies, view.game.ruleset, language())
    about = {name: row[name] for name in kind.about}
    words = about | (kind.values(teller, about) if about and kind.values else {})
    said = str(next(iter(row["data"].values()), "")).lower()
    none = f"option.{kind.name}.none"
    wanted = [".".join((none, *map(str, about.values()))), none] if said == "none" else [f"option.{kind.name}.{said}"]
    answer = next((say(code, {}, language()) for code in wanted if has_words(code) and not placeholders(code)), "")
    question = _subject(kind.name, " ".join(map(str, words.values())))
    return Standing(question.strip(), answer, t(f"asked.until.{row['until']}"))


def _subject(kind: str, about: str) -> str:
    """Return what a kind of decision is about: in words of its own, else in general ones with its name."""
    return t(f"asked.kind.{kind}", about=about) if has_words(f"page.asked.kind.{kind}") else t("asked.kind.any", kind=kind)
