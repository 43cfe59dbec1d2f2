"""Tournaments: teams sign up, rounds are drawn, and the phones at the tables feed the standings.

Anyone who has a link of a tournament may do what this link allows. This package imports
`companion.tables`, which knows nothing of tournaments. `entries`, `standings`, `pairing`,
`brackets`, `formats` and `drawing` use no database: they decide which teams meet and which rank
each team has. The other modules write to the database, read the results from the tables, and show
pages.
"""
