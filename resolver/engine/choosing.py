"""Reading a choice: is it an answer to what is asked, has it the right shape, and do the rules allow it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from marshmallow import ValidationError

from datasheets.problems import from_messages
from resolver.engine.data import plain
from resolver.engine.decision import ASK, Choice, Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.standing import stands


def read_choice(game: Game, decision: Decision | None, choice: Choice) -> Data | Refusal:
    """Return the data of a choice as they are read, or why it is refused. Changes nothing."""
    if decision is None:
        return Refusal("", "over")
    if choice.decision != decision.id or choice.kind != decision.kind:
        return _refuse_unasked(game, decision, choice.kind)
    table = game.ruleset.decisions[decision.kind]
    if choice.standing not in ("", ASK) and not table.finite:
        return Refusal("", "standing", {"kind": decision.kind})
    if choice.standing and choice.standing not in stands(game):
        return Refusal("", "standing.until")
    try:
        data: dict[str, Any] = table.shape.load(choice.data)
    except ValidationError as error:
        problem = next(from_messages(error.messages))
        return Refusal("", "shape", {"place": problem.path, "problem": problem.message})
    refusal = table.check(game, decision, data)
    return plain(data) if refusal is None else replace(refusal, rule=game.ruleset.rule(refusal.rule))


def _refuse_unasked(game: Game, decision: Decision, kind: str) -> Refusal:
    """Return why nobody answers what is not asked: by a rule of that kind of decision, else because another is open."""
    known = game.ruleset.decisions.get(kind)
    rule = game.ruleset.rule(known.unasked) if known and known.unasked else ""
    values = {"decision": decision.id, "kind": decision.kind}
    return Refusal(rule, f"unasked.{kind}" if rule else "stale", values)
