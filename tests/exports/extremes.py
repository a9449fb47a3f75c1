"""Documents with far too much of something."""

from tests.exports.armies import army, unit

PROFILE, RIFLE = unit()["profiles"][0], unit()["weapons"][0]
EXTREMES = {
    "no units": army(),
    "100 units": army(*[unit(f"u{n}") for n in range(100)]),
    "1000 models": army(unit(models=[{**unit()["models"][0], "number": 1000}])),
    "many groups": army(unit(models=[{**unit()["models"][0], "id": f"m{n}", "number": 30} for n in range(40)])),
    "long abilities": army(unit(abilities=[
        {"name": "Long", "text": text, "aura": True, "external": True, "effects": []}
        for text in ("word " * 1000, "x" * 5000, "a\n" * 2500)])),
    "long names": army(
        unit(name="W" * 500, title="Ж" * 500, note="-" * 9000, role="R" * 500, options=["O" * 2000]), name="N" * 500),
    "many columns": army(unit(profiles=[{**PROFILE, "characteristics": {f"C{n}": "v" * n for n in range(100)}}])),
    "long characteristics": army(unit(profiles=[{**PROFILE, "characteristics": {"M": "v" * 500, "W": "9" * 300}}])),
    "tall damage table": army(unit(profiles=[{**PROFILE, "damage_table": [
        {"wounds": [n, n], "characteristics": {"M": "1"}} for n in range(50)]}])),
    "tall weapon": army(unit(weapons=[{**RIFLE, "note": "note " * 1000, "profiles": [
        {**RIFLE["profiles"][0], "abilities": "text " * 1000}] * 5}])),
    "60 weapons": army(unit(weapons=[
        {**RIFLE, "id": f"w{n}", "profiles": RIFLE["profiles"] * (1 + n % 9)} for n in range(1, 61)])),
    "keywords": army(unit(keywords={"faction": ["K" * 90] * 300, "other": ["L" * 500] * 20})),
    "many costs": army(
        unit(costs={f"cost{n}": n for n in range(90)}), costs={f"cost{n}": 10**6 for n in range(90)},
        agreed={f"k{n}": n for n in range(90)}),
    "declared": army(unit(), declarations=[
        {"kind": "k" * 300, "subject": "u1", "key": "x" * 500, "value": "v" * 2000, "index": 0}] * 30),
}  # fmt: skip
