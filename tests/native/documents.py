"""Native documents for tests: a small complete one to change, and a strategy for valid ones."""

import copy
from typing import Any

from hypothesis import strategies as st

from datasheets.effects import vocabulary

Json = dict[str, Any]

MODEL = {"M": '6"', "WS": "3+", "BS": "4+", "S": "4", "T": "4", "W": "1", "A": "1", "Ld": "7", "Sv": "4+"}
RIFLE = {"Range": '24"', "Type": "Rapid Fire 1", "S": "4", "AP": "0", "D": "1"}
BLADE = {"Range": "Melee", "Type": "Melee", "S": "+1", "AP": "-1", "D": "1"}


def row(name: str, least: int, most: int, **changed: str) -> Json:
    return {
        "name": name,
        "number": {"min": least, "max": most},
        "characteristics": {**MODEL, **changed},
        "base": {"shape": "round", "mm": [28]},
        "height": 1.4,
    }


def weapon(name: str, characteristics: Json) -> Json:
    return {"name": name, "profiles": [{"characteristics": dict(characteristics)}]}


def sample() -> Json:
    """Return a fresh document that uses every part."""
    return copy.deepcopy(_SAMPLE)


def header(**changed: Any) -> Json:
    return {"schema": "muster.catalogue/1", "id": "samples", "system": "wh40k-9e", "name": "Samples", **changed}


_SAMPLE: Json = {
    "schema": "muster.datasheet/1",
    "id": "sample-squad",
    "system": "wh40k-9e",
    "catalogue": "samples",
    "name": "Sample Squad",
    "role": "troops",
    "costs": {"power": {"base": 3, "steps": [{"models": 6, "value": 5}, {"models": 11, "value": 8}]}},
    "profiles": [row("Trooper", 4, 14), row("Leader", 1, 1, A="2", Ld="8"), row("Walker", 0, 1, W="6", M="*", BS="*")],
    "composition": {
        "text": "A Leader and 4 to 14 Troopers.",
        "wargear": [
            {"models": ["Trooper", "Leader"], "items": {"Rifle": 1}},
            {"models": ["Leader", "Walker"], "items": {"Blade": 1}},
        ],
    },
    "abilities": [
        {"name": "Steady", "text": "Re-rolls.", "effects": [{"kind": "re-roll", "roll": "hit", "results": [1]}]},
        {
            "name": "Banner",
            "text": "Aura.",
            "aura": True,
            "effects": [
                {
                    "kind": "modify-characteristic",
                    "characteristic": "Ld",
                    "operation": "add",
                    "value": "1",
                    "to": {"scope": "friendly-units", "range": 6},
                }
            ],
        },
        {"name": "Elsewhere", "external": True},
    ],
    "weapons": [
        weapon("Rifle", RIFLE),
        weapon("Blade", BLADE),
        {
            "name": "Melter",
            "note": "Choose one.",
            "picture": 4,
            "profiles": [
                {"name": "Wide", "characteristics": {**RIFLE, "Type": "Assault D6"}, "effects": [{"kind": "auto-hit"}]},
                {"name": "Narrow", "characteristics": {**RIFLE, "Range": '6"-24"', "AP": "-4", "D": "D3+3"}},
            ],
        },
    ],
    "wargear": [
        {"name": "Shield", "text": "A 5+ save.", "effects": [{"kind": "invulnerable-save", "save": "5+"}]},
        {"name": "Vox"},
    ],
    "options": [
        {
            "id": "melter",
            "text": "One Trooper for every five models may have a melter.",
            "models": ["Trooper"],
            "replace": {"Rifle": 1},
            "with": [{"Melter": 1}],
            "limit": {"per_models": 5, "each": 1},
        },
        {"id": "shields", "text": "Anyone.", "models": ["Trooper"], "with": [{"Shield": 1}], "limit": {"any": True}},
        {"id": "vox", "text": "Two.", "models": ["Trooper"], "with": [{"Vox": 1}], "limit": {"most": 2}},
        {
            "id": "leader",
            "text": "Or.",
            "models": ["Leader"],
            "replace": {"Rifle": 1},
            "with": [{"Melter": 1}, {"Blade": 1, "Vox": 1}, {}],
        },
    ],
    "keywords": {
        "faction": ["SAMPLES", "<HOUSE>"],
        "other": ["INFANTRY"],
        "choices": {"<HOUSE>": {"allowed": ["NORTH", "SOUTH"]}},
    },
    "damage_table": [
        {"profile": "Walker", "wounds": [4, 6], "characteristics": {"M": '8"', "BS": "3+"}},
        {"profile": "Walker", "wounds": [1, 3], "characteristics": {"M": '4"', "BS": "5+"}},
    ],
    "transport": {"capacity": 6, "admits": [["INFANTRY"]], "refuses": ["BIKER"], "slots": {"HEAVY": 2}},
    "psyker": {
        "casts": 1,
        "denies": 2,
        "powers": ["smite", "spark"],
        "own_powers": [
            {
                "id": "spark",
                "name": "Spark",
                "value": 6,
                "target": "enemy-unit",
                "text": "One mortal wound.",
                "effects": [{"kind": "mortal-wounds", "number": "1", "on": "manifested"}],
            }
        ],
    },
    "source": {"title": "The tests", "provenance": "project", "page": "3"},
}

