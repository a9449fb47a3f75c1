"""The texts that a roster is posted as, by format: what a message takes, or the text of an event."""

from __future__ import annotations

from typing import Literal, get_args

from exports.document import RosterDocument
from exports.text.event import event_text
from exports.text.messages import messages
from exports.text.styles import Messaging

Posted = Literal[Messaging, "event"]

POSTED: tuple[Posted, ...] = get_args(Posted)


def post_texts(document: RosterDocument, format: Posted, language: str = "en") -> tuple[str, ...]:
    """Return the messages to post one after the other; an event's text is one."""
    return (event_text(document, language),) if format == "event" else messages(document, format, language)


def text_of(parts: tuple[str, ...]) -> str:
    """Return the messages as one text, a blank line between any two."""
    return "\n\n".join(part.rstrip() for part in parts) + "\n"
