"""How many ability texts and uses are understood: counted on a small file, and on the real ones."""

from __future__ import annotations

from random import Random

import pytest

from datasheets.battlescribe.parse_catalogue import read
from datasheets.effects.effect import Effect
from datasheets.effects.recognition.counting import Share, Text, count, share
from datasheets.effects.recognition.recognise import recognise
from datasheets.effects.recognition.text import plain
from datasheets.model import Catalogue, CharacteristicType, Entry, InfoLink, Profile, ProfileType, Rule, Source
from datasheets.systems import system
from resolver.engine.compile_armies import compile_armies
from resolver.engine.registry import ruleset
from tests.conftest import SHARED
from tests.field import gun, roster, unit

NINTH = system("wh40k-9e")
BLAST, DUNES = "Blast", "The dunes remember."


def weapon(id: str, text: str, **details: object) -> Profile:
    return Profile(id=id, type="t-weapon", characteristics={"c-ability": text}, details=details)


def files() -> list[Source]:
    types = (
        ProfileType(
            "t-weapon", "Weapon", (CharacteristicType("c-range", "Range"), CharacteristicType("c-ability", "Abilities"))
        ),
        ProfileType("t-ability", "Abilities", (CharacteristicType("c-text", "Description"),)),
    )
    linked = tuple(InfoLink(id=f"l{number}", target="shared", type="profile") for number in range(3))
    entry = Entry(
        id="e",
        profiles=(weapon("w1", BLAST), weapon("w2", DUNES), weapon("w3", "-"), weapon("w4", ""), weapon("w5", BLAST)),
        rules=(
            Rule(id="r1", description=DUNES),
            Rule(id="r2", description="Sand.", details={"effects": [{"kind": "blast"}]}),
        ),
        info_links=linked,
    )
    ability = Profile(id="a", type="t-ability", characteristics={"c-text": "This unit cannot perform actions."})
    unused = weapon("unused", "Nobody links this.")
    library = Catalogue(id="library", name="Library", profile_types=types, shared_profiles=(weapon("shared", DUNES), unused))
    return [library, Catalogue(id="army", name="Army", entries=(entry,), profiles=(ability,))]


def test_texts_and_uses() -> None:
    assert count(files(), NINTH) == [
        Text("weapons", DUNES, 4, False),
        Text("weapons", BLAST, 2, True),
        Text("units", "Sand.", 1, True),
        Text("units", DUNES, 1, False),
        Text("units", "This unit cannot perform actions.", 1, True),
    ]


def test_a_share_is_of_texts_and_of_uses() -> None:
    found = share(text for text in count(files(), NINTH) if text.of == "weapons")
    assert found == Share(2, 1, 6, 2)
    assert found.of_uses == pytest.approx(1 / 3)
    assert share([]).of_uses == 1.0


BARS = {"wh40k-9e": {"weapons": 0.85, "units": 0.14}, "wh40k-8e": {"weapons": 0.55, "units": 0.2}}
EIGHTH, SAMPLE = 4, 30
"""Which eighth of the catalogues, always the same, and how many of its texts stand for all."""


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("repository", list(BARS))
def test_texts_of_real_data(repository: str, whole: bool, rng: Random) -> None:
    """Enough of them is understood, and none comes to an effect that the resolver does not ask for."""
    folder = SHARED / "bsdata" / repository
    catalogues = sorted(folder.glob("*.cat"))
    paths = [*folder.glob("*.gst"), *(catalogues if whole else catalogues[EIGHTH::8])]
    texts = count([read(path.read_bytes(), path.name) for path in paths], system(repository))
    for of, least in BARS[repository].items():
        assert share(text for text in texts if text.of == of).of_uses >= least, of
    understood = [text for text in texts if text.understood]
    for text in understood if whole else rng.sample(understood, SAMPLE):
        _is_resolved(text, repository)


def _is_resolved(text: Text, repository: str) -> None:
    found = recognise(text.text, "weapon" if text.of == "weapons" else "unit", repository)
    if not found.effects:
        return
    row = unit("x", 1, gun())
    if text.of == "weapons":
        row["weapons"][0]["profiles"][0]["abilities"] = plain(text.text)
    else:
        row["abilities"] = [{"name": "A", "text": plain(text.text), "aura": False, "external": False, "effects": []}]
        row["keywords"]["faction"] = sorted(_placeholders(found.effects))
    armies = roster([row], system=repository), roster([unit("y")], system=repository)
    assert ruleset(repository).list_unresolved(compile_armies(armies)) == [], text.text


def _placeholders(effects: tuple[Effect, ...]) -> set[str]:
    return {word for effect in effects for word in effect.to.keywords if word.startswith("<")}


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "name", "ability", "meant"),
    [
        ("Chaos - Death Guard.cat", "Plague Weapon", "Plague Weapon", ("wound rolls of 1",)),
        (
            "Aeldari - Aeldari Library.cat",
            "Poisoned Weapon",
            "Poisoned Weapon (4+)",
            ("excluding VEHICLE or TITANIC", "unmodified", "this value", "always successful"),
        ),
        (
            "Aeldari - Aeldari Library.cat",
            "Shuriken",
            "Shuriken",
            ("unmodified wound roll of 6", "improve", "by 2"),
        ),
        ("Chaos - Daemons.cat", "Malefic Weapons", "Malefic 3", ("equal to that value", "no more than that number")),
        ("Chaos - Chaos Space Marines.cat", "Sonic Weapon", "Sonic Weapon", ("half-range, add 1 to the Damage",)),
        (
            "Imperium - Astra Militarum - Library.cat",
            "Turret Weapon",
            "Turret Weapon",
            ("not within Engagement Range", "add 1"),
        ),
    ],
)
def test_named_abilities_mean_what_the_rules_say(file: str, name: str, ability: str, meant: tuple[str, ...]) -> None:
    """The rule that explains the name still says what our table was written by."""
    _means("wh40k-9e", file, name, ability, meant)


@pytest.mark.shared
@pytest.mark.slow
def test_poisoned_weapons_of_8th_edition_mean_what_the_rule_says() -> None:
    meant = ("wounds on a 4+", "VEHICLE or TITANIC", "on a 6+")
    _means("wh40k-8e", "Aeldari - Drukhari.cat", "Poisoned Weapon", "Poisoned Weapon", meant)


def _means(repository: str, file: str, name: str, ability: str, meant: tuple[str, ...]) -> None:
    assert recognise(ability, "weapon", repository).effects
    source = read((SHARED / "bsdata" / repository / file).read_bytes(), file)
    texts = [plain(text) for text in _find_descriptions(source, name)]
    assert any(all(part in text for part in meant) for text in texts), texts


def _find_descriptions(source: Source, name: str) -> list[str]:
    rules = (*source.rules, *source.shared_rules)
    found = [rule.description for rule in rules if rule.name.startswith(name)]
    profiles = [profile for profile in (*source.profiles, *source.shared_profiles) if profile.name.startswith(name)]
    return found + ["\n".join(profile.characteristics.values()) for profile in profiles]
