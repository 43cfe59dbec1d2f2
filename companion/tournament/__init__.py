"""Tournaments: teams sign up, rounds are drawn, and the phones at the tables feed the standings.

A tournament belongs to whoever has its links. Its room knows tables, but no table knows it. The
pure part is `entries`, `standings`, `pairing`, `brackets`, `formats` and `drawing`: who meets whom,
and who is where. The others keep it in the database.
"""
