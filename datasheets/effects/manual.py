"""Writes `docs/effects.md` from the vocabulary: `python -m datasheets.effects.manual > docs/effects.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from datasheets.effects import vocabulary
from datasheets.effects.vocabulary import Word

WIDTH = 120
INTRODUCTION = """\
# Effects

What an ability, a weapon profile, a piece of wargear or a psychic power does, as data that the resolver runs. This page
is written from the tables in `datasheets/effects/vocabulary.py`
(`python -m datasheets.effects.manual > docs/effects.md`).

```json
{"kind": "modify-characteristic", "characteristic": "A", "operation": "add", "value": "2",
 "on": "charge", "when": [], "to": {"scope": "unit"}, "until": "turn-end", "limit": "none"}
```

- `kind` and its parameters say what happens; a parameter without a default must be given.
- `on` is the trigger: "always" holds continuously, every other one is a moment.
- `when` lists conditions that must all hold: a name, or `{"name": "charged", "not": true}` to turn it round, or with
  parameters `{"name": "target-keyword", "keywords": ["VEHICLE"]}`.
- `to` says whom: `{"scope", "range", "keywords", "without", "pick", "visible", "own", "carriers", "carriers_range"}`.
  `range` is inches from the bearer; a recipient has every keyword of `keywords` and none of `without`; `own` false
  leaves out the bearer's own unit. With `carriers` the range counts from every model of the same army that has these
  keywords and is within `carriers_range` inches of the bearer, itself included. Where `to` is left out, it is the unit
  for an ability, the weapon for a weapon profile, the bearer for wargear.
- `until` is how long, `limit` how often.
- A number is text, fixed or rolled: "2", "D3", "2D6+1".
- An aura is an ability with `"aura": true` whose effects have a `range`; auras of one name do not add up in 9th edition
  (9E-AURA-03), in 8th they do (8E-TOOLS-07).

Two effects whose conditions exclude each other say "D3, or D6 on an 11 or more": one with `{"name": "psychic-test",
"at_most": 10}`, one with `"at_least": 11`.
"""

WORDS: tuple[tuple[str, str, Iterable[str]], ...] = (
    ("Rolls", "roll", vocabulary.ROLLS),
    ("Operations", "operation", vocabulary.OPERATIONS),
    ("Actions", "action", vocabulary.ACTIONS),
)
TABLES: tuple[tuple[str, str, Mapping[str, Word]], ...] = (
    ("Kinds", "kind", vocabulary.KINDS),
    ("Triggers", "on", vocabulary.TRIGGERS),
    ("Conditions", "when", vocabulary.CONDITIONS),
    ("Scopes", "to.scope", vocabulary.SCOPES),
    ("Picks", "to.pick", vocabulary.PICKS),
    ("Durations", "until", vocabulary.DURATIONS),
    ("Limits", "limit", vocabulary.LIMITS),
)


def manual() -> str:
    """Return the page."""
    return INTRODUCTION + "".join(line + "\n" for line in _sections())


def _sections() -> Iterator[str]:
    for title, field, table in TABLES:
        yield from ("", f"## {title} (`{field}`)", "")
        for word in table.values():
            yield from _wrap_line(f"- **{word.name}**: {word.meaning}", "  ")
            for parameter in word.parameters:
                default = "" if parameter.default is None else f" (default `{_json(parameter.default)}`)"
                yield from _wrap_line(f"  - `{parameter.name}`: {parameter.meaning}{default}", "    ")
    for title, field, words in WORDS:
        yield from ("", f"## {title} (`{field}`)", "")
        yield from _wrap_line(", ".join(words) + ".")


def _wrap_line(line: str, indent: str = "") -> list[str]:
    return wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _json(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')


if __name__ == "__main__":
    sys.stdout.write(manual())
