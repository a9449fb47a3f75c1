"""How an army is printed: one value, checked strictly, that is saved under a name and passed everywhere.

It knows nothing of ReportLab, so that whoever only stores or asks for a set-up need not load it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args, get_type_hints

from marshmallow import ValidationError
from marshmallow import fields as ma

from datasheets.fields import Choice, Flag, Strict, Whole, document_message
from datasheets.problems import DocumentError, from_messages
from datasheets.words import Message, languages

Layout = Literal["full", "cards", "summary", "event"]
Paper = Literal["a4", "letter"]
Orientation = Literal["portrait", "landscape"]
PerPage = Literal[1, 2, 4, 8]
Accent = Literal["none", "blue", "green", "red", "violet"]
Appendix = Literal["shared", "all", "none"]

_ADDRESS = re.compile(r"https?://[a-z0-9.\-:\[\]]{1,200}", re.ASCII | re.IGNORECASE)

MOST_PAGES = 1000
"""A sheet of more pages is neither printed nor read back."""
SAME = "same"
"""The language of whoever prints, where a set-up says none."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A print set-up.

    `layout`: "full" (summary, a card for each unit, rules), "cards" (cards of one size, `per_page` on a page), "summary",
    "event" (a compact list for organisers). `accent`: a colour beside the greys, "none" for greyscale. `merge`: units that
    are alike are printed once, with their number. `appendix`: which rules stand once at the end instead of on the cards:
    those that several cards share, all, or none. `show_findings`: False for a sheet to play from, which leaves them out and
    says so at its foot; an event sheet always has them. `holes`: the left margin has
    room for those of a folder. `language`: that of headings, findings and the like, "same" for
    that of whoever prints; names and rules stay in that of their data.

    Raises:
        ValueError: A value is none of its choices.
    """

    layout: Layout = "full"
    paper: Paper = "a4"
    orientation: Orientation = "portrait"
    per_page: PerPage = 4
    accent: Accent = "none"
    appendix: Appendix = "shared"
    merge: bool = True
    show_costs: bool = True
    show_names: bool = True
    show_notes: bool = True
    show_findings: bool = True
    holes: bool = False
    language: str = SAME

    def __post_init__(self) -> None:
        """Refuse what is no set-up, wherever it was made."""
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value not in choices or isinstance(value, bool):
                values = {"setting": name.replace("_", " "), "value": value, "choices": choices}
                raise ValueError(Message("refused.setup.choice", values))

    @property
    def has_findings(self) -> bool:
        """Whether the sheet says what was found: one for organisers always does."""
        return self.show_findings or self.layout == "event"

    def to_data(self) -> dict[str, Any]:
        """Return it as plain data, which `read_setup` reads."""
        return asdict(self)


CHOICES: Mapping[str, tuple[str | int, ...]] = {
    **{name: get_args(hint) for name, hint in get_type_hints(Setup).items() if get_args(hint)},
    "language": (SAME, *languages()),
}
"""What each setting that is no yes or no may be, the default first unless it is a number."""
DESCRIPTIONS: Mapping[str, str] = {
    "merge": "Units that are alike are printed once, with their number.",
    "show_costs": "What units cost is printed.",
    "show_names": "The players' own names are printed.",
    "show_notes": "Notes are printed.",
    "holes": "The left margin is wide enough for the holes of a folder.",
    "show_findings": "Findings are printed; without them the sheet is one for the table. An event sheet always has them.",
}
"""What each setting that is a yes or no does, for the description of the API."""
FLAGS = tuple(name for name, hint in get_type_hints(Setup).items() if hint is bool)


class _OneOf(Whole):
    """One of a few whole numbers."""

    def __init__(self, numbers: tuple[int, ...], **kwargs: Any) -> None:
        super().__init__(least=min(numbers), most=max(numbers), **kwargs)
        self.numbers = numbers

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int:
        number = super()._deserialize(value, attr, data, **kwargs)
        if number not in self.numbers:
            raise ValidationError(Message("refused.setup.numbers", {"numbers": self.numbers}))
        return number


def _field(name: str, default: object, *, defaults: bool) -> ma.Field[Any]:
    given: dict[str, Any] = {"load_default": default} if defaults else {}
    choices = CHOICES.get(name)
    if choices is None:
        return Flag(metadata={"description": DESCRIPTIONS[name]}, **given)
    if isinstance(default, int):
        return _OneOf(tuple(int(choice) for choice in choices), metadata={"enum": list(choices)}, **given)
    return Choice([str(choice) for choice in choices], **given)


def setting_fields(*, defaults: bool = True) -> dict[str, ma.Field[Any]]:
    """Return a strict field for each setting; what is not given has its default, or without `defaults` stays away."""
    return {field.name: _field(field.name, field.default, defaults=defaults) for field in fields(Setup)}


SETTINGS = tuple(field.name for field in fields(Setup))
SetupShape: type[Strict] = Strict.from_dict(dict(setting_fields()), name="Setup")  # type: ignore[assignment]


def read_setup(data: object) -> Setup:
    """Return a set-up from plain data; what is left out has its default.

    Raises:
        DocumentError: It is none; all problems at once.
    """
    try:
        if not isinstance(data, Mapping):
            raise ValidationError(document_message("object"))
        return Setup(**SetupShape().load(data))
    except ValidationError as error:
        raise DocumentError(tuple(from_messages(error.messages))) from error


def is_address(text: str) -> bool:
    """Say whether a text is the address of a server: scheme, name and port, nothing behind them."""
    return bool(_ADDRESS.fullmatch(text))
