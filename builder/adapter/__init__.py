"""The adapter of BattleScribe's public conformance suite: JSON messages, line by line, to operations on a roster and back.

`protocol` reads lines and writes answers, `session` holds what one spec works on, `actions` is the table of edits, `state`
and `errors` say what the roster amounts to. `quirks` are the known faults of BattleScribe that its flavour of the suite
asserts; nothing but the adapter ever has them. Described in docs/battlescribe.md.
"""
