"""Weapons with two bands of range: each with its modifier beside it, what few weapons have in a line below.

Sources: 2E-R-WEAPON-04, 2E-R-SHOOT-09. A column that says yes or no takes no room: who has it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from datasheets.systems import System
from exports.document import Army, WeaponProfile, system_of

SHORT, LONG = "Short", "Long"
HITS = {SHORT: "Hit Short", LONG: "Hit Long"}
FIGURES = ("Str", "Dam", "Save", "AP")
NOTED = ("Fire", "Twin")
CLOSE = "close combat"
MODIFIER = "±"
USER = "user"
NONE = ("-", "–", "")
Say = Callable[..., str]


def is_banded(army: Army) -> bool:
    """Whether the weapons of a game have two bands of range."""
    game = system_of(army)
    keys = {column.key for column in game.weapon_characteristics} if game else set()
    return {SHORT, LONG, *HITS.values(), *FIGURES} <= keys


def heads(*, melee: bool) -> tuple[str, ...]:
    """Return the heads of the columns."""
    return ("", "", "", "", *FIGURES) if melee else (SHORT, MODIFIER, LONG, MODIFIER, *FIGURES)


def is_close_combat(profile: WeaponProfile) -> bool:
    """Whether a weapon is one for close combat alone."""
    values = profile.characteristics
    without = all(values.get(key, "x") in NONE for key in (SHORT, LONG))
    return values.get("Class", "") == CLOSE or (not values.get("Class") and without)


def cells(profile: WeaponProfile, strengths: Sequence[str], *, melee: bool) -> tuple[str, ...]:
    """Return the values of a weapon below `heads`; what its bearer's Strength decides is worked out for these Strengths."""
    values = {key: _of_bearer(key, text, strengths) for key, text in profile.characteristics.items()}
    short, long = _band(values, SHORT, ""), _band(values, LONG, values.get(SHORT, ""))
    bands = (short, _modifier(values, SHORT, short), long, _modifier(values, LONG, long))
    return (*(("",) * 4 if melee else bands), *(values.get(key, "") for key in FIGURES))


def note(profile: WeaponProfile, army: Army, say: Say, name: Callable[[str], str]) -> str:
    """Return what else there is to say of a weapon: its class, blast, dice of sustained fire, traits."""
    game = system_of(army)
    return " · ".join(_notes(profile, game, say, name)) if game else ""


def _notes(profile: WeaponProfile, game: System, say: Say, name: Callable[[str], str]) -> Iterator[str]:
    printed = profile.characteristics
    columns = {column.key: column for column in game.weapon_characteristics}
    kind = printed.get("Class", "")
    if kind and kind != CLOSE and kind not in NONE:
        yield name(columns["Class"].name_of(kind))
    if (blast := printed.get("Blast", "")) not in NONE:
        yield say("weapon.blast", inches=blast) if blast[-1].isdecimal() else f"{name(columns['Blast'].name)}: {blast}"
    if (dice := printed.get("Sustained", "")) not in NONE:
        yield say("weapon.sustained", dice=dice)
    for key in NOTED:
        if printed.get(key) == "yes":
            yield name(columns[key].name)
    names = {trait.id: trait.name for trait in game.weapon_traits}
    yield from (name(names.get(trait, trait)) for trait in profile.traits)


def _of_bearer(key: str, text: str, strengths: Sequence[str]) -> str:
    """Return a value with the bearer's Strength in it: itself, the modifier by it, or what is added (2E-SAVE-02)."""
    if not strengths or key not in FIGURES:
        return text
    if text == USER and key == "Str":
        return "/".join(strengths)
    if text == USER:
        return "/".join(dict.fromkeys(str(-max(0, min(int(each), 9) - 3)) for each in strengths))
    if key == "AP" and "S" in text.split("+"):
        rest = "+".join(part for part in text.split("+") if part != "S")
        return f"{rest}+{'/'.join(strengths)}"
    return text


def _band(printed: Mapping[str, str], key: str, before: str) -> str:
    """Return a band as "12–24"; a template or a throw as it is."""
    reach = printed.get(key, "")
    if not reach.replace(".", "").isdecimal():
        return "–" if reach in NONE or reach == before else reach
    start = before if before.replace(".", "").isdecimal() else "0"
    return f"{start}–{reach}"


def _modifier(printed: Mapping[str, str], key: str, band: str) -> str:
    """Return the modifier to hit of a band that is there."""
    return printed.get(HITS[key], "") if band[-1:].isdecimal() else ""
