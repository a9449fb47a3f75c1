"""A battle at the terminal: people sit down, are asked in words, and answer by numbers or in their own way.

`sitting` is the conversation, `commands` what may be typed besides an answer, `answers` answers that were not proposed,
`looks` what is shown on demand, `board` the map, `narrator` what happened in words. The battle is a stored one, played
through the same services as over REST: every choice is in the database before it is shown.
"""
