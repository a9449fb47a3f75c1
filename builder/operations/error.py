"""The one error of an edit, and the text checks that every edit shares."""

from __future__ import annotations


class OperationError(ValueError):
    """An operation that does not fit its roster; nothing was changed.

    `pointer` is a JSON pointer into the operation ("/unit"; "/2/unit" in a list of operations), `message` one sentence
    that says what is wrong and how to mend it.
    """

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer or '/'}: {message}")
        self.pointer = pointer
        self.message = message

    def inside(self, prefix: str) -> OperationError:
        """Return the same error seen from outside: the pointer with `prefix` in front."""
        return OperationError(prefix + self.pointer, self.message)
