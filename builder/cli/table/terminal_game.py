"""The conversation at the table: what happened is told, the open decision shown, an answer read, until all is over."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from builder.answers import NotUnderstood, own
from builder.cli.output import print_lines, tell
from builder.cli.table.commands import Left, find, hint
from builder.cli.table.narrator import PARAGRAPHS, Narrator
from builder.cli.words import language, say, translate
from builder.services.battles import HUMAN, Asked, Battles, Seated
from builder.services.errors import Conflict, Invalid
from builder.services.seats import Holder
from builder.store.battles import BattleRow
from resolver.engine import standing
from resolver.engine.asking import Question, describe
from resolver.engine.decision import Choice, Decision
from resolver.engine.registry import ruleset

with suppress(ImportError):
    import readline  # noqa: F401 - where it is there, lines can be edited and come again

MOST_SHOWN = 12
"""How many options are shown before somebody asks for more."""
AT_ONCE = 200
SECONDS = 5.0


class TerminalGame:
    """People at a battle's table. `seats` are those that are played here; `asked` is what one of them is asked now.

    `again`: they were here before; what happened before this turn is not told once more.
    """

    asked: Asked
    question: Question

    def __init__(self, battles: Battles, id: str, seats: Iterable[int], *, again: bool = False) -> None:
        self.battles, self.id, self._seats = battles, id, tuple(seats)
        self._both = len(self._seats) > 1
        self.holder: Holder = Seated(self._seats[0], self._both) if self._seats else ""
        self._narrator = Narrator(battles.armies(id), ruleset(battles.get(id).system))
        self._read, self._undos = 0, len(battles.get(id).cuts)
        if again and self._seats:
            self._catch_up()

    @property
    def asked_now(self) -> Decision:
        """The open decision, which is one of this table's."""
        if self.asked.decision is None:
            raise LookupError("nobody here is asked anything")
        return self.asked.decision

    def play(self) -> BattleRow:
        """Play until the battle is over, somebody leaves, or the input ends; return how it stands then."""
        if self._seats:
            print_lines([say("play.seated", {"id": self.id})])
        try:
            while (row := self._going_on()).outcome is None:
                self._decide(row)
        except (Left, EOFError):
            print_lines(["", say("play.left", {"id": self.id})])
        except KeyboardInterrupt:
            tell(say("play.left", {"id": self.id}))
            raise
        return self.battles.get(self.id)

    def show_again(self, *, whole: bool = False) -> None:
        """Show the open decision once more; it may be another one now."""
        row = self._going_on()
        if row.outcome is None and row.pending is not None:
            self._ask(row.pending["player"], whole=whole)

    def _going_on(self) -> BattleRow:
        """Let programs play, and people elsewhere, until somebody here must choose or all is over; tell what happens."""
        waiting = False
        while True:
            row = self.battles.advance(self.id, SECONDS)
            self._tell_news()
            if row.pending is None or row.pending["player"] in self._seats:
                return row
            if row.seats[row.pending["player"]]["player"] == HUMAN:
                if not waiting:
                    tell(say("play.waiting"))
                waiting = True
                self.battles.news.events(self.id, self.holder, start=row.events, undos=self._undos, wait=20.0)

    def _catch_up(self) -> None:
        """Begin to tell with the turn that is being played, or with the battle round where units act in turn."""
        start = 0
        while True:
            found = self.battles.news.events(self.id, self.holder, start=start, limit=AT_ONCE)
            self._read = max([self._read, *(each["n"] for each in found.items if each["kind"] in PARAGRAPHS)])
            if len(found.items) < AT_ONCE or found.next is None:
                return
            start = found.next

    def _tell_news(self) -> None:
        while True:
            found = self.battles.news.events(self.id, self.holder, start=self._read, limit=AT_ONCE, undos=self._undos)
            if found.undos == self._undos:
                print_lines(self._narrator.lines(found.items))
            self._undos = found.undos
            self._read = found.next if found.next is not None else self._read + len(found.items)
            if len(found.items) < AT_ONCE:
                return

    def _decide(self, row: BattleRow) -> None:
        """Ask until an answer is accepted."""
        if row.pending is None:
            return
        self._ask(row.pending["player"])
        while True:
            if not (text := _line()):
                continue
            if command := find(text):
                print_lines(command[0](self, command[1]))
                continue
            try:
                choice = self._choice(text)
            except NotUnderstood as error:
                print_lines([say("play.not-understood", {"text": text[:60], "hint": say(error.code, error.values)})])
                continue
            if self._choose(choice):
                return

    def _ask(self, seat: int, *, whole: bool = False) -> None:
        self.holder = Seated(seat, self._both)
        self.asked = self.battles.question(self.id, self.holder)
        decision, options = self.asked_now, self.asked.options
        self.question = describe(decision, self.asked.view, [option.data for option in options], language())
        who = f"{self._name(seat)}: " if len(self._seats) > 1 else ""
        print_lines(
            [
                "",
                f"{who}{self.question.title}",
                " ".join(filter(None, (self.question.sentence, decision.rule and f"({decision.rule})"))),
            ]
        )
        shown = len(options) if whole else min(len(options), MOST_SHOWN)
        width = len(str(shown))
        print_lines(f"  {number:>{width}}. {label}" for number, label in enumerate(self.question.options[:shown], 1))
        if self.question.note:
            print_lines([f"  {self.question.note}"])
        if shown < len(options):
            print_lines([say("play.more", {"count": len(options) - shown})])
        if told := hint(self.asked.view, decision):
            print_lines([f"  {told}"])

    def _name(self, seat: int) -> str:
        return self.asked.view.game.armies.documents[seat].army.name

    def _choice(self, text: str) -> Choice:
        """Return the choice that was typed: an option's number, for how long it stands, or an answer of one's own.

        Raises:
            NotUnderstood: it is none.
        """
        decision, options = self.asked_now, self.asked.options
        number, _, stands = text.partition(" ")
        if not (number.isascii() and number.isdigit()):
            return Choice(decision.id, decision.kind, own(text, self.asked.view, decision, options))
        if stands and stands not in standing.stands(self.asked.view.game):
            if not self.question.finite:
                return Choice(decision.id, decision.kind, own(text, self.asked.view, decision, options))
            raise NotUnderstood("play.stands")
        if not 1 <= int(number[:6]) <= len(options):
            raise NotUnderstood("play.no-option", most=len(options))
        option = options[int(number) - 1]
        return Choice(decision.id, decision.kind, option.data, stands)

    def _choose(self, choice: Choice) -> bool:
        """Make a choice; say whether it was accepted, and why not."""
        try:
            self.battles.choose(self.id, self.holder, choice, 0.0, language())
        except Invalid as error:
            print_lines([say("play.refused", {"reason": translate(error.problems[0].message)})])
            return False
        except Conflict as error:
            tell(translate(error.detail))
        return True


def _line() -> str:
    """Return the next line of the input; what is no text is read as nothing.

    Raises:
        EOFError: there is none.
    """
    try:
        return input(say("play.prompt")).strip()
    except UnicodeDecodeError:
        return ""
