"""How a program that plays this game weighs what it may choose: one function for each kind of decision.

Each is given the battle as the player sees it, the decision and its options, and returns a number for each option; more is
better, in Power (`weights`). The kinds name them (`families/wh40k/decisions.py`).

| module | weighs |
|---|---|
| `worth` | units, models and wounds; exact expected worth that attacks take |
| `reach` | what units could do to each other, weapon by weapon |
| `position` | standing somewhere: markers, shooting, charging, threats |
| `moves` `strikes` `powers` `turns` | the kinds of decisions |
"""
