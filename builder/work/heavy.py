"""What of a service is heavy: a method that a worker runs, where one is ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


class Work(Protocol):
    """Workers that call services."""

    def start(self) -> bool:
        """Start the workers, if that was not done; tell whether one is ready."""
        ...

    def call(self, service: str, method: str, args: Sequence[Any], given: Mapping[str, Any], seconds: float) -> Any:
        """Return what a method of a service answers; raises what it raises, `Busy` and `TooLarge`."""
        ...


class Heavy:
    """A service with heavy methods. `work` are the workers, None where everything is done here."""

    service = ""
    work: Work | None = None


def heavy(seconds: float) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Make a method of a `Heavy` service one that workers run, for so many seconds at most."""

    def decorate(method: Callable[P, T]) -> Callable[P, T]:
        @wraps(method)
        def call(*args: P.args, **given: P.kwargs) -> T:
            service = cast(Heavy, args[0])
            if service.work is None or not service.work.start():  # they take seconds to start: nobody waits for that
                return method(*args, **given)
            return cast(T, service.work.call(service.service, method.__name__, args[1:], given, seconds))

        return call

    return decorate
