"""Game data brought in: uploaded files, or an address; first a look at what they would change, if wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from builder.api.current import services
from builder.importing.archives import Named, Unpacker
from builder.importing.download import Downloader
from builder.services import systems
from builder.services.errors import Invalid, NotFound
from builder.services.imports import split_files
from builder.services.loading import Loading
from builder.web.factions import LARGE, Faction, factions
from builder.web.games import games
from builder.web.rendering import page, t
from builder.web.uploads import AROUND, file_name
from datasheets.problems import DocumentError, Problem
from datasheets.words import Message

blueprint = Blueprint("game_data", __name__)

MOST_PROBLEMS, MOST_TILES = 100, 24


@blueprint.before_request
def take_data() -> None:
    """Let the form carry game data."""
    request.max_content_length = services().settings.import_limit + AROUND


@blueprint.get("/game-data")
def upload() -> Response:
    """Show the form."""
    return _form(())


@blueprint.post("/game-data/sources/<source>")
def load(source: str) -> Answer:
    """Begin to load a known source, and go back to the page with the progress."""
    found = next((each for each in sources() if each.id == source), None)
    if found is None:
        raise NotFound(Message("error.no-source", {"id": repr(source)}))
    services().loadings.start(found.id, found.name, found.address)
    back = "web.home.show" if request.form.get("back") == "home" else ".upload"
    return redirect(url_for(back, _anchor="data"), 303)


@blueprint.post("/game-data")
def bring() -> Response:
    """Bring in what was uploaded or is at the address, or say what it would change."""
    preview = "preview" in request.form
    try:
        given, data = split_files(Unpacker().unpack(_uploads()))
        report = services().imports.load(given, data, preview=preview)
    except (Invalid, DocumentError) as error:
        return _form(error.problems)
    counts = {
        change: sum(item.change == change for item in report.items) for change in ("added", "changed", "same", "older")
    }
    return page(
        "game_data_report.html",
        preview=preview,
        counts={change: count for change, count in counts.items() if count},
        items=report.items,
        factions=[] if preview else _factions({each.id for each in report.items if each.kind == "catalogue"}),
        problems=report.problems[:MOST_PROBLEMS],
        rosters=[each for each in report.rosters if each.changes],
        unchanged=sum(not each.changes for each in report.rosters),
    )


def _factions(ids: Collection[str]) -> list[Faction]:
    """Return those of some catalogues that an army can be begun with."""
    found = factions(games())
    return [each for each in found if each.value.partition("/")[2] in ids and each.sheets >= LARGE][:MOST_TILES]


def _uploads() -> Iterator[Named]:
    """Yield the uploaded files, and what is at the address.

    Raises:
        DocumentError: there is neither, or the address cannot be used.
    """
    url = request.form.get("url", "").strip()
    files = [file for file in request.files.getlist("files") if file.filename]
    if not files and not url:
        raise DocumentError((Problem("", t("data.nothing")),))
    for file in files:
        yield Named(file_name(file.filename or ""), file.read())
    if url:
        yield from Downloader(private=services().settings.private_imports).load(url)


@dataclass(frozen=True, slots=True)
class KnownSource:
    """Where the data of a game are kept by their authors, how much of them is here, and the loading of it, if any."""

    id: str
    name: str
    address: str
    catalogues: int
    loading: Loading | None


def sources() -> list[KnownSource]:
    """Return the known sources of game data."""
    rows = services().catalogues.page(limit=200).items
    here = Counter(row.system for row in rows if row.origin == "imported")
    loadings = services().loadings
    return [
        KnownSource(each.id, each.name, each.data_address, here[each.id], loadings.of(each.id))
        for each in systems.systems()
        if each.data_address
    ]


def _form(problems: tuple[Problem, ...]) -> Response:
    return page(
        "game_data.html",
        422 if problems else 200,
        problems=problems[:MOST_PROBLEMS],
        url=request.values.get("url", ""),
        sources=sources(),
        back="",
    )
