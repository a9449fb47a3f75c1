"""The language of the command line: `--language`, else MUSTER_LANGUAGE, else English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.app import create_app
from builder.cli import COMMANDS
from builder.settings import Settings
from datasheets.words import codes, languages, say
from tests.cli.conftest import Muster, answer, run, sentence
from tests.exports import pdf


@pytest.mark.parametrize("language", languages())
def test_sentences_are_in_the_language_that_is_asked_for(muster: Muster, language: str) -> None:
    said = muster("--language", language, "check", "sunward-patrol").stdout
    assert say("cli.check.legal", language=language) in said
    assert say("game.power-level", language=language) in said
    refused = muster("--language", language, "check", "none")
    assert say("cli.no-roster", {"id": "none"}, language)[:20] in refused.stderr


BAD_CALLS = (
    ("check",),
    ("check", "a", "b"),
    ("print", "sunward-host", "--out", "a.pdf", "--paper", "a9"),
    ("serve", "--port", "99999"),
    ("battle", "--at", "x"),
    ("battle", "--at"),
    ("list", "rosters", "--json=1"),
    ("check", "/nowhere/a.pdf"),
    ("import", "/nowhere/a.cat"),
    ("print", "sunward-host", "--out", "/nowhere/a.pdf"),
)


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("call", BAD_CALLS, ids=" ".join)
def test_no_refusal_of_a_call_stays_english(muster: Muster, call: tuple[str, ...], language: str) -> None:
    english = words_of(sentence(muster(*call)))
    foreign = words_of(sentence(muster("--language", language, *call)))
    assert foreign != english
    assert not {"is", "are", "not", "no", "the", "takes", "needs", "such", "many", "cannot", "file", "of"} & set(foreign), (
        foreign
    )


def words_of(refusal: str) -> list[str]:
    return re.findall(r"[^\W\d]+", refusal.split(";")[0].lower())


@pytest.mark.parametrize("language", languages()[1:])
def test_what_became_of_a_list_is_said_in_that_language(muster: Muster, tmp_path: Path, language: str) -> None:
    text = tmp_path / "list.txt"
    text.write_text("++ Patrol Detachment (Core datasheets) ++\nZeppelin [5 PL]\n")
    told = muster("--language", language, "import", text).stdout
    assert say("placing.unplaced", {"name": "Zeppelin", "unit": "Zeppelin"}, language) in told


def test_the_environment_says_the_language_where_the_call_does_not(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    assert say("cli.check.legal") in muster("check", "sunward-patrol").stdout
    monkeypatch.setenv("MUSTER_LANGUAGE", "fi")
    assert say("cli.check.legal", language="fi") in muster("check", "sunward-patrol").stdout
    assert say("cli.check.legal", language="sv") in muster("--language", "sv", "check", "sunward-patrol").stdout
    found = answer(muster("check", "sunward-patrol", "--json"))["findings"]
    assert any("taistelu" in finding["message"].lower() or "Teho" in finding["message"] for finding in found)


def test_a_language_that_is_none_of_ours_is_refused(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    assert muster("--language", "xx", "check", "sunward-patrol").exit_code == 2
    monkeypatch.setenv("MUSTER_LANGUAGE", "xx")
    refused = muster("check", "sunward-patrol")
    assert (refused.exit_code, "MUSTER_LANGUAGE takes one of" in refused.stderr) == (2, True)


def test_sheets_are_in_that_language_or_in_one_of_their_own(muster: Muster, tmp_path: Path) -> None:
    for given, printed in (([], "de"), (["--language", "sv"], "sv"), (["--language", "same"], "de")):
        out = tmp_path / "a.pdf"
        assert (
            muster("--language", "de", "print", "sunward-patrol", "--out", out, "--layout", "event", *given).exit_code == 0
        )
        assert say("sheet.field.checked-by", language=printed) in pdf.text(out.read_bytes())


def test_pages_are_in_the_servers_language_where_a_browser_asks_for_none_of_ours(settings: Settings) -> None:
    client = create_app(Settings(database=settings.database, language="fi")).test_client()
    for accepted, language in (("nb", "fi"), ("", "fi"), ("sv", "sv")):
        page = client.get("/", headers={"Accept-Language": accepted}).get_data(as_text=True)
        assert f'<html lang="{language}">' in page


@pytest.mark.parametrize("language", languages()[1:])
def test_the_list_of_commands_is_said(language: str) -> None:
    said = {code for code in codes() if code.startswith("command.")}
    assert said == {*(f"command.{row.name}" for row in COMMANDS), "command.help", "command.exit-status"}
    shown = " ".join(run("--language", language, "--help").stdout.split())
    for code in said:
        assert say(code, {}, language) in shown
        assert say(code) not in shown
