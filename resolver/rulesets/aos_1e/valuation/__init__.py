"""What options are worth to a program: by exact odds, the enemy's models, living on; this game prints no price.

`forces` says what units do to each other, `standing` what a place is worth; the others weigh kinds of decisions.
"""
