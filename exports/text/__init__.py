"""Lists as text: to read, to post, for an event."""

from exports.text.event import event_text
from exports.text.listing import listing
from exports.text.posting import POSTED, Posted, post_texts, text_of

__all__ = ["POSTED", "Posted", "event_text", "listing", "post_texts", "text_of"]
