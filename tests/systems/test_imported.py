"""Which of BattleScribe's game systems is which of ours."""

import pytest

from datasheets.systems import system, system_for, systems

SHARED_ID = "28ec-711c-d87f-3aeb"
SIGMAR = "e51d-b1a3-75fc-dc33"


@pytest.mark.parametrize(
    ("id", "name", "ours"),
    [
        (SHARED_ID, "Warhammer 40,000 9th Edition", "wh40k-9e"),
        (SHARED_ID, "Warhammer 40,000 8TH EDITION", "wh40k-8e"),
        (SHARED_ID, "Warhammer 40,000 7th Edition", SHARED_ID),
        ("5335-9d49-c85e-4817", "Any name", "wh40k-8e"),
        ("another", "Warhammer 40,000 9th Edition", "another"),
        ("wh40k-9e", "Warhammer 40,000 9th edition", "wh40k-9e"),
    ],
)
def test_a_game_system_is_known_by_id_and_name(id: str, name: str, ours: str) -> None:
    assert system_for(id, name) == ours


@pytest.mark.parametrize(("revision", "ours"), [(0, "aos-1e"), (30, "aos-1e"), (37, "aos-1e"), (38, SIGMAR), (61, SIGMAR)])
def test_editions_that_share_id_and_name_are_told_apart_by_the_revision(revision: int, ours: str) -> None:
    """The 2nd edition of Age of Sigmar begins at 38: it is no game whose rules we have, and judged by its data alone."""
    assert system_for(SIGMAR, "Age of Sigmar", revision) == ours


def test_its_costs_are_known_by_name() -> None:
    assert system("wh40k-9e").imported_cost(" PL") == "power"
    assert system("wh40k-9e").imported_cost("pts") == ""
    assert system("aos-1e").imported_cost("PL") == ""


def test_no_two_of_our_systems_are_imported_as_one() -> None:
    for each in systems():
        for known in each.imported_as:
            assert system_for(known.id, known.name) == each.id
