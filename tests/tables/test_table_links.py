"""Test the four links and the code of a table, which let phones in and can be replaced."""

import pytest

from companion import tables
from companion.tables import codes, links


def test_each_link_of_a_table_gives_its_role(table):
    match = table.match
    for token, role in (
        (match.host_token, "host"),
        (match.join_token, "player"),
        (match.watch_token, "watch"),
        (match.tv_token, "tv"),
    ):
        found, as_what = tables.by_token(token)
        assert (found.id, as_what) == (match.id, role)


def test_an_unknown_link_leads_nowhere(table):
    long = "x" * 100_000
    for token in ("", "x", "x" * 22, long, "é" * 22, "\x00" * 22, "' OR 1=1 --aaaaaaaaaaa"):
        assert tables.by_token(token) is None, token


def test_tokens_have_128_bits_and_no_two_are_alike():
    tokens = {codes.new_token("K7QF3XMP9TRW") for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(codes.is_token(token) for token in tokens)
    assert all((len(token) - codes.ROUTE_LENGTH) * 6 >= 128 for token in tokens)
    assert codes.TOKEN_BYTES * 8 >= 128
    for place in range(codes.ROUTE_LENGTH, codes.ROUTE_LENGTH + 21):
        assert len({token[place] for token in tokens}) > 40


def test_no_secret_link_begins_with_a_hyphen_like_a_command_line_option():
    assert not any(codes.new_token("").startswith("-") for _ in range(1000))


def test_code_and_links_of_a_table_always_begin_with_the_same_two_characters(table):
    """A load balancer uses these characters to send all phones of a table to one process."""
    route = table.match.code[:2]
    for _ in range(2):
        match = tables.replace_links(table.match)
        ways = (match.code, match.host_token, match.join_token, match.watch_token, match.tv_token)
        assert {way[:2] for way in ways} == {route}
    assert match.code != table.match.code


def test_a_code_can_be_read_aloud():
    code = codes.new_code()
    assert [len(group) for group in codes.format_code(code).split("-")] == [4, 4, 4]
    assert not set(codes.ALPHABET) & set("0O1IL")


def test_a_code_is_found_however_it_is_typed(table):
    code = table.match.code
    for typed in (
        code,
        code.lower(),
        f" {code[:2]}-{code[2:]} ",
        " ".join(code),
        codes.format_code(code),
    ):
        assert tables.by_code(typed).id == table.match.id


def test_a_wrong_code_finds_nothing(table):
    for typed in ("", "2" * 12, "0O1IL0O1IL0O", "2222", "2" * 100_000):
        assert tables.by_code(typed) is None, typed
    for letter in ("\x00", "À", "ﬀ", "ß"):
        assert tables.by_code(letter * 12) is None, letter
        assert tables.by_code(letter * 6) is None, letter


def test_replaced_links_are_invalid_at_once_and_phones_at_the_table_stay(table, phone):
    old = table.match
    new = tables.replace_links(table.match)
    assert tables.by_token(old.join_token) is None
    assert tables.by_token(old.watch_token) is None
    assert tables.by_code(old.code) is None
    assert tables.by_token(new.join_token)[1] == "player"
    assert tables.by_token(new.watch_token)[1] == "watch"
    assert tables.by_code(new.code).id == old.id
    assert tables.by_token(old.host_token)[1] == "host"
    assert table.tap("truc@1", device="phone").version == 1


@pytest.mark.parametrize("kind", ["player", "watch", "tv"])
def test_each_link_of_a_table_can_be_replaced_alone(table, kind):
    old = table.match
    new = tables.replace_links(old, [kind])
    tokens = ("host_token", "join_token", "watch_token", "tv_token")
    (changed,) = [name for name in tokens if getattr(old, name) != getattr(new, name)]
    assert changed == {"player": "join_token"}.get(kind, f"{kind}_token")
    assert (new.code != old.code) == (kind == "player")
    assert tables.by_token(getattr(old, changed)) is None


def test_a_former_code_leads_only_seated_phones_and_hosts_to_the_table(table, phone):
    tables.join(table.match, "looker", "player")
    tables.mark_seen(table.match, "watcher", "watch")
    new = tables.replace_links(table.match)
    assert tables.by_former_code(table.match.code, "phone").code == new.code
    assert tables.by_former_code(table.match.code, "host").code == new.code
    for other in ("looker", "watcher", "stranger", ""):
        assert tables.by_former_code(table.match.code, other) is None


def test_an_invented_former_code_leads_nobody_to_a_table(table):
    for text in ("", "22222", "\x00" * 5, "À" * 5, "'; --", "2" * 100_000):
        assert tables.by_former_code(text, "host") is None, text


def test_only_a_limited_number_of_former_codes_is_kept_for_a_match(table, monkeypatch):
    monkeypatch.setattr(links, "MOST_FORMER", 3)
    codes_before = [tables.replace_links(table.match).code for _ in range(6)]
    found = [tables.by_former_code(code, "host") is not None for code in codes_before]
    assert found == [False, False, True, True, True, False]  # the last one is the code it has now


def test_closing_joining_returns_a_new_match_object_and_leaves_the_old_one_unchanged(table):
    tables.lock(table.match)
    assert (table.match.locked, tables.state(table.match).match.locked) == (False, True)


def test_a_phone_lists_its_tables_newest_first(table):
    other = tables.open_table(variant="catalan")
    tables.open_table(variant="catalan")
    tables.mark_seen(other, "host", "watch")
    found = tables.by_device("host", 8)
    assert [shown.address for shown in found] == [other.watch_token, table.match.code]
    assert [shown.shown_code for shown in found] == ["", codes.format_code(table.match.code)]
    assert [shown.match.id for shown in tables.by_device("host", 1)] == [other.id]
    assert tables.by_device("nobody", 8) == ()


def test_replacing_links_neither_closes_joining_nor_opens_it(table):
    assert tables.replace_links(table.match).locked is False
    tables.lock(table.match)
    assert tables.replace_links(table.match).locked is True


def test_the_link_to_a_result_leads_to_its_match_until_the_link_to_watch_is_replaced(table):
    token = tables.result_token(table.match)
    assert links.by_result_token(token).id == table.match.id
    assert links.by_result_token(f"{token[:-4]}AAAA") is None
    assert links.by_result_token("nonsense") is None
    tables.replace_links(table.match, ("watch",))
    assert links.by_result_token(token) is None


def test_a_link_to_a_result_is_made_from_the_id_of_its_match_and_a_secret():
    token = codes.result_token("K7QF3XMP9TRW", 1234, "a secret")
    assert token.startswith("K7")
    assert codes.result_of(token) == 1234
    assert token != codes.result_token("K7QF3XMP9TRW", 1234, "another secret")
    assert token != codes.result_token("K7QF3XMP9TRW", 1235, "a secret")


def test_only_a_link_to_watch_or_for_a_television_shows_a_table_without_joining(table):
    match = table.match
    for token, kind in ((match.watch_token, "watch"), (match.tv_token, "tv")):
        found = links.by_watch_token(token)
        assert (found.match.id, found.address, found.kind) == (match.id, token, kind)
    for token in (match.host_token, match.join_token, match.code, "nonsense"):
        assert links.by_watch_token(token) is None
