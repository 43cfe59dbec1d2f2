"""Explain a game at the table, from what the engine and the cheat-sheet know.

Only `extension`, `pages` and the modules that name them know requests or HTML.
"""
