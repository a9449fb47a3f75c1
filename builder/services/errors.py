"""What a service can refuse, as exceptions; each carries one sentence that a user can act on.

The API turns them into problems by one table (builder/api/problems.py), the command line into exit status 2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from datasheets.problems import Problem, move_inside
from datasheets.words import Message

if TYPE_CHECKING:
    from builder.store.allowance import OverAllowance


class ServiceError(Exception):
    """A request that cannot be fulfilled. `problems` says where, when it is about something that was sent."""

    def __init__(self, detail: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.problems = problems

    def with_problems(self, problems: tuple[Problem, ...]) -> ServiceError:
        """Return the same refusal, with the places in what was sent that it is about."""
        return _rebuild(type(self), self.detail, problems)

    def inside(self, place: str) -> ServiceError:
        """Return the same refusal as seen by whoever sent what it is about within something else, at that place."""
        problems = move_inside(place, self.problems or (Problem("", self.detail),))
        is_first = bool(self.problems) and self.detail == str(self.problems[0])
        return _rebuild(type(self), str(problems[0]) if is_first else self.detail, problems)

    def __reduce__(self) -> tuple[Callable[..., ServiceError], tuple[Any, ...]]:
        """Come out of a worker process as the same error, whatever its own kind takes to be made."""
        return _rebuild, (type(self), self.detail, self.problems)


def quota_message(error: OverAllowance) -> Message:
    """Return what somebody has too much of, in words."""
    most = f"{error.most / 1_000_000:g}" if error.what == "bytes" else error.most
    return Message(f"error.most.{error.what}", {"most": most})


def _rebuild(kind: type[ServiceError], detail: str, problems: tuple[Problem, ...]) -> ServiceError:
    error = kind.__new__(kind)
    ServiceError.__init__(error, detail, problems)
    return error


class NotFound(ServiceError):
    """There is no such thing."""


class Stale(ServiceError):
    """Somebody changed the thing since the version that the caller names."""

    def __init__(self, what: Literal["roster", "catalogue", "datasheet"], id: str, version: int) -> None:
        super().__init__(Message(f"error.stale.{what}", {"id": id, "version": version}))


class Conflict(ServiceError):
    """It does not fit what is there now: a taken id, nothing to undo, a decision that is no longer open."""


class Invalid(ServiceError):
    """What was sent can be read and does not fit; `problems` are all of them."""

    def __init__(self, problems: tuple[Problem, ...], detail: str = "") -> None:
        super().__init__(detail or str(problems[0]), problems)


class Unreadable(ServiceError):
    """What was sent is no JSON, no PDF, no document of the kind that is expected."""


class Unauthorized(ServiceError):
    """A seat's token is needed and none was given."""


class Forbidden(ServiceError):
    """The token or the origin of the request does not allow this."""


class TooMany(ServiceError):
    """Whoever asks does so too often; after `seconds` they may again."""

    def __init__(self, detail: str, seconds: int = 1) -> None:
        super().__init__(detail)
        self.seconds = seconds


class TooLarge(ServiceError):
    """More was sent than is read."""


class Busy(ServiceError):
    """Too much is waiting to be done already; later there may be room."""
