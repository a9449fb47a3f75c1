"""The suite's protocol: one JSON message per line in, one answer per line out, in order.

A line that cannot be understood, or asks for something impossible, is answered with an error; the next line finds the
adapter as it was. The answer has the `corrId` of its message.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, BinaryIO

import builder
from builder.adapter.actions import ACTIONS
from builder.adapter.errors import errors
from builder.adapter.files import roster_xml
from builder.adapter.session import Impossible, Session
from builder.adapter.state import state
from builder.operations.error import OperationError
from datasheets.battlescribe.checks import File, unfit
from datasheets.battlescribe.parse_catalogue import from_message, read
from datasheets.model import Catalogue, GameSystem
from datasheets.problems import DocumentError
from resolver.engine.added_systems import blame

MOST_BYTES = 256_000_000  # one line; a message with all files of a game system has some 40 million
MOST_FILES = 64  # data files that are kept for the next session
Message = Mapping[str, Any]
Answer = dict[str, Any]


class Adapter:
    """Answers messages; keeps the session between them."""

    def __init__(self, quirks: bool) -> None:
        self.quirks = quirks
        self._session: Session | None = None
        self._kept: OrderedDict[str, GameSystem | Catalogue] = OrderedDict()

    def answers(self, lines: BinaryIO) -> Iterator[str]:
        """Yield the answer to each line, without its end; blank lines have none."""
        while line := lines.readline(MOST_BYTES):
            if line.strip():
                yield json.dumps(self._answer(line, lines), ensure_ascii=True)

    def _answer(self, line: bytes, lines: BinaryIO) -> Answer:
        corr_id: object = None
        try:
            if not line.endswith(b"\n") and len(line) >= MOST_BYTES:
                _skip(lines)
                raise Impossible(f"The line is longer than {MOST_BYTES // 1_000_000} MB.")
            message = _message(line)
            corr_id = message.get("corrId")
            return {**self.answer(message), "corrId": corr_id}
        except (Impossible, DocumentError, OperationError) as error:
            return {"type": "error", "message": str(error), "corrId": corr_id}
        except Exception as error:  # a fault of ours must not end the conversation
            sentence = f"Muster failed at this message ({type(error).__name__}: {error}); please report it."
            return {"type": "error", "message": blame(error) or sentence, "corrId": corr_id}

    def answer(self, message: Message) -> Answer:
        """Return the answer to a message.

        Raises:
            Impossible, DocumentError, OperationError: It cannot be answered; nothing has changed.
        """
        kind = message.get("type")
        if not isinstance(kind, str) or kind not in HANDLERS:
            raise Impossible(f"The type of a message is one of {', '.join(HANDLERS)}.")
        return HANDLERS[kind](self, message)

    @property
    def session(self) -> Session:
        """The session; raises `Impossible` before a setup."""
        if self._session is None:
            raise Impossible("Send a setup message first.")
        return self._session

    def begin(self, message: Message, sources: Iterable[GameSystem | Catalogue]) -> Answer:
        """Begin a session on these sources."""
        known = tuple(sources)
        problems = [str(problem) for problem in unfit(File(each.name, each) for each in known)]
        if problems:
            self._session = None
            return {"type": "setupResult", "errors": problems}
        system = next(each for each in known if isinstance(each, GameSystem))
        catalogues = [each for each in known if isinstance(each, Catalogue)]
        name = message.get("specId")
        self._session = Session(name if isinstance(name, str) else system.name, system, catalogues, self.quirks)
        return {"type": "setupResult", "errors": []}

    def end(self) -> None:
        """Forget the session."""
        self._session = None

    def read(self, content: str, name: str) -> GameSystem | Catalogue:
        """Read a data file, or take it as it was read before."""
        data = content.encode()
        digest = hashlib.sha256(data).hexdigest()
        source = self._kept.pop(digest, None) or read(data, name)
        self._kept[digest] = source
        if len(self._kept) > MOST_FILES:
            self._kept.popitem(last=False)
        return source


def _describe(adapter: Adapter, message: Message) -> Answer:
    return {"type": "describeResult", "name": "muster", "version": builder.__version__, "domains": ["roster"]}


def _setup(adapter: Adapter, message: Message) -> Answer:
    catalogues = message.get("catalogues")
    if not isinstance(catalogues, list):
        raise Impossible("A setup has a gameSystem and a list of catalogues.")
    sources = [from_message("gameSystem", _object(message.get("gameSystem"), "gameSystem"))]
    sources += [from_message("catalogue", _object(each, "catalogue")) for each in catalogues]
    return adapter.begin(message, sources)


def _setup_from_files(adapter: Adapter, message: Message) -> Answer:
    files = message.get("files")
    if not isinstance(files, list):
        raise Impossible("A setupFromFiles has a list of files.")
    sources, problems = [], list[str]()
    for each in files:
        file = _object(each, "file")
        name, content = file.get("fileName"), file.get("content")
        if not isinstance(name, str) or not isinstance(content, str):
            raise Impossible("A file has a fileName and a content.")
        try:
            sources.append(adapter.read(content, name))
        except DocumentError as error:
            problems += [str(problem) for problem in error.problems]
    if problems:
        adapter.end()
        return {"type": "setupResult", "errors": problems}
    return adapter.begin(message, sources)


def _act(adapter: Adapter, message: Message) -> Answer:
    action = message.get("action")
    if not isinstance(action, str) or action not in ACTIONS:
        raise Impossible(f"The action is one of {', '.join(ACTIONS)}.")
    return {"type": "actionResult", "ok": True, "outputs": ACTIONS[action](adapter.session, message)}


def _teardown(adapter: Adapter, message: Message) -> Answer:
    adapter.end()
    return {"type": "teardownResult"}


HANDLERS: Mapping[str, Callable[[Adapter, Message], Answer]] = {
    "describe": _describe,
    "setup": _setup,
    "setupFromFiles": _setup_from_files,
    "action": _act,
    "getState": lambda adapter, message: state(adapter.session),
    "getErrors": lambda adapter, message: errors(adapter.session),
    "exportRosterXml": lambda adapter, message: {"type": "rosterXmlResult", "xml": roster_xml(adapter.session)},
    "teardown": _teardown,
}


def _message(line: bytes) -> Message:
    try:
        found = json.loads(line, parse_float=Decimal, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Impossible(f"The line is no JSON message: {error}.") from error
    return _object(found, "message")


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is no number")


def _object(value: object, what: str) -> Message:
    if not isinstance(value, dict):
        raise Impossible(f"A {what} is a JSON object.")
    return value


def _skip(lines: BinaryIO) -> None:
    """Read to the end of a line that is too long."""
    while (more := lines.readline(MOST_BYTES)) and not more.endswith(b"\n"):
        pass
