"""Links and codes: three doors, and the host may change the locks."""

import pytest

from companion import tables
from companion.tables import codes


def test_each_link_opens_its_door(table):
    match = table.match
    for token, role in ((match.host_token, "host"), (match.join_token, "player"), (match.watch_token, "watch")):
        found, as_what = tables.by_token(token)
        assert (found.id, as_what) == (match.id, role)


@pytest.mark.parametrize("token", ["", "x", "x" * 22, "x" * 100_000, "é" * 22, "\x00" * 22, "' OR 1=1 --aaaaaaaaaaa"])
def test_a_wrong_link_leads_nowhere(table, token):
    assert tables.by_token(token) is None


def test_tokens_have_128_bits_and_no_two_are_alike():
    tokens = {codes.new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(len(token) * 6 >= 128 and codes.is_token(token) for token in tokens)


def test_a_code_can_be_read_aloud():
    code = codes.new_code()
    assert 4 <= len(code) <= 5
    assert not set(codes.ALPHABET) & set("0O1IL")


def test_a_code_is_found_however_it_is_typed(table):
    code = table.match.code
    for typed in (code, code.lower(), f" {code[:2]}-{code[2:]} ", " ".join(code)):
        assert tables.by_code(typed).id == table.match.id


@pytest.mark.parametrize("typed", ["", "22222", "0O1IL", "2222", "2" * 100_000, "\x00" * 5, "ÀÀÀÀÀ", "ﬀﬀﬀﬀﬀ", "ßßß22"])
def test_a_wrong_code_finds_nothing(table, typed):
    assert tables.by_code(typed) is None


def test_revoked_links_are_dead_at_once_and_those_inside_stay(table):
    tables.join(table.match, "phone", "player", 1)
    old, new = table.match, tables.revoke(table.match)
    assert tables.by_token(old.join_token) is None
    assert tables.by_token(old.watch_token) is None
    assert tables.by_code(old.code) is None
    assert tables.by_token(new.join_token)[1] == "player"
    assert tables.by_token(new.watch_token)[1] == "watch"
    assert tables.by_code(new.code).id == old.id
    assert tables.by_token(old.host_token)[1] == "host"
    assert table.tap("truc@1", device="phone").version == 1


def test_the_match_again_as_it_is_now(table):
    tables.lock(table.match)
    assert (table.match.locked, tables.state(table.match).match.locked) == (False, True)


def test_a_phone_finds_the_tables_it_is_at_newest_first(table):
    other = tables.open_table(variant="catalan")
    tables.open_table(variant="catalan")
    tables.join(other, "host", "watch")
    assert [match.id for match in tables.by_device("host", 8)] == [other.id, table.match.id]
    assert [match.id for match in tables.by_device("host", 1)] == [other.id]
    assert tables.by_device("nobody", 8) == ()


def test_revoking_opens_and_locks_nothing(table):
    assert tables.revoke(table.match).locked is False
    tables.lock(table.match)
    assert tables.revoke(table.match).locked is True
