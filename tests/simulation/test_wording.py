"""Sentences about a simulation name the army that they are about."""

from __future__ import annotations

from resolver.simulation.wording import interval_line, verdict_line

ARMIES = ("Sunward Host", "Gloam Court")


def test_how_sure_it_is_is_said_of_the_first_army():
    line = interval_line({"interval_95": [0.412, 0.588], "games": 120}, ARMIES)
    assert "Sunward Host" in line
    assert "Gloam Court" not in line
    assert all(number in line for number in ("41", "59", "120"))


def test_who_is_ahead_comes_first_with_its_share_of_wins():
    line = verdict_line({"games": 100, "verdict": "b", "wins": [20, 70, 10]}, ARMIES)
    assert line.index("Gloam Court") < line.index("Sunward Host")
    assert line.index("70") < line.index("20")
