"""What a person is asked, as the page of a battle shows it: the question, its options, and the forms for other answers.

Words come from `resolver.engine.asking`; what is filled in is put into the words of `builder.answers`, which the terminal
reads too. Attacks have tables of their own (`attacking.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.answers import form
from builder.api.languages import language
from builder.services.battles import Asked
from builder.web.battles.attacking import Attacks, attacks_of, odds_of
from builder.web.battles.scene import Scene
from builder.web.rendering import t
from datasheets.words import has_words, placeholders, say
from resolver import aimed, glance
from resolver.declared import KINDS
from resolver.engine.asking import describe
from resolver.engine.decision import STANDS, Choice, Data, Decision
from resolver.engine.view import View

MOST_OPTIONS = 30
JOINED = ("charge", "start-embarked")
"""Kinds of decisions of which several options can be taken together."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its number, its words, the odds of its attacks, and what on the table can be clicked instead."""

    number: int
    label: str
    odds: tuple[str, ...]
    units: tuple[int, ...]
    model: int | None
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

    `own` is the form of one's own answer, `aim` what is done by pointing ("move", "place"), `most` how far models may move.
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


def panel_of(asked: Asked, scene: Scene, typed: str = "", *, whole: bool = False) -> Panel:
    """Return the open decision as the page shows it; `whole`: with all of its options."""
    decision, view, options = _open(asked), asked.view, asked.options
    shown = options if whole else options[:MOST_OPTIONS]
    question = describe(decision, view, [option.data for option in shown], language())
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
        own=form(decision),
        aim="move" if decision.kind in aimed.MOVES else "place" if decision.kind in aimed.KINDS else "",
        kinds=tuple(kind for kind in decision.data.get("kinds", ()) if kind in ("normal", "fall-back")),
        stands=STANDS if question.finite else (),
        standing=[_standing(each.to_json()) for each in view.standing],
        since=asked.since,
        typed=typed,
        most=_most(decision, view, subject) if decision.kind in aimed.MOVES else None,
        joined=decision.kind in JOINED and len(options) > 1,
    )
    if decision.kind in KINDS:
        panel.attacks = attacks_of(decision, view, options, scene)
    return panel


def _most(decision: Decision, view: View, unit: int | None) -> float | None:
    """Return how far a unit may move: as it was rolled, or by its Move; None where that is not the same for all."""
    if unit is None or "most" in decision.data:
        return decision.data.get("most")
    move = decision.data.get("rolled") or dict(glance.ranges(view.game, unit)).get("M")
    return None if move is None else float(move) + decision.data.get("extra", 0)


def _open(asked: Asked) -> Decision:
    if asked.decision is None:
        raise LookupError("nobody here is asked anything")
    return asked.decision


def _option(number: int, words: str, option: Choice, decision: Decision, view: View) -> Option:
    data, game = option.data, view.game
    keys = [
        data.get("unit"),
        *(data.get("embarked") or ()),
        *(data.get("targets") or ()),
        *(row["target"] for row in data.get("shots") or ()),
    ]
    keys += [row["target"] for row in data.get("attacks") or ()]
    units = dict.fromkeys(game.unit(key) for key in keys if isinstance(key, str))
    model = data.get("model")
    transport = data.get("transport")
    if isinstance(transport, int):
        units[int(game.state.unit[transport])] = None
    odds = tuple(odds_of(view, decision, data)) if decision.kind in KINDS else ()
    return Option(number, words, odds, tuple(units), model if isinstance(model, int) else None, data)


def _standing(row: Mapping[str, Any]) -> Standing:
    """Return an answer that stands: what it is about, what is answered, and until when."""
    to = say(f"battle.to.{row['to']}", {}, language()) if "to" in row else ""
    about = to or str(row.get("ability", ""))
    said = str(next(iter(row["data"].values()), "")).lower()
    codes = [f"option.{row['kind']}.{said}", f"option.{row['kind']}.none.{row.get('to')}", f"option.{row['kind']}.none"]
    wanted = codes[:1] if said != "none" else codes[1:]
    answer = next((say(code, {}, language()) for code in wanted if has_words(code) and not placeholders(code)), "")
    return Standing(t(f"asked.kind.{row['kind']}", about=about).strip(), answer, t(f"asked.until.{row['until']}"))
