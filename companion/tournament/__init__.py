"""Tournaments: teams sign up, rounds are drawn, and the phones at the tables feed the standings.

Anyone who has a link of a tournament may do there what the link allows. This room knows tables, but
no table knows it. `entries`, `standings`, `pairing`, `brackets`, `formats` and `drawing` know no
database: they decide who meets whom and who has which place. The other modules keep the rest.
"""
