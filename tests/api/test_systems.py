"""`/systems`: data of systems, and rules that findings link to."""

from random import Random

from flask.testing import FlaskClient

from datasheets.systems import rulebook, systems


def test_all_systems_are_listed(client: FlaskClient) -> None:
    answer = client.get("/api/v1/systems").get_json()
    assert [item["id"] for item in answer["items"]] == [system.id for system in systems()]
    assert answer["next"] is None
    for item in answer["items"]:
        assert client.get(item["href"]).get_json()["name"] == item["name"]


def test_a_system_is_served_whole(client: FlaskClient) -> None:
    served = client.get("/api/v1/systems/wh40k-9e").get_json()
    assert [each["key"] for each in served["characteristics"]] == ["M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv"]
    assert served["size"]["cost"] == "power"
    assert client.get(served["rules_href"]).status_code == 200


def test_names_and_missions_are_in_the_language_of_the_asker(client: FlaskClient) -> None:
    address, told = "/api/v1/systems/grundregelwerk", {}
    for language in ("en", "de"):
        served = client.get(address, headers={"Accept-Language": language}).get_json()
        told[language] = next((each["name"], each["text"]) for each in served["missions"] if each["id"] == "secret-loot")
    german = "Sechs verdeckte Missionsmarker von verschiedenem Wert; am Ende des Spiels werden sie aufgedeckt und gewertet."
    assert told["de"] == ("Geheime Beute", german)
    assert told["en"][0] == "Secret Loot"
    assert told["en"][1].startswith("Six hidden markers of different worth")


def test_every_rule_of_every_system_has_its_page(client: FlaskClient, whole: bool, rng: Random) -> None:
    for system in systems():
        rules = rulebook(system.id).rules
        for rule in rules if whole else rng.sample(rules, 40):
            answer = client.get(f"/api/v1/systems/{system.id}/rules/{rule.id}")
            assert answer.status_code == 200, rule.id
            assert answer.get_json()["text"] == rule.text


def test_rules_are_paged_in_the_order_of_the_book(client: FlaskClient) -> None:
    address, ids = "/api/v1/systems/wh40k-9e/rules?limit=100", []
    start = 0
    while start is not None:
        page = client.get(f"{address}&start={start}").get_json()
        ids += [rule["id"] for rule in page["items"]]
        start = page["next"]
    assert ids == [rule.id for rule in rulebook("wh40k-9e").rules]


def test_rules_are_found_by_section_kind_and_words(client: FlaskClient) -> None:
    address = "/api/v1/systems/wh40k-9e/rules"
    found = client.get(address, query_string={"text": "understrength UNIT", "kind": "list"}).get_json()["items"]
    assert found
    assert all(rule["kind"] == "list" and "understrength" in (rule["section"] + rule["text"]).lower() for rule in found)
    section = found[0]["section"]
    assert {rule["section"] for rule in client.get(address, query_string={"section": section}).get_json()["items"]} == {
        section
    }


def test_a_rule_comes_with_the_decisions_on_it(client: FlaskClient) -> None:
    book = rulebook("wh40k-9e")
    rule = next(rule for rule in book.rules if book.decisions_on(rule.id))
    served = client.get(f"/api/v1/systems/wh40k-9e/rules/{rule.id}").get_json()
    assert [each["id"] for each in served["decisions"]] == [decision.id for decision in book.decisions_on(rule.id)]


def test_what_is_not_there(client: FlaskClient) -> None:
    for address in (
        "/systems/wh40k-99e",
        "/systems/wh40k-99e/rules",
        "/systems/wh40k-9e/rules/9E-NO-01",
        "/systems/x/rules/y",
    ):
        answer = client.get("/api/v1" + address)
        assert answer.status_code == 404
        assert answer.content_type == "application/problem+json"
