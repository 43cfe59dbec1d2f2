"""Learn: a game explained at the table, from what the engine and the cheat-sheet know.

Only `extension` and the modules in `pages` answer requests. The others do not use the request.

facts.facts_of(log) -> TableFacts       who may act, what answers lead to, why points were paid
facts.outcome_of(game, tap) -> Outcome  what a tap leads to, found by playing it on a copy
"""
