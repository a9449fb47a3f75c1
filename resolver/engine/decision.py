"""Decisions, choices and refusals as plain data, JSON both ways.

A decision says who is asked what and by which rule; a choice answers one decision by its number; a refusal says which
rule a choice breaks. Nothing here knows an edition or the state of a battle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marshmallow import fields

from datasheets.fields import Choice as Word
from datasheets.fields import Strict, Table, Text, Whole

Data = Mapping[str, Any]
"""A JSON object. Whoever is handed one does not change it."""
ASK = "ask"
STANDS = ("phase", "turn", "round", "battle", ASK)
"""Until when a choice may answer all further decisions of its kind; ASK ends what stands."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one player.

    `id` counts the decisions of the battle from 0; `subject` is the key of the unit it is about, or ""; `rule` is the
    ledger id of the rule that asks; `data` is what the player needs to know, by kind.
    """

    id: int
    player: int
    kind: str
    subject: str
    rule: str
    data: Data

    def to_json(self) -> dict[str, Any]:
        """Return the decision as a JSON object."""
        return {name: getattr(self, name) for name in ("id", "player", "kind", "subject", "rule", "data")}


@dataclass(frozen=True, slots=True)
class Choice:
    """The answer to the decision with number `decision`; `kind` repeats the kind of that decision.

    `standing` says that it also answers all further ones of its kind, until when (`STANDS`); "" is this one only.
    """

    decision: int
    kind: str
    data: Data
    standing: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the choice as a JSON object."""
        stands = {"standing": self.standing} if self.standing else {}
        return {"decision": self.decision, "kind": self.kind, "data": self.data, **stands}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a choice is not legal: the ledger id of the rule, a code that names the sentence, and its values."""

    rule: str
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the refusal as a JSON object."""
        return {"rule": self.rule, "code": self.code, "values": dict(self.values)}


class IllegalChoice(ValueError):
    """A choice that was refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"{refusal.rule or 'decision'}: {refusal.code} {dict(refusal.values)}")


class ChoiceShape(Strict):
    """The shape of a choice as JSON."""

    decision = Whole(required=True)
    kind = Text(required=True, most=40)
    data = Table(values=fields.Raw(allow_none=True), required=True, most=20)
    standing = Word(("", *STANDS), load_default="")
