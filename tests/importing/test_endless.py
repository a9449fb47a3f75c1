"""Small data of strangers whose links lead to endless ways: each page answers, at worst with one sentence."""

from __future__ import annotations

import base64
from time import thread_time

import pytest
from flask.testing import FlaskClient

from datasheets.problems import DocumentError
from datasheets.steps import limited_steps, spend
from tests.importing.data import NINTH, catalogue, game_system, unit

LEVELS, LINKS = 13, 10
HERE = "http://localhost"
ARMY = [{"op": "add-force", "catalogue": "reed"}, {"op": "add-unit", "force": "f1", "entry": "u"}]


def chain(tag: str, shared: str, last: str) -> tuple[str, str]:
    """Shared definitions each of which links ten times to the next, and a link to the first."""
    made = ""
    for level in range(LEVELS):
        links = "".join(
            f'<entryLink id="l{level}-{at}" name="" targetId="d{level + 1}" type="{tag}"/>' for at in range(LINKS)
        )
        kind = ' type="upgrade"' if tag == "selectionEntry" else ""
        made += f'<{tag} id="d{level}" name="D{level}"{kind}><entryLinks>{links}</entryLinks></{tag}>'
    first = f'<entryLinks><entryLink id="to" name="" targetId="d0" type="{tag}"/></entryLinks>'
    return f"<{shared}>{made}{last}</{shared}>", first


def infos() -> tuple[str, str]:
    made = "".join(
        f'<infoGroup id="g{level}" name="G"><infoLinks>'
        + "".join(f'<infoLink id="i{level}-{at}" name="" targetId="g{level + 1}" type="infoGroup"/>' for at in range(LINKS))
        + "</infoLinks></infoGroup>"
        for level in range(LEVELS)
    )
    last = f'<infoGroup id="g{LEVELS}" name="G"/>'
    to = '<infoLinks><infoLink id="to" name="" targetId="g0" type="infoGroup"/></infoLinks>'
    return f"<sharedInfoGroups>{made}{last}</sharedInfoGroups>", to


ENTRY, GROUP = ("selectionEntry", "sharedSelectionEntries"), ("selectionEntryGroup", "sharedSelectionEntryGroups")
MODEL = '<selectionEntry id="{}" name="Model" type="model"/>'
GROUP_OF_MODELS = (
    f'<selectionEntryGroup id="d{LEVELS}" name="G"><selectionEntries>{{}}</selectionEntries></selectionEntryGroup>'
)


def all_linked() -> tuple[str, str]:
    """Models each of which links to all of them."""
    links = "".join(f'<entryLink id="x{{0}}-{at}" name="" targetId="s{at}" type="selectionEntry"/>' for at in range(50))
    made = "".join(
        f'<selectionEntry id="s{at}" name="S" type="model"><entryLinks>{links.format(at)}</entryLinks></selectionEntry>'
        for at in range(50)
    )
    first = f"<entryLinks>{links.format('u')}</entryLinks>"
    return f"<sharedSelectionEntries>{made}</sharedSelectionEntries>", first


KINDS = {
    "models that all lead to one another": (all_linked(), False),
    "entries": (chain(*ENTRY, f'<selectionEntry id="d{LEVELS}" name="E" type="upgrade"/>'), True),
    "entries with models": (chain(*ENTRY, MODEL.format(f"d{LEVELS}")), False),
    "groups": (chain(*GROUP, f'<selectionEntryGroup id="d{LEVELS}" name="G"/>'), True),
    "groups with models": (chain(*GROUP, GROUP_OF_MODELS.format(MODEL.format("m"))), False),
    "groups of rules": (infos(), True),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("kind", KINDS)
def test_links_without_end_are_followed_so_far_and_no_further(client: FlaskClient, kind: str) -> None:
    (shared, inside), is_answered = KINDS[kind]
    ninth = game_system(id=NINTH, name="Warhammer 40,000 9th Edition")
    data = catalogue(unit("u", "Unit", 0, inside), system=NINTH, inside=shared)
    files = [
        {"name": name, "content": base64.b64encode(each).decode()} for name, each in (("a.gst", ninth), ("a.cat", data))
    ]
    started = thread_time()
    assert client.post("/api/v1/imports", json={"files": files}, base_url=HERE).status_code == 200
    answers = [client.get(f"{where}/datasheets/reed/u", base_url=HERE) for where in ("/api/v1", "")]
    answers.append(
        client.post("/api/v1/rosters", json={"name": "A", "system": "wh40k-9e", "operations": ARMY}, base_url=HERE)
    )
    if is_answered:
        assert [each.status_code for each in answers] == [200, 200, 201]
        roster = answers[2].json["id"]
        for page in (f"/rosters/{roster}", f"/rosters/{roster}?unit=s1", "/", f"/api/v1/rosters/{roster}/document"):
            assert client.get(page, base_url=HERE).status_code == 200, page
    else:
        assert [each.status_code for each in answers] == [422, 422, 422]
        assert "takes more than 20000 steps to work out" in answers[2].json["detail"]
        assert "takes more than 20000 steps to work out" in answers[1].text
    assert thread_time() - started < 60, "some walk has no bound"


def test_work_on_imported_data_ends_with_its_budget() -> None:
    with limited_steps(10):
        spend(10, "Reed Folk")
        for _ in range(2):
            with pytest.raises(DocumentError, match="Reed Folk: This takes more than 10 steps"):
                spend(1, "Reed Folk")
    spend(1_000_000, "Reed Folk")
