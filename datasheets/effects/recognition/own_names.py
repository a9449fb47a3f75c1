"""Texts that call a model, or who carries a thing, by its name: read as if they said "this model"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from datasheets.effects.recognition.text import sentences

_SUBJECT = re.compile(r"(?P<who>[^.,:;]{1,80}?)(?: models?)?(?: in this unit)? (?=ha(?:s|ve) an? )", re.IGNORECASE)
_CARRIER = re.compile(r"(?:(?:a|any|each) model|models)(?: equipped)? (?:with|in) (?:(?:an?|the) )?(?P<thing>.{1,60})")
_WEARER = re.compile(r"the (?:wearer|bearer)(?:'s [a-z]{1,20})?(?: of (?P<thing>.{1,60}))?")
_THIS_THING = re.compile(r"this [a-z]{1,20}")
_BOTH = re.compile(
    r"(?P<who>.{1,80} ha(?:s|ve)) (?P<save>a save characteristic of \d\+) and (?P<other>an? \d\+ invulnerable save)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:the|all|each|every|an?|this unit's) ")
_BEFORE = re.compile(r"in addition, |(?P<label>[^.:]{1,60}): ", re.IGNORECASE)
_GROWN = re.compile(r"((?:the|this) [a-z]+) increases its [a-z]+ characteristic to \d+ and (?=has an? )", re.IGNORECASE)
_INCREASED = re.compile(r"this (?:is increased|increases) to (?=an? )", re.IGNORECASE)
_AFTER = re.compile(
    r"(?<= invulnerable save)(?:,? but you must halve|,? which cannot be re-rolled|,? and (?:can|may)|, in addition"
    r"|,? (?:increasing|which increases|which is increased) to) .*+",
    re.IGNORECASE,
)
_SLIPS = (
    (re.compile(r"\b(in this unit)s\b", re.IGNORECASE), r"\1"),
    (re.compile(r"\bthis bearer\b", re.IGNORECASE), "the bearer"),
    (re.compile(r"\bthis model/unit\b", re.IGNORECASE), "this model"),
    (re.compile(r"\b(this unit)[\"]s\b", re.IGNORECASE), r"\1's"),
)
OWN = "this model has"


def read_own_names(
    text: str, names: Collection[str], thing: str = "", *, is_carried: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a text, each as it stands and as it is read.

    Where one says what has something by one of the names, it is read as "this model". `thing` is the name of what has the
    text: "A model with a shield dome has" speaks of its bearer. "The wearer's Knight" and "a model with this Relic" do where
    the thing `is_carried`. A save and an invulnerable save in one sentence are read as two.
    """
    before, own = "", {_fold(name) for name in names}
    for sentence in sentences(text):
        follows = before.casefold().startswith(OWN)
        read = _INCREASED.sub(f"{OWN} ", sentence, count=1) if follows else _read(sentence, own, _fold(thing), is_carried)
        before = read
        both = _BOTH.fullmatch(read)
        yield from (
            ((sentence, f"{both['who']} {part}") for part in both.group("save", "other")) if both else [(sentence, read)]
        )


def read_alone(sentence: str) -> str:
    """Return what a sentence says of an invulnerable save, without what else it says that takes nothing from it."""
    return _AFTER.sub("", sentence)


def _read(sentence: str, names: Collection[str], thing: str, is_carried: bool) -> str:
    said = _GROWN.sub(r"\1 ", _without_label(_mend(sentence), thing))
    found = _SUBJECT.match(said)
    if not found:
        return said
    who, whole = found["who"].casefold(), found[0].strip().casefold()
    carrier = _CARRIER.fullmatch(whole)
    own = carrier["thing"] == thing if carrier else _is_one_of(_fold(who), names)
    own = own or (is_carried and _is_bearer(whole, thing))
    return f"this model {said[found.end() :]}" if own else said


def _is_bearer(who: str, thing: str) -> bool:
    """Say whether words mean who carries a thing: its wearer, a model with this Relic."""
    wearer, carrier = _WEARER.fullmatch(who.replace("\u2019", "'")), _CARRIER.fullmatch(who)
    if carrier:
        return bool(_THIS_THING.fullmatch(carrier["thing"]))
    return wearer is not None and (not wearer["thing"] or _fold(wearer["thing"]) == thing)


def _mend(sentence: str) -> str:
    for slip, meant in _SLIPS:
        sentence = slip.sub(meant, sentence)
    return sentence


def _without_label(sentence: str, thing: str) -> str:
    """Return a sentence without "In addition," and without the name of what it is of before it."""
    found = _BEFORE.match(sentence)
    if not found or (found["label"] and _fold(found["label"]) != thing):
        return sentence
    return sentence[found.end() :]


def _is_one_of(who: str, names: Collection[str]) -> bool:
    return who in names or who.removesuffix("s") in names


def _fold(name: str) -> str:
    plain = " ".join(name.replace("\u2019", "'").casefold().split())
    return _ARTICLE.sub("", plain, count=1) if _ARTICLE.match(plain) else plain
