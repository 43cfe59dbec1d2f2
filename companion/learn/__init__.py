"""Explain a game to newcomers, from what the engine and the cheat-sheet know.

Only `extension` and the modules in `pages` use the request; the other modules do not.

facts.facts_of(log) -> TableFacts       who may act, what answers lead to, why points were paid
facts.outcome_of(game, tap) -> Outcome  what a tap leads to, found by playing it on a copy
"""
