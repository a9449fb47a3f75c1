"""What a person is asked, as the page of a battle shows it: the question, its options, and the forms for other answers.

Words come from `resolver.engine.asking`, odds from `resolver.declared`; what is filled in is put into the words of
`builder.answers`, which the terminal reads too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.answers import able, aims, arsenal, form
from builder.api.languages import language
from builder.services.battles import Asked
from builder.web.battles.scene import Scene
from builder.web.rendering import t
from datasheets.words import has_words, placeholders, say
from resolver import aimed, glance
from resolver.declared import KINDS, prospects
from resolver.engine.asking import Asker, describe
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
class Fire:
    """A weapon in the table of shots: its number and name, and for each target the models that can, and that would."""

    number: int
    name: str
    models: int
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Blow:
    """A model in the table of blows: its number and name, its attacks, and which target and weapon it would take."""

    number: int
    name: str
    attacks: int
    targets: tuple[int, ...]
    weapons: tuple[int, ...]
    target: int
    weapon: int


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
    targets: list[tuple[int, int, str]] = field(default_factory=list)
    fire: list[Fire] = field(default_factory=list)
    blows: list[Blow] = field(default_factory=list)
    weapons: list[tuple[int, str]] = field(default_factory=list)


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
        _attacks(panel, view, options, scene)
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
    odds = tuple(_odds(view, decision, data)) if decision.kind in KINDS else ()
    return Option(number, words, odds, tuple(units), model if isinstance(model, int) else None, data)


def _odds(view: View, decision: Decision, data: Data) -> list[str]:
    """Return what declared attacks are to do, a sentence for each target."""
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
        for each in prospects(view, decision, data)
    ]


def _standing(row: Mapping[str, Any]) -> Standing:
    """Return an answer that stands: what it is about, what is answered, and until when."""
    to = say(f"battle.to.{row['to']}", {}, language()) if "to" in row else ""
    about = to or str(row.get("ability", ""))
    said = str(next(iter(row["data"].values()), "")).lower()
    codes = [f"option.{row['kind']}.{said}", f"option.{row['kind']}.none.{row.get('to')}", f"option.{row['kind']}.none"]
    wanted = codes[:1] if said != "none" else codes[1:]
    answer = next((say(code, {}, language()) for code in wanted if has_words(code) and not placeholders(code)), "")
    return Standing(t(f"asked.kind.{row['kind']}", about=about).strip(), answer, t(f"asked.until.{row['until']}"))


def _attacks(panel: Panel, view: View, options: Sequence[Choice], scene: Scene) -> None:
    """Fill in the table of attacks: what the first proposal does, and what else could be done."""
    decision, names = panel.decision, scene.film.teller.units
    keys, armoury = aims(options), arsenal(view, decision, options)
    panel.targets = [(number, view.game.unit(key), names[key]) for number, key in enumerate(keys, 1)]
    if decision.kind == "shots":
        panel.fire = _fire(view, decision, options[0].data["shots"], keys, armoury)
    else:
        panel.weapons = list(enumerate(armoury, 1))
        panel.blows = _blows(view, decision, options[0].data["attacks"], keys, armoury, scene)


def _fire(
    view: View, decision: Decision, first: Sequence[Data], keys: Sequence[str], armoury: Mapping[str, list[dict[str, int]]]
) -> list[Fire]:
    rows = []
    for number, (label, carried) in enumerate(armoury.items(), 1):
        cells = []
        for key in keys:
            can = [row for row in able(view, decision, carried, key) if _legal(view, decision, row)]
            would = sum(row in first for row in can)
            cells.append((len(can), would))
        if any(can for can, _ in cells):
            rows.append(Fire(number, label, len(carried), tuple(cells)))
    return rows


def _legal(view: View, decision: Decision, row: Data) -> bool:
    check = view.game.ruleset.decisions[decision.kind].check
    return check(view.game, decision, {"shots": [row]}) is None


def _blows(
    view: View,
    decision: Decision,
    first: Sequence[Data],
    keys: Sequence[str],
    armoury: Mapping[str, list[dict[str, int]]],
    scene: Scene,
) -> list[Blow]:
    models = [int(model) for model in view.game.state.standing(view.game.unit(decision.subject))]
    rows = []
    for fighter in decision.data["fighters"]:
        model = fighter["model"]
        mine = [row for row in first if row["model"] == model]
        if not mine:
            continue
        numbers = [n for n, carried in enumerate(armoury.values(), 1) if any(row["model"] == model for row in carried)]
        same = {name: mine[0][name] for name in ("model", "slot", "profile")}
        weapon = next((n for n, carried in enumerate(armoury.values(), 1) if same in carried), 0)
        rows.append(
            Blow(
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
