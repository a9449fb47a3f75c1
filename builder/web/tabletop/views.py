"""`/rosters/<id>/table` and `/read/<token>/table`: an army at the table, the opponent's beside it, the odds between them.

What a browser keeps of a page without a network is kept by the service worker of `static/web/table-worker.js`. It is served
at the root, so that it may serve both pages.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, url_for

from builder.api.callers import is_at_home
from builder.api.current import services, services_of
from builder.api.languages import language
from builder.api.links import PRIVATE
from builder.services.errors import NotFound
from builder.services.tokens import space_of
from builder.web.queries import query_text, whole
from builder.web.rendering import page, t
from datasheets.problems import DocumentError
from datasheets.words import Message
from exports.document import RosterDocument
from resolver.engine.registry import descriptor, playable

if TYPE_CHECKING:
    from builder.web.tabletop.cards import Tabletop

blueprint = Blueprint("tabletop", __name__)
SIDES = ("a", "b")
CARD = "-card-"
READ_PATH = "/read/"
MOST_CARDS = 40
"""How many cards one page holds; of two armies that have more each has a page of its own, which scripts put together."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Whose page it is: the name of the endpoint of a side's odds, and what its address has."""

    endpoint: str
    values: dict[str, str]


@blueprint.get("/table-worker.js")
def worker() -> Response:
    """Return the script that keeps the pages at the table for when there is no network."""
    return current_app.send_static_file("web/table-worker.js")


@blueprint.get("/rosters/<id:roster>/table")
def one(roster: str) -> Response:
    """Show a roster at the table."""
    return _show(services().documents.of(roster), _Place(".odds", {"roster": roster}))


@blueprint.get("/rosters/<id:roster>/table/odds/<card>")
def odds(roster: str, card: str) -> Response:
    """Return the odds of the unit of a card against all of the other army's."""
    return _odds(services().documents.of(roster), card)


@blueprint.get("/read/<token:token>/table")
def show_linked(token: str) -> Response:
    """Show the roster that a link opens at the table."""
    return _private(_show(services().links.document(token), _Place(".linked_odds", {"token": token})))


@blueprint.get("/read/<token:token>/table/odds/<card>")
def linked_odds(token: str, card: str) -> Response:
    """Return the odds of a card, of the roster that a link opens or of the opponent's, against all of the other army's."""
    return _private(_odds(services().links.document(token), card))


def _show(document: RosterDocument, place: _Place) -> Response:
    from builder.web.tabletop.cards import tabletop_of  # it loads ReportLab

    against = query_text("against") or query_text("with")
    problem, theirs = "", None
    try:
        theirs = opponent(against)
    except (NotFound, DocumentError) as error:
        problem = str(error)
    sides: list[Tabletop] = [tabletop_of(document, "a", language())]
    if theirs is not None:
        sides.append(tabletop_of(theirs, "b", language()))
    version = "-".join(side.digest[-8:] for side in sides)
    return page(
        "tabletop.html",
        sides=sides,
        whole=_whole_sides(sides),
        odds=_odds_address(place, against, version) if _has_odds(sides) else "",
        words=_words(),
        against=against,
        problem=problem,
        token=place.values.get("token", ""),
        roster=place.values.get("roster", ""),
        rosters=services().rosters.page(archived=False, limit=200).items if is_at_home() else (),
    )


def _odds(document: RosterDocument, card: str) -> Response:
    """Answer for a card by its id: "a" or "b" for its side, and its number."""
    from builder.web.tabletop.pair_odds import odds_against_all

    side, number, theirs = card[:1], whole(card[1:]), opponent(query_text("against"))
    if theirs is None or side not in SIDES:
        raise NotFound(Message("error.no-card", {"card": repr(card)}))
    attacker, target = (document, theirs) if side == "a" else (theirs, document)
    found = odds_against_all(services(), attacker, number, target)
    return Response(json.dumps(found, separators=(",", ":")), mimetype="application/json")


def opponent(given: str) -> RosterDocument | None:
    """Return the army that the address names: by a link to read it, its token, or (at home) as a roster kept here.

    Raises:
        NotFound: there is no such roster, or the link opens none.
    """
    if not given:
        return None
    path = urlsplit(given).path
    token = path.partition(READ_PATH)[2].split("/")[0] if READ_PATH in path else ""
    if not token and is_at_home() and "/" not in given:
        try:
            return services().documents.of(given)
        except NotFound:
            token = given
    handed = token or given
    return services_of(space_of(handed)).links.document(handed)


def _words() -> dict[str, str]:
    """Return what scripts say; they put what happened in the place of what stands in braces."""
    return {
        "kept": t("tabletop.kept"),
        "kept-odds": t("tabletop.kept-odds"),
        "not-kept": t("tabletop.not-kept"),
        "open": t("tabletop.not-encrypted"),
        "forgets": t("tabletop.forgets"),
        "odds": t("tabletop.odds-of", name="{name}"),
        "no-odds": t("tabletop.no-odds"),
        "shoot": t("tabletop.shoot"),
        "fight": t("tabletop.fight"),
        "damage": t("tabletop.damage"),
        "kills": t("tabletop.kills"),
        "one": t("tabletop.at-least-one"),
        "wiped": t("tabletop.wiped"),
        "result": t("tabletop.result"),
        "against": t("tabletop.against", name="{name}"),
        "wound": t("tabletop.wound", name="{name}"),
        "heal": t("tabletop.heal", name="{name}"),
        "wounds-of": t("tabletop.wounds-of", name="{name}"),
        "statline-of": t("tabletop.statline-of", name="{name}"),
        "weapons-of": t("tabletop.weapons-of", what="{what}", name="{name}"),
        "round": t("tabletop.round"),
        "cp": t("tabletop.cp-name"),
        "score": t("tabletop.score", you="{you}", them="{them}"),
        "wounds": t("tabletop.log-wounds", name="{name}", lost="{lost}", left="{left}", most="{most}"),
        "destroyed": t("tabletop.log-destroyed", name="{name}"),
        "used": t("tabletop.log-used", name="{name}", what="{what}"),
        "left": t("tabletop.log-left", name="{name}", left="{left}", most="{most}"),
        "copied": t("tabletop.copied"),
        "by-hand": t("tabletop.by-hand"),
        "undone": t("tabletop.undone"),
    }


def _has_odds(sides: list[Tabletop]) -> bool:
    """Whether there are two armies of one game whose attacks can be worked out."""
    systems = {side.system for side in sides}
    return len(sides) == len(SIDES) and len(systems) == 1 and systems <= set(playable()) and _duels(*systems)


def _duels(system: str) -> bool:
    return descriptor(system).duel is not None


def _whole_sides(sides: list[Tabletop]) -> set[str]:
    """Return the sides whose cards stand on this page; all others have a link to them."""
    asked = query_text("side")
    if asked in {side.side for side in sides}:
        return {asked}
    return {side.side for side in sides} if sum(len(side.cards) for side in sides) <= MOST_CARDS else {SIDES[0]}


def _odds_address(place: _Place, against: str, version: str) -> str:
    """Return where the odds of "{card}" are found; another `version` of the armies has another address."""
    values = {**place.values, "card": CARD, "against": against, "of": version}
    return url_for(place.endpoint, **values).replace(CARD, "{card}")  # type: ignore[arg-type]


def _private(response: Response) -> Response:
    """Let the address go to nobody else."""
    response.headers.update(PRIVATE)
    return response
