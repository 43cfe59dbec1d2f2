"""Tournaments: teams sign up, rounds are drawn, and the phones at the tables feed the standings.

What a link of a tournament allows may be done by anyone who has the link. This package imports
`companion.tables`, which knows nothing of tournaments. `entries`, `standings`, `pairing`,
`brackets`, `formats` and `drawing` use no database: they decide which teams meet and which rank
each team has. The other modules store that, follow the tables, and show pages.
"""
