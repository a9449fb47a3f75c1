"""Where a part of what was sent stands in the whole: what is said about the part points to its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from builder.operations.error import OperationError
from builder.services.errors import Invalid, ServiceError, TooLarge, Unreadable
from datasheets.problems import DocumentError

FAULTS = (DocumentError, OperationError, Invalid, TooLarge, Unreadable)
"""What says that something is wrong with what was sent."""


@contextmanager
def point_at(place: str, *others: type[ServiceError]) -> Iterator[None]:
    """Let what the block refuses point to `place`, where what it is about stands in the body: "/a/document".

    The one way from a pointer into a part to a pointer into the whole. `others` are further refusals that are about the
    part: a roster that it names may not be there. Without a place nothing is changed: the part is all that there is, as on
    the command line.
    """
    try:
        yield
    except (DocumentError, OperationError, ServiceError) as error:
        if not place or not isinstance(error, (*FAULTS, *others)):
            raise
        raise error.inside(place) from error
