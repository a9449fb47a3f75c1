"""Every address says who may ask for it, and what no row opens is nobody's."""

from __future__ import annotations

import pytest
from flask import Flask

from builder import access, admission
from builder.access import ACCESS, Access
from tests.people import Club


def test_every_endpoint_has_a_row_and_every_row_an_endpoint(club_app: Flask) -> None:
    """Add a new endpoint to a group of builder/access.py, and think about who is to have it."""
    assert set(ACCESS) == {rule.endpoint for rule in club_app.url_map.iter_rules()}


def test_no_endpoint_stands_in_two_groups() -> None:
    groups = (
        access.OPEN,
        access.TOKEN,
        access.PERSON,
        access.READING,
        access.SESSION,
        access.CLUBS,
        access.ORGANISER,
        access.OWNER,
    )
    assert sum(map(len, groups)) == len(ACCESS)


def test_nothing_but_signing_in_is_open(club_app: Flask) -> None:
    assert {name for name, given in ACCESS.items() if given is Access.OPEN} == {
        "static",
        "web.signing.show",
        "web.signing.sign_in",
        "web.signing.join",
        "web.signing.accept",
        "web.speaking.switch",
        "web.tabletop.worker",
        "health.show",
        "metrics.show",  # which answers this machine only
    }


def test_an_endpoint_without_a_row_is_refused(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.person("Ada")
    key = club.key("Ada")
    assert club.call("GET", "/systems", key).status_code == 200
    monkeypatch.setattr(admission, "ACCESS", {name: given for name, given in ACCESS.items() if name != "systems.Systems"})
    assert club.call("GET", "/systems", key).status_code == 403


def test_without_a_key_every_address_is_the_same(club: Club, club_app: Flask) -> None:
    """Nobody learns which addresses, rosters or battles there are."""
    club.person("Ada")
    answers = set()
    for rule in club_app.url_map.iter_rules():
        if rule.rule.startswith("/api/v1") and rule.endpoint != "links.LinkedRoster":  # which tells of dead links
            path = rule.rule.removeprefix("/api/v1")
            for part, value in (("<id:", "sunward-patrol"), ("<number:", "1"), ("<token:", "x" * 32), ("<path:", "a")):
                while part in path:
                    begin = path.index(part)
                    path = path[:begin] + value + path[path.index(">", begin) + 1 :]
            path = path.replace("<any(discord, markdown, bbcode, event):style>", "discord")
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                answer = club.call(method, path)
                answers.add((answer.status_code, answer.text))
    answers.add((club.call("GET", "/nothing").status_code, club.call("GET", "/nothing").text))
    assert len(answers) == 1
    assert answers.pop()[0] == 401
