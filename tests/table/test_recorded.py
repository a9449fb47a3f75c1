"""What geometry says of small tables made from numbers: the same as when it was recorded, compiled or not."""

from __future__ import annotations

import pytest

from tests.recorded.files import compare_lines, read_lines
from tests.recorded.worlds import TOPICS, WORLDS, survey

BLOCK = 10


@pytest.mark.parametrize(
    ("topic", "first"), [(topic, first) for topic in TOPICS for first in range(0, WORLDS[topic], BLOCK)]
)
def test_geometry_says_what_it_said(topic: str, first: int) -> None:
    numbers = range(first, min(first + BLOCK, WORLDS[topic]))
    recorded = [line for line in read_lines(f"table-{topic}") if int(line.split()[0]) in numbers]
    compare_lines(f"table-{topic}", recorded, [line for number in numbers for line in survey(topic, number)])