NAMES = st.from_regex(r"[A-ZÅÄÖЖ][a-zåäöж]{1,8}( [a-z]{2,6})?", fullmatch=True)
DISTANCES = st.sampled_from(['6"', '12"', "-", '2D6"', '20-50"', '5.5"'])
TARGETS = st.sampled_from(["2+", "3+", "6+", "-"])
NUMBERS = st.sampled_from(["1", "4", "D6", "2D3", "-"])
SIMPLE_EFFECTS = st.sampled_from(
    [{"kind": name} for name, word in vocabulary.KINDS.items() if all(p.default is not None for p in word.parameters)]
)


@st.composite
def valid(draw: st.DrawFn) -> Json:
    """Draw a datasheet that has no problem."""
    names = draw(st.lists(NAMES, min_size=4, max_size=12, unique_by=str.casefold))
    cut = draw(st.integers(1, min(3, len(names) - 2)))
    rows, items = names[:cut], names[cut:]
    weapons = items[: draw(st.integers(1, len(items)))]
    profiles = [_row(draw, name) for name in rows]
    most = sum(profile["number"]["max"] for profile in profiles)
    steps = sorted(draw(st.sets(st.integers(2, most), max_size=3))) if most > 1 else []
    defaults = draw(st.dictionaries(st.sampled_from(items), st.integers(1, 3), min_size=1))
    return {
        **sample(),
        "id": draw(st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,2}", fullmatch=True)),
        "name": draw(NAMES),
        "role": draw(st.sampled_from([None, "troops", "elites"])),
        "costs": {"power": {"base": draw(st.integers(0, 40)), "steps": [{"models": n, "value": n} for n in steps]}},
        "profiles": profiles,
        "composition": {"text": draw(NAMES), "wargear": [{"models": rows, "items": defaults}]},
        "weapons": [weapon(name, draw(st.sampled_from([RIFLE, BLADE]))) for name in weapons],
        "wargear": [{"name": name, "effects": [draw(SIMPLE_EFFECTS)]} for name in items[len(weapons) :]],
        "options": [_option(draw, number, rows, items, defaults) for number in range(draw(st.integers(0, 4)))],
        "damage_table": [],
    }


def _row(draw: st.DrawFn, name: str) -> Json:
    least = draw(st.integers(0, 10))
    made = row(name, least, draw(st.integers(max(1, least), 20)))
    made["characteristics"] |= {
        "M": draw(DISTANCES),
        "WS": draw(TARGETS),
        "A": draw(NUMBERS),
        "W": str(draw(st.integers(1, 20))),
    }
    made["base"] = draw(st.sampled_from([{"shape": "round", "mm": [25]}, {"shape": "oval", "mm": [60, 35.5]}]))
    return made


def _option(draw: st.DrawFn, number: int, rows: list[str], items: list[str], defaults: dict[str, int]) -> Json:
    some = st.dictionaries(st.sampled_from(items), st.integers(1, 2), min_size=1, max_size=3)
    limits: list[Json] = [{"most": 2}, {"per_models": 5, "each": 2}, {"any": True}, {"per_models": 3, "most": 1}]
    return {
        "id": f"option-{number}",
        "text": draw(NAMES),
        "models": draw(st.lists(st.sampled_from(rows), min_size=1, unique=True)),
        "replace": draw(st.sampled_from([{}, {sorted(defaults)[0]: 1}])),
        "with": draw(st.lists(some, min_size=1, max_size=3)),
        "limit": draw(st.sampled_from(limits)),
    }
