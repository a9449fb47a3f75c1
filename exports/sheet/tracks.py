"""What is kept count of in a battle: rounds, Command Points and victory points, as boxes to tick and cells to write in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from datasheets.systems.system import USUAL_SCORES
from exports.document import Army, name_of, system_of
from exports.document.rounds import agreed_rounds
from exports.sheet import faces, style
from exports.sheet.tags import content
from exports.sheet.text_renderer import TextRenderer, draw_runs

CAPTION, MARK, LABEL = 9.5, 8.0, 7.5
ABOVE, CAPTION_ROOM, BELOW = 6.0, 15.0, 4.0
LARGEST, CIRCLE, BETWEEN = 24.0, 18.0, 3.0
ROW, FIGURE = 18.0, 19.0
USUAL_ROUNDS, MOST_ROUNDS = 5, 8
POINTS_IN_ROW, ENOUGH_POINTS = 10, 8
WIDE_FIGURE = 34.0


class Captioned(Flowable):
    """What stands below a caption on a line, with a remark at its right end."""

    def __init__(self, renderer: TextRenderer, caption: str, remark: str, width: float, height: float = 0.0) -> None:
        super().__init__()
        self.spaceBefore, self.keepWithNext = ABOVE, not height
        self.renderer, self.caption, self.remark = renderer, renderer.drawable(caption), renderer.drawable(remark)
        self.width, self.height = width, CAPTION_ROOM + height + (BELOW if height else 0.0)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw the caption, the remark and the line."""
        canvas, base = self.canv, self.height - CAPTION
        canvas.setFillColor(style.INK)
        canvas.setStrokeColor(style.INK)
        canvas.setLineWidth(0.8)
        with content(canvas, "H2"):
            draw_runs(canvas, self.caption.upper(), 0, base, faces.NARROW_BOLD, CAPTION)
        if self.remark:
            canvas.setFillColor(style.GREY)
            with content(canvas, "P"):
                self.renderer.draw(canvas, self.remark, self.width, base, faces.REGULAR, LABEL, align="right")
        canvas.line(0, base - 3, self.width, base - 3)


