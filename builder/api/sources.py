"""Armies in request bodies: a stored roster, a roster document, or a printed sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import marshmallow as ma

from builder.api.fields import Base64, JsonObject
from builder.services.armies import Source
from datasheets.fields import Part, Strict, Text, Whole
from datasheets.words import Message


class ArmySource(Strict):
    """Where an army comes from: exactly one of the three."""

    roster = Text(most=80, load_default="", metadata={"description": "The id of a roster."})
    document = JsonObject("RosterDocument", load_default=None)
    sheet = Base64(load_default=b"", metadata={"description": "A printed sheet: the PDF in base 64."})
    step = Whole(load_default=0, metadata={"description": "Of a roster: a step of its history; 0 is where it stands."})

    @ma.validates_schema
    def one(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse none and several."""
        if sum(bool(data[name]) for name in ("roster", "document", "sheet")) != 1:
            raise ma.ValidationError(Message("refused.request.army"))
        if data["step"] and not data["roster"]:
            raise ma.ValidationError({"step": [Message("refused.request.step")]})

    @ma.post_load
    def make(self, data: dict[str, Any], **_: Any) -> Source:
        """Return it as the services take it."""
        return Source(**data)


class ArmyPart(Part):
    """An army in a body; it knows where it stands there."""

    def __init__(self) -> None:
        super().__init__(ArmySource, required=True)

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Source:
        """Return the army with its place."""
        source: Source = super().deserialize(value, attr, data, **kwargs)
        return replace(source, place=f"/{attr}")


class TwoArmies(Strict):
    """Two armies."""

    a = ArmyPart()
    b = ArmyPart()
