"""The words about a game, in the language of the page.

These are calls, sentences, and the names of people and games.
"""
