"""Play the battle of the first page again and write its film: `make film`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.api.current import KEY
from builder.app import create_app
from builder.settings import Settings
from builder.web.battles.seats import viewer_seats
from builder.web.battles.short_film import ARMIES, FILE, PLAYER, SEED, film_of
from builder.web.battles.watch import scene_of


def main() -> None:
    """Play the battle and write the film."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(database=Path(folder) / "film.db"))
        form = {"a": ARMIES[0], "b": ARMIES[1], "seed": str(SEED), "player_a": PLAYER, "player_b": PLAYER}
        address = app.test_client().post("/battles", data=form).headers["Location"]
        battles = app.extensions[KEY].battles
        row = battles.get(address.rpartition("/")[2])
        while row.outcome is None:
            row = battles.advance(row.id, 60.0)
        with app.test_request_context("/"):
            scene = scene_of(row, viewer_seats(row).holder, None)
            film = film_of(scene)
        app.extensions[KEY].close()
    text = json.dumps(film, ensure_ascii=False, separators=(",", ":"))
    FILE.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(f"{FILE.name}: {len(film['steps'])} steps, {len(text)} bytes, {film['steps'][-1]}\n")


if __name__ == "__main__":
    main()
