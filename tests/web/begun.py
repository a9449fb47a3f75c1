"""Battles that have come to a question, played by the services: by clicks the way there is a hundred times as long."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from builder.answers import aims
from builder.services.armies import Source
from builder.services.assembly import Services
from builder.services.battles import HUMAN, Asked
from builder.services.seats import OWNER
from resolver.engine.decision import Choice

Fits = Callable[[Asked], bool]
Pick = Callable[[Sequence[Choice]], Choice]

SECONDS = 60.0


def first(options: Sequence[Choice]) -> Choice:
    return options[0]


def come_to(services: Services, fits: Fits, *, seeds: Sequence[int] = (7,), pick: Pick = first) -> str:
    """Return a battle of a person against dice that stands at a question, of the first of these seeds that leads to one."""
    armies = Source(roster="sunward-patrol"), Source(roster="gloam-patrol")
    for seed in seeds:
        row = services.battles.start(*armies, seed=seed, players=(HUMAN, "random"), seconds=SECONDS).row
        while row.pending:
            asked = services.battles.question(row.id, OWNER)
            if fits(asked):
                return row.id
            row = services.battles.choose(row.id, OWNER, pick(asked.options), SECONDS)
    raise AssertionError("no battle comes to such a question")


def aims_at_several(form: str) -> Fits:
    """Tell whether "shots" or "blows" are asked for that may go at more than one unit."""

    def fits(asked: Asked) -> bool:
        if asked.decision is None or asked.view.game.ruleset.decisions[asked.decision.kind].aim.form != form:
            return False
        return len(aims(asked.view, asked.decision, asked.options)) > 1

    return fits


def selects_to_move(asked: Asked) -> bool:
    """Tell whether a unit that moves is to be selected."""
    return asked.decision is not None and asked.decision.kind == "select" and asked.decision.data["to"] == "move"
