"""The API attacked from its own OpenAPI: no request is answered with a 500, and every answer is what the document says.

A run attacks an eighth of the operations. `make fuzz` (the extra `fuzz` brings schemathesis) and `--whole` attack all;
MUSTER_FUZZ sets how many requests each operation gets.
"""

import os
import shutil
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.api.current import KEY
from builder.app import create_app
from builder.settings import Settings
from tests.api.native import CATALOGUE, datasheet
from tests.api.rosters import squad

schemathesis = pytest.importorskip("schemathesis", reason="needs the extra `fuzz`")
from schemathesis import checks  # noqa: E402
from schemathesis.specs.openapi import checks as openapi  # noqa: E402

pytestmark = pytest.mark.slow
EXAMPLES = int(os.environ.get("MUSTER_FUZZ", "2"))
CHECKS = [
    checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_schema_conformance,
]
KNOWN = {"system": "wh40k-9e", "rule": "9E-DS-05", "catalogue": "home", "datasheet": "squad", "schema": "operations"}


def local(app: Callable[..., Any]) -> Callable[..., Any]:
    """Let every request come from this machine, and take answers as they are: the client reads no gzip."""
    given = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost", "HTTP_ACCEPT_ENCODING": "identity"}
    return lambda environ, start: app({**environ, **given}, start)


def files(sheet: bytes) -> st.SearchStrategy[bytes]:
    """Strangers' files, and a sheet with some of its bytes changed."""
    places = st.lists(st.tuples(st.integers(0, len(sheet) - 1), st.integers(0, 255)), max_size=20)
    return st.binary(max_size=2000) | places.map(lambda changes: with_changes(sheet, changes))


def with_changes(sheet: bytes, changes: list[tuple[int, int]]) -> bytes:
    """Return the sheet with bytes changed."""
    changed = bytearray(sheet)
    for place, value in changes:
        changed[place] = value
    return bytes(changed)


@pytest.fixture(scope="module")
def api(prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The API over a database in which there is one of everything."""
    path = Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("fuzz")))
    app = create_app(Settings(database=path))
    client = app.test_client()
    client.post("/api/v1/catalogues", json=CATALOGUE)
    client.post("/api/v1/datasheets", json=datasheet())
    KNOWN["roster"] = squad(client)["id"]
    army = {"roster": KNOWN["roster"]}
    battle = client.post("/api/v1/battles", json={"a": army, "b": army, "players": ["human", "human"]}).get_json()
    KNOWN["battle"] = battle["id"]
    KNOWN["token"] = battle["tokens"]["a"]
    places = app.extensions[KEY].battles.news._watch._room
    while places.acquire(blocking=False):
        """Take all places, so that nobody waits for news."""
    schemathesis.openapi.media_type(
        "application/pdf", files(client.get(f"/api/v1/rosters/{KNOWN['roster']}/sheet.pdf").data)
    )
    yield schemathesis.openapi.from_wsgi("/api/v1/openapi.json", local(app))
    app.extensions[KEY].close()


def test_no_request_breaks_the_api(api: Any, rng: Random, whole: bool) -> None:
    operations = [found.ok() for found in api.get_all_operations()]
    if not whole and "MUSTER_FUZZ" not in os.environ:
        operations = rng.sample(operations, len(operations) // 8)
    broken = [text for operation in operations for text in attack(operation)]
    assert not broken, "\n\n".join(broken)


def attack(operation: Any) -> list[str]:
    """Send requests to one operation and return what went wrong."""

    @given(case=operation.as_strategy(), at_what_is_there=st.booleans())
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    def send(case: Any, at_what_is_there: bool) -> None:
        if at_what_is_there and case.method != "DELETE":
            case.path_parameters = {name: KNOWN.get(name, made) for name, made in (case.path_parameters or {}).items()}
            case.headers = {**(case.headers or {}), "If-Match": "*", "Authorization": f"Bearer {KNOWN['token']}"}
        case.call_and_validate(checks=CHECKS)

    try:
        send()
    except (Exception, BaseExceptionGroup) as error:  # all are collected, so that one run shows them all
        return [f"{operation.label}:", *traceback.format_exception_only(error)]
    return []
