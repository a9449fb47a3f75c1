"""The OpenAPI document, the docs page and docs/api.md say what the code does."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.api.problems import KINDS
from builder.settings import SettingError, read_settings, table, user_data

DOCS = Path(__file__).parent.parent.parent / "docs" / "api.md"


@pytest.fixture
def spec(client: FlaskClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/openapi.json").get_json()
    return document


def operations(spec: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any], list[dict[str, Any]]]]:
    """Yield (method, path, operation, parameters of the path)."""
    for path, item in spec["paths"].items():
        for method in ("get", "post", "put", "patch", "delete"):
            if method in item:
                yield method.upper(), path, item[method], item.get("parameters", [])


def test_it_is_openapi_3(spec: dict[str, Any]) -> None:
    assert spec["openapi"].startswith("3.")
    assert len(list(operations(spec))) > 40


def test_every_operation_is_described(spec: dict[str, Any]) -> None:
    for method, path, operation, _ in operations(spec):
        assert operation["summary"].endswith("."), (method, path)
        assert operation["tags"], (method, path)
        assert {"401", "403", "429", "500", "503"} <= operation["responses"].keys(), (method, path)


def test_every_parameter_is_described(spec: dict[str, Any]) -> None:
    named = spec["components"].get("parameters", {})
    for method, path, operation, shared in operations(spec):
        for each in (*shared, *operation.get("parameters", ())):
            whole = named[each["$ref"].rpartition("/")[2]] if "$ref" in each else each
            assert whole.get("description", "").endswith((".", ")")), (method, path, whole["name"])


def test_every_body_but_an_import_has_an_example(spec: dict[str, Any]) -> None:
    """An import's JSON has one; its other forms are files."""
    for method, path, operation, _ in operations(spec):
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            if not (path.endswith("/imports") and kind != "application/json"):
                assert {"example", "examples"} & content.keys(), (method, path, kind)


def test_every_part_of_an_address_is_bounded(spec: dict[str, Any]) -> None:
    for _, path, operation, shared in operations(spec):
        named = set(re.findall(r"{(\w+)}", path))
        parameters = [each for each in (*shared, *operation.get("parameters", ())) if each.get("in") == "path"]
        assert {each["name"] for each in parameters} == named
        for each in parameters:
            assert {"maxLength", "maximum", "enum"} & set(each["schema"])


def test_what_changes_a_version_asks_for_it(spec: dict[str, Any]) -> None:
    asking = {
        (method, path)
        for method, path, operation, _ in operations(spec)
        for each in operation.get("parameters", ())
        if each.get("name") == "If-Match"
    }
    assert ("POST", "/api/v1/rosters/{roster}/operations") in asking
    assert ("PUT", "/api/v1/datasheets/{catalogue}/{datasheet}") in asking
    assert {method for method, _ in asking} == {"POST", "PUT", "DELETE"}


def test_errors_are_problems(spec: dict[str, Any]) -> None:
    for response in spec["components"]["responses"].values():
        assert set(response["content"]) == {"application/problem+json"}


def test_every_operation_and_problem_is_in_the_docs(spec: dict[str, Any]) -> None:
    text = DOCS.read_text(encoding="utf-8")
    for method, path, operation, _ in operations(spec):
        assert f"| `{method} {path.removeprefix('/api/v1')}` | {operation['summary']} |" in text
    for kind in KINDS:
        assert f"| {kind.status} | `{kind.name}` | {kind.meaning} |" in text
    told = re.findall(r"^\| `((?:GET|POST|PUT|DELETE) [^`]+)`", text, re.MULTILINE)
    known = {f"{method} {path.removeprefix('/api/v1')}" for method, path, _, _ in operations(spec)}
    assert set(told) == known


def test_every_setting_is_in_the_docs() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for _, row in table():
        line = next(line for line in text.splitlines() if line.startswith(f"| `{row.variable}` |"))
        assert line.endswith(f"| {row.sentence} |")


def test_the_page_needs_nothing_from_elsewhere(client: FlaskClient, spec: dict[str, Any]) -> None:
    page = client.get("/api/v1/docs").text
    assert "<script" not in page
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page)
    for method, path, _, _ in operations(spec):
        assert f"<code>{path}</code>" in page, (method, path)
    with client.get("/static/api/docs.css") as style:
        assert style.status_code == 200


def test_the_schemas_that_are_named_are_there(client: FlaskClient, spec: dict[str, Any]) -> None:
    named = set(re.findall(r"/api/v1/schemas/([\w.-]*\w)", str(spec)))
    assert named
    for name in named:
        answer = client.get(f"/api/v1/schemas/{name}")
        assert answer.status_code == 200, name
        assert answer.content_type == "application/schema+json"
        assert answer.get_json()["$schema"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        *(("MUSTER_PORT", port) for port in ("0", "65536", "８０")),
        *(("MUSTER_NAMES", name) for name in ("*", "ftp://a.example", "a.example:80")),
        *(("MUSTER_THREADS", "-1"), ("MUSTER_PROXIES", "all")),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(variable: str, value: str) -> None:
    with pytest.raises(SettingError, match=variable):
        read_settings({variable: value})


def test_settings_come_from_the_environment() -> None:
    names = "A.example, https://b.example:8443/,http://[::1]"
    read = read_settings(
        {"MUSTER_DATABASE": "/tmp/x.db", "MUSTER_PORT": "9000", "MUSTER_NAMES": names, "MUSTER_PROXIES": "0"}
    )
    assert (str(read.database), read.port) == ("/tmp/x.db", 9000)
    assert read.names == ("a.example", "https://b.example:8443", "http://[::1]")
    assert read.hosts == {"a.example", "b.example", "[::1]"}
    assert read_settings({"HOME": "/home/u", "MUSTER_PORT": ""}).port == 8000


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        ("linux", {"HOME": "/home/u"}, "/home/u/.local/share/muster"),
        ("linux", {"HOME": "/home/u", "XDG_DATA_HOME": "/data"}, "/data/muster"),
        ("darwin", {"HOME": "/Users/u"}, "/Users/u/Library/Application Support/Muster"),
    ],
)
def test_where_the_database_is(platform: str, environ: dict[str, str], folder: str) -> None:
    assert str(user_data(environ, platform)) == folder


@pytest.mark.slow
def test_bundled_documents_fit_the_published_schemas(client: FlaskClient) -> None:
    schemas = pytest.importorskip("jsonschema_rs", reason="comes with the extra `fuzz`")

    def get(address: str) -> Any:
        return client.get(address).get_json()

    names = ("muster.datasheet-1", "muster.catalogue-1", "muster.roster-3", "roster-tree", "operations")
    sheet, catalogue, document, tree, operations = (schemas.validator_for(get(f"/api/v1/schemas/{name}")) for name in names)
    for address, validator in (("/api/v1/datasheets", sheet), ("/api/v1/catalogues", catalogue)):
        for each in get(f"{address}?limit=200")["items"]:
            validator.validate(get(each["href"])["document"])
    for roster in get("/api/v1/rosters?limit=200")["items"]:
        tree.validate(get(roster["href"])["tree"])
        document.validate(get(roster["href"] + "/document"))
        for step in get(roster["href"] + "/history")["items"]:
            operations.validate(step["operations"])
