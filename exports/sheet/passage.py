"""A rule's texts with its name: where they are cut, what is left begins with the name again."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from reportlab.platypus import Flowable

from exports.sheet.parts import Part, cut, draw_down, measure, total

LEAST = 58.0
"""The height of a name and about four lines; a smaller beginning is not cut off."""


class Passage(Flowable):
    """Texts of which the first begins with their name. `again` makes the name of what is left after a cut."""

    def __init__(self, texts: Iterable[Flowable], again: Callable[[], Flowable]) -> None:
        super().__init__()
        self.texts, self.again = list(texts), again
        self._parts: list[Part] = []

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        if not self._parts or self.width != available_width:
            self._parts = measure(self.texts, available_width)
            self.width, self.height = available_width, total(self._parts)
        return self.width, self.height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Return what fits and the rest with its name; nothing where too little fits."""
        parts = measure(self.texts, available_width)
        name_fits = parts[0].height <= available_height
        taken, rest = cut(parts, available_width, available_height)
        self._parts = []  # an attempt to cut spoils the measures of paragraphs
        if not rest:
            return [self]
        is_name_alone = name_fits and taken[-1].flowable.getKeepWithNext()  # type: ignore[no-untyped-call]
        if is_name_alone or not LEAST <= total(taken) <= available_height:
            return []
        first, left = ([part.flowable for part in parts] for parts in (taken, rest))
        return [Passage(first, self.again), Passage([self.again(), *left], self.again)]

    def draw(self) -> None:
        """Draw the texts one below the other."""
        self.wrap(self.width, 0)
        draw_down(self.canv, self._parts, 0, self.height)
