"""What an edition says about moves and transports, as numbers and flags."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementRules:
    """One edition.

    Args:
        aircraft: are there rules about the keyword AIRCRAFT? Else a minimum move is any Move characteristic of two values.
        lost_aboard: are those aboard a transport lost with it when it fails its minimum move? Else they get out of it.
        minimum_grows: does an Advance add to the minimum move, too?
        stationary_embarks: may a unit embark that stayed where it is?
        embarks_near_enemies: may units embark in a transport near enemies?
        leaves_stationary: may those aboard get out of a transport that was selected to move and did not?
        shares_move: do those aboard count as having made the move of their transport?
        leaves_wholly: do models get out wholly within the distance, and not only within it?
        leaves_in_part: do as many models as possible get out, and are the others destroyed?
        wreck_marks: what is remembered about units that get out of a destroyed transport.
        joint_losses: are those who die in a wreck chosen among all that got out of it, when all of them have?
    """

    aircraft: bool = False
    lost_aboard: bool = False
    minimum_grows: bool = False
    stationary_embarks: bool = False
    embarks_near_enemies: bool = True
    leaves_stationary: bool = True
    shares_move: bool = False
    leaves_wholly: bool = False
    leaves_in_part: bool = False
    wreck_marks: tuple[str, ...] = ()
    joint_losses: bool = False
