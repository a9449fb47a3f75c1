"""What the API says of a battle: how it stands, what a seat is asked, the tokens of a new one."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for

from builder.api.answers import creation, with_tag
from builder.api.languages import language
from builder.services.battles import HUMAN, SEATS, Asked, Started
from builder.services.rewinding import wish
from builder.services.seeds import commitment
from builder.store.battles import BattleRow
from resolver.engine.asking import describe


def answer(row: BattleRow) -> dict[str, Any]:
    """Return what is known of a battle."""
    committed = commitment(row)
    return standing(row) | {
        **{name: getattr(row, name) for name in ("system", "name", "mission", "origin")},
        "seats": [{"seat": seat, "player": each["player"]} for seat, each in zip(SEATS, row.seats, strict=True)],
        "seed_digest": committed.digest,
        "seed": committed.seed,
        "salt": committed.salt,
        "href": url_for("battles.Battle", battle=row.id),
    }


def standing(row: BattleRow) -> dict[str, Any]:
    """Return how a battle stands: what changes while it is played."""
    return {
        **{name: getattr(row, name) for name in ("id", "choices", "events")},
        "state": state(row),
        "undos": len(row.cuts),
        "wishes": {seat: wish(row, number) for number, seat in enumerate(SEATS)},
        "pending": row.pending and _decision_row(row.pending),
        "outcome": row.outcome and row.outcome | {"winner": seat_of(row.outcome["winner"])},
    }


def state(row: BattleRow) -> str:
    """Say whether a battle waits for a person, for programs, or is over."""
    if row.pending is None:
        return "over"
    return "waiting" if row.seats[row.pending["player"]]["player"] == HUMAN else "running"


def seat_of(player: int | None) -> str | None:
    """Return the letter of a player's seat."""
    return None if player is None else SEATS[player]


def _decision_row(decision: dict[str, Any]) -> dict[str, Any]:
    asked = {name: decision[name] for name in ("id", "kind", "subject", "rule")}
    return asked | {"seat": SEATS[decision["player"]]}


def standing_answer(row: BattleRow) -> Response:
    """Answer with how a battle stands, and its version."""
    return with_tag(answer(row), row.changed)


def start_answer(started: Started) -> Response:
    """Answer with a new battle, and the tokens of its seats."""
    tokens = dict(zip(SEATS, started.tokens, strict=True))
    return creation(answer(started.row) | {"tokens": tokens}, started.row.changed)


def question_answer(asked: Asked) -> dict[str, Any]:
    """Return what a seat is asked, in words too."""
    stands = {"state": state(asked.row)}
    if asked.decision is None:
        return stands | {"decision": None, "question": None, "finite": True, "options": [], "labels": []}
    question = describe(asked.decision, asked.view, [option.data for option in asked.options], language())
    return stands | {
        "decision": asked.decision.to_json(),
        "question": " ".join(filter(None, (question.sentence, question.note))),
        "finite": question.finite,
        "options": [option.to_json() for option in asked.options],
        "labels": question.options,
    }
