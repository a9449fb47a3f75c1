"""Nothing on the ground names a game: no characteristic, phase, mission, rule or keyword of Warhammer 40,000."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from datasheets.native.bundled import bundled_catalogues
from datasheets.systems import rulebook, system

RESOLVER = Path(__file__).parents[2] / "resolver"
GROUND = ("engine", "table", "turns", "attack", "shared")
SYSTEMS = ("wh40k-8e", "wh40k-9e", "wh40k-2e")
PLAIN = frozenset(
    [
        "Attacks",
        "Class",
        "Damage",
        "Fire",
        "Initiative",
        "Long",
        "Move",
        "Movement",
        "Range",
        "Save",
        "Short",
        "Strength",
        "Sustained",
        "Twin",
        "Type",
        "Wounds",
    ]
)
"""Names of characteristics that are words of English, too; the ground means no column by them."""
OWN_RULES = (
    "advancing|aircraft|big guns|blast|combat attrition|combat squads|command point|deny the|fall back|fell back|"
    "heroic intervention|inspiring leader|invulnerable|locked in combat|look out|morale|objective secured|overwatch|perils|"
    "pile in|power level|primary objective|psychic|rapid fire|reinforcement|smite|stratagem|strategy (?:card|rating)|"
    "supercharge|underdog|warlord"
)
"""Rules that no other game has, or only under another name."""


def names() -> dict[str, str]:
    """What may not stand on the ground, as regular expressions, by what it is a name of."""
    words, quoted, phases, missions, keywords = set(), set(), set(), set(), set()
    for known in map(system, SYSTEMS):
        for column in (*known.characteristics, *known.weapon_characteristics):
            quoted.add(column.key)
            words |= {column.name} - PLAIN
        phases |= {f"{phase.name} phase" for phase in known.phases}
        missions |= {name for mission in known.missions for name in (mission.id, mission.name)}
    for catalogue in bundled_catalogues():
        if catalogue.header_document["system"] in SYSTEMS:
            for sheet in catalogue.documents.values():
                keywords |= set(sheet.get("keywords", {}).get("other", ()))
    rules = {rule.id.split("-")[0] for known in SYSTEMS for rule in rulebook(known).rules}
    return {
        "characteristics": rf"(?<![\w-])(?:{_any(words)})(?![\w-])",
        "keys": rf"(?<!TypeVar\()\"(?:{_any(quoted)})(?:/[a-z]+)?\"",
        "phases": rf"(?i:\b(?:{_any(phases)})\b)",
        "missions": rf"(?<![\w-])(?:{_any(missions)})(?![\w-])",
        "keywords": rf"(?<![\w-])(?:{_any(word for word in keywords if len(word) > 2)})(?![\w-])",
        "rules": rf"\b(?:{_any(rules)})-[A-Z]",
        "own rules": rf"(?i:\b(?:{OWN_RULES.replace(' ', '[-_ ]')}))",
    }


def _any(words: object) -> str:
    return "|".join(map(re.escape, sorted(words)))  # type: ignore[call-overload]


KINDS = ("characteristics", "keys", "phases", "missions", "keywords", "rules", "own rules")


@pytest.mark.parametrize("of", KINDS)
def test_the_ground_names_no_game(of: str) -> None:
    sought = re.compile(names()[of])
    found = [
        f"{file.relative_to(RESOLVER)}:{number}: {line.strip()}"
        for room in GROUND
        for file in sorted((RESOLVER / room).rglob("*.py"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if sought.search(line)
    ]
    assert found == []


def test_what_is_sought_is_found_where_it_belongs() -> None:
    """In the family and the editions each kind of name stands somewhere, but for those that only data have."""
    texts = [
        file.read_text(encoding="utf-8") for room in ("families", "rulesets") for file in (RESOLVER / room).rglob("*.py")
    ]
    for of in ("characteristics", "phases", "missions", "keywords", "rules", "own rules"):
        assert any(re.search(names()[of], text) for text in texts), of
