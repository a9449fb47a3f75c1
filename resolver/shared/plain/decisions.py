"""Kinds of decisions of a plain game: those of the shared steps, with what they are worth, and its own two."""

from __future__ import annotations

from datasheets.fields import Text
from resolver.engine.decision_kinds import Aim, DecisionKinds, decisions_by_name, finite, open_kind, shape, with_worth
from resolver.shared import labels, valuation
from resolver.shared.decisions import SHARED_DECISIONS, UNIT, moves
from resolver.shared.moves.snap_moves import snap_move
from resolver.shared.plain import movement, strikes

PLAIN_DECISIONS: DecisionKinds = {
    **{name: SHARED_DECISIONS[name] for name in ("order", "pick-unit", "re-roll", "set-up", "resolve", "casualty")},
    **decisions_by_name(
        (
            with_worth(SHARED_DECISIONS["select"], valuation.selection_values),
            with_worth(SHARED_DECISIONS["allocate"], valuation.loss_values),
            open_kind(
                "go",
                shape(moves=moves()),
                movement.options,
                movement.check,
                labels.label_moves,
                aim=Aim("path", "moves", snap_move(movement.mover)),
                worth=valuation.move_values,
            ),
            finite(
                "strike",
                shape(unit=Text(required=True, allow_none=True)),
                strikes.options,
                labels.label_unit,
                aim=UNIT,
                worth=valuation.target_values,
            ),
        )
    ),
}