class Marks(Captioned):
    """Numbered boxes, or circles, in rows."""

    def __init__(
        self,
        renderer: TextRenderer,
        caption: str,
        remark: str,
        number: int,
        width: float,
        *,
        per_row: int,
        circles: bool = False,
    ) -> None:
        self.number, self.per_row, self.circles = number, per_row, circles
        self.step = min((width + BETWEEN) / per_row, (CIRCLE if circles else LARGEST) + BETWEEN)
        super().__init__(renderer, caption, remark, width, -(-number // per_row) * self.step)

    def draw(self) -> None:
        """Draw the marks below the caption."""
        super().draw()
        canvas, side = self.canv, self.step - BETWEEN
        canvas.setStrokeColor(style.INK)
        canvas.setFont(faces.REGULAR if self.circles else faces.BOLD, MARK)
        canvas.setFillColor(style.INK)
        with content(canvas, "Figure", alternative=self.renderer.say("boxes", count=self.number)):
            self._draw_marks(side)

    def _draw_marks(self, side: float) -> None:
        canvas = self.canv
        for place in range(self.number):
            row, column = divmod(place, self.per_row)
            x, y = column * self.step, self.height - CAPTION_ROOM - row * self.step - side
            if self.circles:
                canvas.circle(x + side / 2, y + side / 2, side / 2)
            else:
                canvas.rect(x, y, side, side)
            canvas.drawCentredString(x + side / 2, y + side / 2 - MARK * 0.35, str(place + 1))


class Scores(Captioned):
    """A table to write in: a row for each way to score, a column for each round and one for the sum."""

    def __init__(
        self,
        renderer: TextRenderer,
        caption: str,
        rows: Sequence[str],
        columns: Sequence[str],
        width: float,
        figure: float = FIGURE,
    ) -> None:
        super().__init__(renderer, caption, "", width, (len(rows) + 1) * ROW)
        self.rows, self.columns, self.figure = rows, columns, figure

    def draw(self) -> None:
        """Draw lines, names and heads."""
        super().draw()
        canvas, top = self.canv, self.height - CAPTION_ROOM
        left = self.width - len(self.columns) * self.figure
        canvas.setStrokeColor(style.HAIR)
        canvas.setLineWidth(0.5)
        bottom = top - (len(self.rows) + 1) * ROW
        for line in range(1, len(self.rows) + 2):
            canvas.line(0, top - line * ROW, self.width, top - line * ROW)
        for place, column in enumerate(self.columns):
            x = left + place * self.figure
            canvas.line(x, top, x, bottom)
            canvas.setFont(faces.BOLD, LABEL)
            canvas.drawCentredString(
                x + self.figure / 2, top - ROW * 0.65, self.renderer.fit(column, faces.BOLD, LABEL, self.figure)
            )
        canvas.setFont(faces.REGULAR, LABEL)
        for line, name in enumerate(self.rows, 1):
            text = self.renderer.fit(name, faces.REGULAR, LABEL, left - BETWEEN)
            canvas.drawString(0, top - line * ROW - ROW * 0.65, text)


def tracks(renderer: TextRenderer, army: Army, width: float) -> Iterator[Flowable]:
    """Yield the tracks of the army's game: rounds, Command Points where the game has any, victory points.

    Where a battle lasts until one side is wiped out, the models lost take the place of victory points (AOS-VICTORY-03).
    """
    rounds = rounds_of(army)
    yield Marks(renderer, renderer.say("track.rounds"), "", rounds, width, per_row=rounds)
    system = system_of(army)
    if system and system.command_points:
        start = command_points(army)
        remark = renderer.say("track.start", count=start) if start else ""
        number = POINTS_IN_ROW * (1 if (start or 0) <= ENOUGH_POINTS else 2)
        yield Marks(
            renderer, renderer.say("track.command-points"), remark, number, width, per_row=POINTS_IN_ROW, circles=True
        )
    names = [renderer.say(f"track.{row}") for row in (system.scores if system else USUAL_SCORES)]
    if _is_unlimited(army):
        heads = [renderer.say("track.set-up"), renderer.say("track.removed"), "%"]
        yield Scores(renderer, renderer.say("track.losses"), names, heads, width, WIDE_FIGURE)
        return
    columns = [*(str(number) for number in range(1, rounds + 1)), renderer.say("track.sum")]
    yield Scores(renderer, renderer.say("track.victory-points"), names, columns, width)


def rounds_of(army: Army) -> int:
    """Return how many rounds were agreed on, else those of the agreed mission, else of the game's first.

    Of a battle without an end there are as many as have room, where nothing is known of it the usual number.
    """
    if number := agreed_rounds(army):
        return min(number, MOST_ROUNDS)
    if _is_unlimited(army):
        return MOST_ROUNDS
    game = system_of(army)
    missions = game.missions if game else ()
    agreed = [mission for mission in missions if mission.id == army.agreed.get("mission")]
    lengths = [mission.rounds for mission in (*agreed, *missions) if mission.rounds]
    return min(lengths[0] if lengths else USUAL_ROUNDS, MOST_ROUNDS)


def _is_unlimited(army: Army) -> bool:
    """Whether no mission of a game says after how many rounds it ends (AOS-ROUND-07)."""
    game = system_of(army)
    missions = game.missions if game else ()
    return bool(missions) and not any(mission.rounds for mission in missions)


def command_points(army: Army) -> int | None:
    """Return the Command Points that are left of the army's, where its data count them."""
    names = {"cp", "command points"}
    left = [int(value) for id, value in army.costs.items() if name_of(army, "cost", id).casefold() in names]
    return max(left[0], 0) if left else None
