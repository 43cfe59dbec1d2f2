"""Each phone may invite others: players to play, those who watch only to watch."""

from __future__ import annotations

import pytest

from companion import tables
from companion.board import invitations
from companion.tables import Viewer, codes
from companion.web.guests import Guest

HOST = Viewer("player", 0, may_tap=True, host="full")
PLAYER = Viewer("player", 1, may_tap=True)
WATCHER = Viewer("watch")
TELEVISION = Viewer("tv")


@pytest.fixture(autouse=True)
def request_for_a_page(app):
    with app.test_request_context():
        yield


@pytest.mark.parametrize(
    ("viewer", "kinds"),
    [
        (HOST, ("play", "watch", "tv")),
        (PLAYER, ("play", "watch")),
        (WATCHER, ("watch",)),
        (TELEVISION, ("watch",)),
    ],
)
def test_the_role_of_a_phone_decides_which_invitations_it_may_show(viewer, kinds):
    assert invitations.allowed_kinds(viewer) == kinds


def test_an_invitation_to_play_has_a_link_and_the_code_to_read_aloud(match):
    found = invitations.invitation_for(match, "play")
    assert found.link.endswith(f"/j/{match.join_token}")
    assert found.code == codes.format_code(match.code)
    assert found == invitations.invitation(match)


@pytest.mark.parametrize(("way", "token"), [("watch", "watch_token"), ("tv", "tv_token")])
def test_an_invitation_to_watch_has_a_link_but_no_code(match, way, token):
    found = invitations.invitation_for(match, way)
    assert (found.link.endswith(getattr(match, token)), found.code) == (True, "")


def test_while_joining_is_closed_nobody_is_invited_to_play_but_everybody_to_watch(match):
    assert invitations.may_invite(match, Guest(PLAYER))
    closed = tables.lock(match)
    assert invitations.invitation_for(closed, "play") is None
    assert invitations.invitation_for(closed, "watch") is not None
    assert not invitations.may_invite(closed, Guest(PLAYER))


def test_a_phone_that_only_watches_never_invites_to_play(match):
    assert not invitations.may_invite(match, Guest(WATCHER))


@pytest.mark.parametrize(
    ("viewer", "view", "leads_to"),
    [
        (HOST, "table", "/j/{match.join_token}"),
        (PLAYER, "table", ""),
        (WATCHER, "table", ""),
        (HOST, "flat", "/j/{match.join_token}"),
        (PLAYER, "tv", "/c/{match.code}"),
        (WATCHER, "tv", ""),
        (TELEVISION, "tv", "/w/{match.watch_token}"),
    ],
)
def test_the_page_of_a_table_shows_the_invitation_for_this_phone(match, viewer, view, leads_to):
    shown = invitations.shown_to(Guest(viewer, view=view), match)
    if leads_to:
        assert shown.link.endswith(leads_to.format(match=match))
    else:
        assert shown is None


def test_while_joining_is_closed_only_a_television_shows_an_invitation(match):
    closed = tables.lock(match)
    for viewer, view in ((HOST, "table"), (PLAYER, "tv")):
        assert invitations.shown_to(Guest(viewer, view=view), closed) is None
    assert invitations.shown_to(Guest(TELEVISION, view="tv"), closed) is not None
