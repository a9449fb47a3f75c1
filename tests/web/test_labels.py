"""Labels on the board of a page without scripts: each beside its unit, on the table, and on no other label or model."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from flask.testing import FlaskClient

from builder.web.battles.labels import HEIGHT, PADDING, Label, circles_of, pixel_size, place_labels
from tests.web.test_playing import begin, form, going_on, panel, until

SIZE = (44.0, 30.0)
WIDTH = 48


def boxes(found: dict[int, Label], width: float) -> dict[int, tuple[float, float, float, float]]:
    half, high = (WIDTH + PADDING) * pixel_size(width) / 2, HEIGHT * pixel_size(width) / 2
    return {unit: (at.x - half, at.y - high, at.x + half, at.y + high) for unit, at in found.items()}


def crowd(count: int, step: float, top: float = 3.0) -> dict[int, list[tuple[float, float, float]]]:
    """Units of five models in a row, one beside the other."""
    return {unit: [(2.0 + unit * step + n * 1.1, top, 0.5) for n in range(5)] for unit in range(count)}


@pytest.mark.parametrize(("count", "step", "top"), [(6, 6.5, 3.0), (9, 4.2, 0.5), (3, 12.0, 29.5)])
def test_labels_keep_apart_from_each_other_from_models_and_from_edges(count: int, step: float, top: float) -> None:
    units = crowd(count, step, top)
    found = boxes(place_labels(units, dict.fromkeys(units, WIDTH), [], SIZE), SIZE[0])
    for (left, high, right, low), (a, b, c, d) in combinations(found.values(), 2):
        assert right <= a + 0.02 or c <= left + 0.02 or low <= b + 0.02 or d <= high + 0.02
    for left, high, right, low in found.values():
        assert min(left, high, SIZE[0] - right, SIZE[1] - low) >= -0.02
        for x, y, r in (circle for circles in units.values() for circle in circles):
            away = (max(left - x, 0, x - right), max(high - y, 0, y - low))
            assert away[0] ** 2 + away[1] ** 2 >= (r * 0.75) ** 2


def test_a_label_leaves_a_marker_in_sight_and_its_line_begins_at_its_unit() -> None:
    units = {0: [(20.0, 15.0, 0.5)]}
    free = place_labels(units, {0: WIDTH}, [], SIZE)[0]
    moved = place_labels(units, {0: WIDTH}, [(free.x, free.y, 0.8)], SIZE)[0]
    assert (moved.x, moved.y) != (free.x, free.y)
    assert (moved.line[0] - 20) ** 2 + (moved.line[1] - 15) ** 2 == pytest.approx(0.25, abs=0.01)


def test_a_long_base_is_covered_from_end_to_end() -> None:
    circles = circles_of((10, 10, 90), half=3, radius=1)
    assert (min(y for _, y, _ in circles), max(y for _, y, _ in circles)) == pytest.approx((7, 13))
    assert {round(x, 6) for x, _, _ in circles} == {10}
    assert circles_of((1, 2, 0), half=0, radius=0.5) == [(1, 2, 0.5)]


def test_the_page_shows_every_unit_that_stands_on_the_table(client: FlaskClient) -> None:
    page = until(going_on(begin(client)), "move")
    text = page.answer.text
    tags = re.findall(r'<g id="u\d+" class="tag [ab]([^"]*)"[^>]*?(?:transform="translate\(([\d. ]+)\)")?>', text)
    shown = [place for state, place in tags if "off" not in state]
    assert len(shown) > 5
    assert len(set(shown)) == len(shown)
    assert text.count('<g class="face" transform="scale(0.0') == len(tags)
    assert text.partition('id="leaders"')[2].partition("</g>")[0].count("<line") == len(shown)


@pytest.mark.slow
def test_taking_nothing_says_what_to_tick_and_chooses_nothing(client: FlaskClient) -> None:
    page = until(going_on(begin(client)), "charge", lambda page: 'name="join"' in page.answer.text)
    before = panel(page)["data-decision"]
    refused = page.send(form(page, "join"), {"decision": before, "together": "1"})
    assert refused.status == 422
    assert "Tick one or more first, then take them." in refused.text
    assert "not allowed" not in refused.text
    assert panel(refused)["data-decision"] == before
