"""Charts of simulations as figures for SVG: where each bar and line stands in a frame of WIDTH by HEIGHT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH, HEIGHT, MOST_BARS = 440, 120, 21


@dataclass(frozen=True, slots=True)
class Bar:
    """Games that ended by a margin from `least` to `most`: whose it is ("a", "b", "even"), its share, where it stands."""

    least: int
    most: int
    games: int
    side: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Lines:
    """A measure of A and B after each battle round: the most of it, the rounds' places, both lines as points."""

    what: str
    most: float
    places: tuple[tuple[int, float], ...]
    a: str
    b: str
    values: tuple[tuple[int, float, float], ...]


def margin_chart(counts: Sequence[Sequence[int]]) -> list[Bar]:
    """Return bars of how the games ended, from what B won by most to what A won by most; a draw is a bar of its own."""
    if not counts:
        return []
    most = max(abs(margin) for margin, _ in counts)
    step = max(1, -(-most // (MOST_BARS // 2)))
    reach = -(-most // step)
    games = dict.fromkeys(range(-reach, reach + 1), 0)
    for margin, number in counts:
        place = -(-abs(margin) // step) * (1 if margin > 0 else -1)
        games[place] += number
    highest, width = max(games.values()), WIDTH / len(games)
    return [_bar(place, number, step, highest, width, index) for index, (place, number) in enumerate(games.items())]


def _bar(place: int, games: int, step: int, highest: int, width: float, index: int) -> Bar:
    height = round(HEIGHT * games / highest, 1)
    near = place * step - (step - 1 if place > 0 else -(step - 1) if place < 0 else 0)
    least, most = sorted((near, place * step))
    side = "a" if place > 0 else "b" if place < 0 else "even"
    return Bar(least, most, games, side, round(index * width + 1, 1), HEIGHT - height, round(width - 2, 1), height)


def round_charts(rounds: Sequence[Mapping[str, Any]]) -> Iterator[Lines]:
    """Yield the lines of each measure that is known after each battle round."""
    for what in ("models", "points"):
        rows = [(each["round"], *each[what]) for each in rounds if what in each]
        if not rows:
            continue
        most = max(1.0, *(value for _, *both in rows for value in both))
        gap = WIDTH / max(1, len(rows) - 1)
        places = tuple((row[0], round(index * gap, 1)) for index, row in enumerate(rows))
        a, b = (
            " ".join(f"{x},{round(HEIGHT * (1 - row[side] / most), 1)}" for (_, x), row in zip(places, rows, strict=True))
            for side in (1, 2)
        )
        values = tuple((number, round(first, 1), round(second, 1)) for number, first, second in rows)
        yield Lines(what, most, places, a, b, values)
