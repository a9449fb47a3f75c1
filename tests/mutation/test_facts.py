"""The sampler of numbers in the systems' data: which are numbers, and that each becomes another one that can be read."""

from tests.mutation.facts import Fact, change_number, facts, other


def test_numbers_are_found_and_names_are_not():
    data = {
        "id": "9",
        "count": 4,
        "aura": True,
        "text": 'within 6"',
        "dice": "D3",
        "needs": ["6+"],
        "rule": "9E-HIT-01",
        "mm": [28.5],
    }
    places = {fact.place: fact.value for fact in facts("x", data)}
    assert places == {("count",): 4, ("dice",): "D3", ("needs", 0): "6+", ("mm", 0): 28.5}


def test_a_number_becomes_another_of_its_kind():
    assert [other(value) for value in (4, 28.5, "D3", "2D6", "6+", "0")] == [5, 29.5, "D6", "2D3", "5+", "1"]
    assert change_number({"a": [1, {"b": 2}]}, Fact("x", ("a", 1, "b"), 2)) == '{"a": [1, {"b": 3}]}'
