"""Two rosters side by side."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.pages import Page
from tests.web.test_crawl import check

At = Callable[[str], Page]


def test_two_armies_make_a_battle(at: At) -> None:
    page = at("/matchup").press("Match up", a="sunward-host", b="gloam-court")
    check("matchup", page)
    assert "Power Level, both armies 99" in page.text
    assert "Incursion" in page.text
    assert "44″ × 30″" in page.text
    assert "up to 2 hours" in page.text


def test_players_may_choose_another_battle_size(at: At) -> None:
    page = at("/matchup?a=sunward-host&b=gloam-court&battle_size=onslaught")
    assert "90″ × 44″" in page.text
    assert at("/matchup?a=sunward-host&b=gloam-court&battle_size=none").status == 200


def test_what_cannot_fight_is_said(at: At) -> None:
    other = at("/").press("Create", name="Old school", army="wh40k-2e/core-2e")
    id = other.answer.request.path.rpartition("/")[2]
    page = at(f"/matchup?a=sunward-host&b={id}")
    check("matchup", page)
    assert "two systems" in page.text
    assert at("/matchup?a=none&b=sunward-host").status == 404
