"""Test how sides agree to a result, who may agree for which side, and what undo changes."""

from __future__ import annotations

import pytest

from companion import tables


@pytest.fixture
def played(table):
    tables.join(table.match, "anna", "player", 0)
    tables.join(table.match, "biel", "player", 1)
    table.play("truc@1 no@2")
    return table


@pytest.mark.parametrize("devices", [("anna", "biel"), ("host", "host")])
def test_a_side_can_agree_to_a_result_on_its_own_phone_or_on_a_hosts_phone(played, devices):
    for side, device in enumerate(devices):
        tables.agree(played.match, device, side)
    assert played.state.agreed == {(2, 0), (2, 1)}


def test_agreeing_twice_to_a_result_counts_as_one_agreement(played):
    tables.agree(played.match, "anna", 0)
    tables.agree(played.match, "anna", 0)
    assert played.state.agreed == {(2, 0)}


@pytest.mark.parametrize(
    ("device", "side"), [("anna", 1), ("biel", 0), ("stranger", 0), ("anna", 2), ("host", -1)]
)
def test_nobody_can_agree_to_a_result_for_the_other_side(played, device, side):
    with pytest.raises(tables.NotAllowed):
        tables.agree(played.match, device, side)
    assert not played.state.agreed


def test_a_watching_phone_cannot_agree_to_a_result(played):
    tables.mark_seen(played.match, "friend", "watch")
    with pytest.raises(tables.NotAllowed):
        tables.agree(played.match, "friend", 0)


def test_no_side_can_agree_to_a_result_before_the_first_hand_has_ended(table):
    with pytest.raises(ValueError, match="No hand has ended"):
        tables.agree(table.match, "host", 0)


def test_the_agreement_to_an_undone_hand_counts_again_after_redo(played):
    tables.agree(played.match, "anna", 0)
    played.tap("undo")
    assert list(tables.hand_ends(played.state.rows)) == []
    played.tap("redo")
    assert list(tables.hand_ends(played.state.rows)) == [2]
    assert played.state.agreed == {(2, 0)}


def test_an_agreement_to_a_result_wakes_the_streams_of_its_match(played):
    before = played.state.stamp
    with tables.streams().subscribe(played.match.id) as stream:
        tables.agree(played.match, "anna", 0)
        assert stream.wait(0)
    assert played.state.stamp != before


def test_a_side_that_took_back_its_agreement_can_agree_again(played):
    tables.agree(played.match, "anna", 0)
    tables.agree(played.match, "biel", 1)
    tables.take_back_agreement(played.match, 0)
    assert played.state.agreed == {(2, 1)}
    tables.agree(played.match, "anna", 0)
    assert played.state.agreed == {(2, 0), (2, 1)}


def test_a_side_does_not_agree_to_another_hand_than_the_one_on_its_screen(played):
    tables.agree(played.match, "anna", 0, seq=2)
    played.play("truc@2 no@3")
    with pytest.raises(ValueError, match="The result has changed: look at it again"):
        tables.agree(played.match, "biel", 1, seq=2)
    assert played.state.agreed == {(2, 0)}
    tables.agree(played.match, "biel", 1, seq=4)
    assert played.state.agreed == {(2, 0), (4, 1)}
