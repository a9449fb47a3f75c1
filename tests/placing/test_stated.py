"""What was stated and agreed goes out with every text of Muster's, in every language, and comes back."""

from __future__ import annotations

from random import Random

import pytest

from builder.services.assembly import Services
from datasheets.evaluation.tree import Roster
from datasheets.systems import system
from datasheets.words import languages
from exports.text import POSTED, listing, post_texts, text_of

ROSTERS = ("rampart-column", "rampart-patrol", "saltmarch-host", "rustwater-convoy", "tidewatch", "sunward-host")
OWN_ONLY = ("text", "listing")
"""Texts that say what a player notes of the own side alone, too."""


def statements(roster: Roster) -> list[tuple[str, str, str]]:
    """Return what is stated, by kind and name, whatever the uids."""
    names = {each.uid: each.name for each in roster.walk()}
    found = ((each.kind, names[each.subject], str(each.value)) for each in roster.declarations)
    return sorted((kind, name, names.get(value, value)) for kind, name, value in found)


def text(services: Services, id: str, format: str, language: str) -> str:
    roster = services.rosters.get(id).roster
    if format == "text":
        return services.lists.export(roster, "text", language).content.decode()
    document = services.rosters.document(id)
    return listing(document, language) if format == "listing" else text_of(post_texts(document, format, language))


@pytest.mark.slow
@pytest.mark.parametrize("format", ["text", "listing", *POSTED])
@pytest.mark.parametrize("id", ROSTERS)
@pytest.mark.sample(1, "format")
def test_what_was_stated_and_agreed_comes_back(services: Services, id: str, format: str, whole: bool, rng: Random):
    roster = services.rosters.get(id).roster
    own = {kind.key for kind in system(roster.system).agreements if kind.own and format not in OWN_ONLY}
    spoken = languages() if format != "text" else ("en",)
    for language in spoken if whole else rng.sample([*spoken], min(2, len(spoken))):
        placed = services.lists.place(text(services, id, format, language).encode(), "list.txt")
        assert placed.report.unread == ()
        assert statements(placed.roster) == statements(roster)
        assert placed.roster.agreed == {key: value for key, value in roster.agreed.items() if key not in own}
        assert services.lists.judge(placed).judgement.legal is True
