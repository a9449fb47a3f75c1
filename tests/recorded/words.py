"""A recorded battle in words, of which only codes and values are recorded: what templates say of them is not golden.

Beside each decision stands what else is shown of it: how units stand, what attacks are expected to do, which
answer leads to a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from resolver.engine import asking, modifiers, telling, whereabouts
from resolver.engine.asking import describe
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Decision
from resolver.engine.decision_kinds import Pointing, find_nearest
from resolver.engine.prose import LogWriter
from resolver.engine.registry import descriptor
from resolver.engine.summary import summarize_units
from resolver.engine.view import View
from tests.recorded.log import Block, round_all, short

WORDED = (asking, modifiers, telling, whereabouts)
"""The modules that say something."""
AT = ((12.3, 17.7), (24.6, 15.1), (35.0, 22.0), (48.2, 30.9), (2.0, 2.0), (30.0, 43.5))
"""Where players point, in turn."""
LOOKED_AT = 2
"""Of so many options is told what attacks do."""


def _word_message(code: str, values: Mapping[str, object] | None = None, language: str = "en") -> str:
    return f"{code}({', '.join(f'{name}={value}' for name, value in (values or {}).items())})"


@contextmanager
def in_codes() -> Iterator[None]:
    """Have codes and their values said instead of sentences."""
    with pytest.MonkeyPatch.context() as patch:
        for module in WORDED:
            patch.setattr(module, "say", _word_message)
        yield


def word_battle(battle: Battle, choices: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    """Make these choices and yield what is told of events and decisions, in codes, a block for each decision."""
    teller, done = LogWriter(battle.armies, battle.game.ruleset), 0
    for data in choices:
        events = (event for event in battle.events[done:] if not teller.events[event["kind"]].silent)
        block = [f"* {short(teller.sentence(event))}" for event in events]
        done, decision = len(battle.events), battle.decision
        assert decision is not None
        view, options = battle.view(decision.player), [option.data for option in battle.options()]
        question = describe(decision, view, options)
        block.append(f"? {question.title} {question.sentence} {question.finite}")
        block += [f"| {short(label)}" for label in question.options]
        yield [*block, *_word_forecasts(view, decision, options, data)]
        battle.choose(Choice(decision.id, decision.kind, data))


def _word_forecasts(
    view: View, decision: Decision, options: Sequence[dict[str, Any]], data: Mapping[str, Any]
) -> Iterator[str]:
    game = view.game
    summary = descriptor(game.ruleset.id).summary
    if decision.kind == "select":
        for now in summarize_units(game, summary):
            yield f"= {game.key(now.unit)} {now.models}/{now.strength} {now.wounds}/{now.whole} {' '.join(now.signs)}"
        yield f"= held {summary.holders(game)}" if game.state.round else "= before the battle"
    if decision.subject and decision.kind in ("shots", "move"):
        yield f"= ranges {summary.ranges(game, game.unit(decision.subject))}"
    kind = game.ruleset.decisions[decision.kind]
    if kind.forecast:
        for option in options[:LOOKED_AT]:
            for found in kind.forecast(game, decision, option):
                shown = round_all([found.wounds, found.kills, found.some, found.whole])
                yield f"= {found.target} {found.models} {shown}"
    if kind.aim.snap:
        yield from _word_aims(view, decision, options, data)


def _word_aims(view: View, decision: Decision, options: Sequence[dict[str, Any]], data: Mapping[str, Any]) -> Iterator[str]:
    at = AT[decision.id % len(AT)]
    rows = data.get("moves") or data.get("poses") or ()
    model = (rows[0]["model"] if isinstance(rows[0], dict) else int(rows[0][0])) if rows else None
    aims = [Pointing(at, turn=0.5 * (decision.id % 3), kind=data.get("kind", ""))]
    if model is not None:
        aims.append(Pointing(at, model=model, kind=data.get("kind", ""), base=dict(data)))
    for aim in aims:
        found = find_nearest(view.game, decision, options, aim)
        refused = f"{found.refusal.rule} {found.refusal.code}" if found.refusal else "as pointed at"
        yield f"= at {at} {'all' if aim.model is None else aim.model} {short(found.data)} {refused}"
