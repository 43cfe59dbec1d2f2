"""Mishaps in a tournament: wrong results, late pairs, pairs that leave, stopped matches."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask

from companion import tables
from companion.engine import Impossible
from companion.retelling.replay import Replay
from companion.retelling.standing import standing
from companion.tournament import (
    clock,
    doubts,
    repairing,
    replanning,
    results,
    roster,
    rounds,
    seating,
    showing,
    signing_up,
)
from companion.tournament.doubts import DoubtKind
from companion.tournament.entries import How, Result
from companion.tournament.errors import OutOfDate
from companion.tournament.formats import Format, Kind
from companion.tournament.models import MatchRow, Tournament
from companion.tournament.terms import AtTime, Terms
from companion.tournament.tournaments import (
    MOST_OF_ONE_KIND,
    Role,
    by_token,
    changes,
    changing,
    remember_phone,
    replace_link,
    replace_team_link,
    role_of,
)
from tests.tournament.evening import (
    ORGANISER,
    SHORT,
    begin,
    match,
    open_one,
    play,
    play_round,
    publish,
    revision,
    score,
    sign,
    sign_up,
    tap,
)

SWISS = Format(Kind.SWISS, rounds=3)
KNOCK_OUT = Format(Kind.SINGLE)


def teams(row: MatchRow) -> tuple[int, int]:
    return row.first, row.second


def drawn_in(tournament: Tournament, number: int) -> set[int]:
    """Return the numbers of the teams of a round, with 0 if a team has a bye."""
    return rounds.teams_of(rounds.take_snapshot(tournament).of_round(number))


def open_doubts_of(tournament: Tournament) -> list[tuple[DoubtKind, int]]:
    found = doubts.open_doubts(results.follow(tournament))
    return [(one.kind, one.match) for one in found]


def by_hand(tournament: Tournament, number: int, first: int, second: int) -> None:
    games = (int(first > second), int(second > first))
    result = Result(games, (first, second), How.BY_HAND)
    results.set_by_hand(tournament, number, result, "They told me", ORGANISER)


def let_pass(tournament: Tournament, number: int, minutes: int) -> None:
    """Let this many minutes pass after a match got its table."""
    with changing(tournament) as (session, current):
        row = rounds.match_in(session, current, number)
        assert row.table_since is not None
        row.table_since -= timedelta(minutes=minutes)


# -- the number of rounds, and the end ------------------------------------------------------------


def test_rounds_can_be_added_after_the_start_of_a_tournament(app: Flask):
    tournament = begin(SWISS, 8)
    replanning.set_rounds(tournament, 5, ORGANISER)
    assert rounds.take_snapshot(tournament).so_far.form.rounds == 5
    assert replanning.new_number_of_rounds(tournament) == 5
    play_round(tournament)
    publish(tournament)
    assert replanning.new_number_of_rounds(tournament) == 0  # the change is no news any more


def test_the_number_of_rounds_cannot_be_less_than_the_number_of_published_rounds(app: Flask):
    tournament = begin(SWISS, 8)
    play_round(tournament)
    publish(tournament)
    with pytest.raises(Impossible, match="cannot be left out"):
        replanning.set_rounds(tournament, 1, ORGANISER)
    replanning.set_rounds(tournament, 2, ORGANISER)
    play_round(tournament)
    assert rounds.is_end(rounds.take_snapshot(tournament).tournament.draft)


def test_a_tournament_that_is_over_can_be_opened_again(app: Flask):
    tournament = begin(Format(Kind.SWISS, rounds=1), 4)
    play_round(tournament)
    publish(tournament)
    assert rounds.take_snapshot(tournament).tournament.stage == "over"
    with pytest.raises(Impossible, match="is over"):
        by_hand(tournament, 1, 9, 12)
    with pytest.raises(Impossible, match="is over"):
        replanning.set_rounds(tournament, 2, ORGANISER)
    replanning.play_on(tournament, ORGANISER)
    by_hand(tournament, 1, 9, 12)
    replanning.set_rounds(tournament, 2, ORGANISER)
    publish(tournament)
    assert rounds.take_snapshot(tournament).round == 2
    assert "played-on" in [change.what for change in changes(tournament)]


def lots(tournament: Tournament) -> list[int]:
    return [team.lot for team in rounds.take_snapshot(tournament).teams]


def test_adding_a_round_and_removing_it_again_keeps_the_drawn_lots(app: Flask):
    tournament = begin(Format(Kind.SWISS, rounds=1), 4)
    by_hand(tournament, 1, 12, 3)
    by_hand(tournament, 2, 12, 3)
    drawn = lots(tournament)
    assert all(drawn)
    replanning.set_rounds(tournament, 2, ORGANISER)
    assert not any(lots(tournament)), "one more round decides first"
    replanning.set_rounds(tournament, 1, ORGANISER)
    assert lots(tournament) == drawn


@pytest.mark.parametrize("final", [0, 2])
def test_lots_are_not_drawn_while_a_result_of_an_earlier_round_is_missing(app: Flask, final: int):
    tournament = begin(Format(Kind.SWISS, rounds=2, final=final), 4)
    by_hand(tournament, 1, 12, 3)
    by_hand(tournament, 2, 12, 3)
    publish(tournament)
    results.take_from_table(tournament, 1, ORGANISER)
    by_hand(tournament, 3, 5, 5)
    by_hand(tournament, 4, 5, 5)
    assert not any(lots(tournament))
    assert not rounds.take_snapshot(tournament).tournament.draft
    by_hand(tournament, 1, 12, 3)
    assert all(lots(tournament))


def test_the_next_round_is_drafted_as_soon_as_the_last_result_is_in(app: Flask):
    tournament = begin(SWISS, 4)
    play(tournament, 1)
    assert not results.follow(tournament).tournament.draft
    play(tournament, 2)
    assert results.follow(tournament).tournament.draft


def test_a_corrected_result_changes_the_standings_but_not_the_published_pairs(app: Flask):
    tournament = begin(SWISS, 4)
    play_round(tournament)
    publish(tournament)
    before = [teams(row) for row in rounds.take_snapshot(tournament).of_round(2)]
    by_hand(tournament, 1, 0, 12)
    snapshot = rounds.take_snapshot(tournament)
    assert [teams(row) for row in snapshot.of_round(2)] == before
    loser = match(tournament, 1).first
    wins = {label.number: row.wins for label, row in showing.standings_tables(snapshot)[0].rows}
    assert wins[loser] == 0


def test_a_draft_is_drawn_again_if_an_earlier_result_is_corrected(app: Flask):
    tournament = begin(KNOCK_OUT, 4)
    play_round(tournament)
    by_hand(tournament, 1, 0, 12)
    publish(tournament)
    assert match(tournament, 1).second in teams(match(tournament, 3))


def drafted(tournament: Tournament) -> list[tuple[int, int | None]]:
    """Return the pairs of the draft; the second team of a bye is None."""
    text = rounds.take_snapshot(tournament).tournament.draft
    return [one.teams for one in rounds.draft_from_json(text).drawn.matches]


@pytest.mark.parametrize("other", [0, 5, 60])
def test_only_teams_of_the_draft_can_be_exchanged(app: Flask, other: int):
    """Team 5 has left before the draw, and teams 0 and 60 do not exist."""
    tournament = open_one(SWISS)
    sign_up(tournament, 5)
    roster.withdraw(tournament, 5, ORGANISER)
    rounds.close_sign_up(tournament, ORGANISER)
    before = drafted(tournament)
    for pair in ((1, other), (other, 1)):
        with pytest.raises(Impossible, match="no such team"):
            rounds.swap(tournament, *pair, revision(tournament), ORGANISER)
    assert drafted(tournament) == before


def test_a_team_exchanged_with_the_team_that_has_the_bye_gets_the_bye(app: Flask):
    tournament = open_one(SWISS)
    sign_up(tournament, 5)
    rounds.close_sign_up(tournament, ORGANISER)
    (first, second), other, (alone, nobody) = drafted(tournament)
    rounds.swap(tournament, alone, first, revision(tournament), ORGANISER)
    assert drafted(tournament) == [(alone, second), other, (first, nobody)]


# -- a bracket ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealt", ["", "hand@0"])
def test_with_reseeding_only_the_wrong_team_is_replaced_after_a_correction(app: Flask, dealt: str):
    """The test is run twice: before and after a hand is played in the next matches.

    Before, the server replaces the wrong team. After that, the organiser must replace it.
    """
    tournament = begin(replace(KNOCK_OUT, reseed=True), 8)
    play_round(tournament)
    publish(tournament)
    if dealt:
        tap(tournament, 5, dealt)
        tap(tournament, 6, dealt)
    wrong, right = teams(match(tournament, 4))
    pairs = [set(teams(match(tournament, number))) for number in (5, 6)]
    by_hand(tournament, 4, 0, 12)
    if dealt:
        [(doubt, number)] = open_doubts_of(tournament)
        assert doubt is DoubtKind.WRONG_PAIR
        repairing.play_right_pair(tournament, number, ORGANISER)
    kept = [pair - {wrong} | {right} if wrong in pair else pair for pair in pairs]
    assert [set(teams(match(tournament, number))) for number in (5, 6)] == kept
    assert open_doubts_of(tournament) == []


def test_teams_exchanged_in_the_first_draft_of_a_bracket_stay_exchanged(app: Flask):
    tournament = open_one(KNOCK_OUT)
    sign_up(tournament, 4)
    rounds.close_sign_up(tournament, ORGANISER)
    (one, its), (other, others) = drafted(tournament)
    rounds.swap(tournament, one, other, revision(tournament), ORGANISER)
    publish(tournament)
    play_round(tournament)
    pairs = [teams(row) for row in rounds.take_snapshot(tournament).matches]
    assert pairs == [(other, its), (one, others)]
    assert set(drafted(tournament)[0]) == {other, one}
    with pytest.raises(Impossible, match="results say"):
        rounds.swap(tournament, one, other, revision(tournament), ORGANISER)


def test_a_table_opened_while_a_bracket_is_corrected_has_the_right_teams(
    app: Flask, monkeypatch: pytest.MonkeyPatch
):
    tournament = final_of_four()
    open_table = seating._open

    def correct_meanwhile(snapshot: rounds.Snapshot, row: MatchRow) -> tables.Match:
        monkeypatch.setattr(seating, "_open", open_table)
        opened = open_table(snapshot, row)
        by_hand(tournament, 1, 0, 12)
        return opened

    monkeypatch.setattr(seating, "_open", correct_meanwhile)
    table = seating.open_match_table(tournament, 3, "phone")
    snapshot = rounds.take_snapshot(tournament)
    playing = {snapshot.team(team).people[0] for team in teams(match(tournament, 3))}
    assert playing == set(tables.state(table).names[:2])


def test_no_two_teams_have_the_same_rank_if_five_teams_play_in_two_brackets(app: Flask):
    tournament = begin(Format(Kind.SWISS, rounds=1, final=2, second_chance=2), 5)
    while rounds.take_snapshot(tournament).tournament.stage == "playing":
        play_round(tournament)
        publish(tournament)
    snapshot = rounds.take_snapshot(tournament)
    places = [showing.rank_of(snapshot, team).number for team in range(1, 6)]
    assert sorted(places) == [1, 2, 3, 4, 5]


def final_of_four() -> Tournament:
    """Return a tournament of four pairs whose final is published and not begun."""
    tournament = begin(KNOCK_OUT, 4)
    play_round(tournament)
    publish(tournament)
    return tournament


def test_a_corrected_semi_final_changes_the_final_if_no_hand_of_the_final_was_dealt(app: Flask):
    tournament = final_of_four()
    abandoned = seating.open_match_table(tournament, 3, "phone")
    by_hand(tournament, 1, 0, 12)
    assert set(teams(match(tournament, 3))) == {
        match(tournament, 1).second,
        match(tournament, 2).first,
    }
    assert tables.by_code(abandoned.code) is None
    assert open_doubts_of(tournament) == []


def test_the_organiser_is_asked_if_a_correction_concerns_a_final_that_has_begun(app: Flask):
    tournament = final_of_four()
    tap(tournament, 3, "hand@0")
    before = teams(match(tournament, 3))
    by_hand(tournament, 1, 0, 12)
    assert teams(match(tournament, 3)) == before
    assert open_doubts_of(tournament) == [(DoubtKind.WRONG_PAIR, 3)]
    repairing.play_right_pair(tournament, 3, ORGANISER)
    assert match(tournament, 1).second in teams(match(tournament, 3))
    assert match(tournament, 3).match_id == 0
    assert open_doubts_of(tournament) == []


def test_a_tournament_cannot_end_while_the_result_of_a_semi_final_is_undone(app: Flask):
    """After the final has begun, the semi-final cannot be annulled, but its end can be undone."""
    tournament = final_of_four()
    tap(tournament, 3, "hand@0")
    with pytest.raises(Impossible, match="play on already"):
        results.annul(tournament, 1, "", ORGANISER)
    tap(tournament, 1, "undo")
    by_hand(tournament, 3, 12, 3)
    assert results.follow(tournament).tournament.draft == ""
    tap(tournament, 1, "redo")
    results.follow(tournament)
    assert drafted(tournament) == []


def test_both_teams_lose_the_final_if_all_semi_finalists_forfeit(app: Flask):
    tournament = final_of_four()
    for number in (1, 2):
        results.forfeit(tournament, number, "both", "", ORGANISER)
    assert score(tournament, 3) == "0-0 0-0 forfeit"
    assert open_doubts_of(tournament) == []
    assert rounds.is_end(rounds.take_snapshot(tournament).tournament.draft)


def test_in_double_elimination_no_team_plays_in_both_brackets_after_a_correction(app: Flask):
    tournament = begin(Format(Kind.DOUBLE), 4)
    play_round(tournament)
    publish(tournament)
    tap(tournament, 3, "hand@0")
    by_hand(tournament, 1, 0, 12)
    assert open_doubts_of(tournament) == [(DoubtKind.WRONG_PAIR, 3), (DoubtKind.WRONG_PAIR, 4)]
    assert len(drawn_in(tournament, 2)) == 4
    repairing.play_right_pair(tournament, 3, ORGANISER)
    assert open_doubts_of(tournament) == []
    assert match(tournament, 1).first in teams(match(tournament, 4))


def test_the_organiser_can_let_a_final_count_as_it_was_played(app: Flask):
    tournament = final_of_four()
    tap(tournament, 3, "hand@0")
    by_hand(tournament, 1, 0, 12)
    asked = doubts.open_doubts(rounds.take_snapshot(tournament))[0]
    doubts.close_doubt(tournament, 3, asked.kind, asked.answers, ORGANISER)
    assert open_doubts_of(tournament) == []


def test_if_both_pairs_of_a_semi_final_withdraw_the_other_finalist_has_a_bye(app: Flask):
    tournament = begin(KNOCK_OUT, 4)
    play(tournament, 2)
    for team in teams(match(tournament, 1)):
        roster.withdraw(tournament, team, ORGANISER)
    assert score(tournament, 1) == "0-0 0-0 forfeit"
    publish(tournament)
    final = match(tournament, 3)
    assert teams(final) == (match(tournament, 2).first, 0)
    assert results.result_from_text(final.result).how is How.BYE


def test_a_knock_out_match_that_is_a_draw_needs_one_more_hand(app: Flask):
    tournament = begin(KNOCK_OUT, 4)
    tap(tournament, 1, "fix@0=5 fix@1=5")
    with pytest.raises(Impossible, match="one more hand"):
        seating.stop_match(tournament, 1, "stop-1", ORGANISER)
    tap(tournament, 1, "hand@1")
    seating.stop_match(tournament, 1, "stop-2", ORGANISER)
    results.confirm(tournament, 1, ORGANISER)
    assert score(tournament, 1) == "0-1 5-6 confirmed"


# -- at the tables --------------------------------------------------------------------------------


def test_after_a_correction_a_match_of_an_earlier_round_needs_both_signatures_again(app: Flask):
    tournament = begin(SWISS, 4)
    table = play(tournament, 1)
    play(tournament, 2)
    results.follow(tournament)
    publish(tournament)
    tap(tournament, 1, "undo")
    assert score(tournament, 1) == ""
    tap(tournament, 1, "redo")
    assert score(tournament, 1) == "1-0 12-1 signed"
    tap(tournament, 1, "undo hand@1 truc@0 yes@1 hand@0")
    assert score(tournament, 1) == ""
    sign(table, 0, 1)
    assert score(tournament, 1) == "1-0 12-3 signed"


def test_signatures_become_invalid_if_the_score_is_corrected(app: Flask):
    tournament = begin(SWISS, 4)
    table = tap(tournament, 1, "hand@0")
    sign(table, 0, 1)
    tap(tournament, 1, "fix@0=3 end")
    assert score(tournament, 1) == ""


def test_the_games_of_a_result_include_games_that_were_corrected_at_the_table(app: Flask):
    """In a best of three, one side wins the first game. Corrections give two games to the other."""
    tournament = begin(SWISS, 4, best_of="3")
    table = play(tournament, 1, taps=f"{SHORT} fix-games@1=1 fix@1=12")
    assert tables.state(table).log.game.games == (1, 2)
    assert score(tournament, 1) == "1-2 12-13 signed"


def test_the_organiser_can_correct_which_pairs_really_played_each_other(app: Flask):
    tournament = begin(SWISS, 4)
    table = play(tournament, 1)
    one, stays = teams(match(tournament, 1))
    other = match(tournament, 2).first
    repairing.pair_as_played(tournament, one, other, ORGANISER)
    assert teams(match(tournament, 1)) == (other, stays)
    assert match(tournament, 2).first == one
    assert score(tournament, 1) == "1-0 12-1 signed"
    players = rounds.take_snapshot(tournament).team(other).people
    assert [tables.state(table).names[seat] for seat in (0, 2)] == players


def test_two_pairs_that_play_each_other_cannot_be_exchanged(app: Flask):
    tournament = begin(SWISS, 4)
    play_round(tournament)
    publish(tournament)
    first, second = teams(match(tournament, 3))
    with pytest.raises(Impossible, match="against each other"):
        repairing.pair_as_played(tournament, first, second, ORGANISER)


def test_only_one_of_two_requests_that_read_the_same_results_changes_the_tournament(
    app: Flask, monkeypatch: pytest.MonkeyPatch
):
    """A second change would make the organiser's page out of date without a reason."""
    tournament = begin(SWISS, 4)
    play(tournament, 1)
    changed = results._rows_to_change(rounds.take_snapshot(tournament))
    results.follow(tournament)
    before = revision(tournament)
    monkeypatch.setattr(results, "_rows_to_change", lambda _: changed)  # as the other request saw
    results.follow(tournament)
    assert revision(tournament) == before


def test_an_organiser_can_remove_the_signature_of_a_wrong_pair(app: Flask):
    tournament = begin(SWISS, 4)
    table = play(tournament, 1)
    assert score(tournament, 1)
    repairing.take_signature_off(tournament, 1, 1, ORGANISER)
    assert score(tournament, 1) == ""
    assert "unsigned" in {change.what for change in changes(tournament)}
    sign(table, 1)
    assert score(tournament, 1) == "1-0 12-1 signed"


def test_the_organiser_is_asked_if_a_side_has_not_signed_for_some_minutes(app: Flask):
    patient = begin(SWISS, 4, Terms(ask_after=5))
    sign(play(patient, 1, signed=False), 0)
    assert open_doubts_of(patient) == []
    hasty = begin(SWISS, 4, Terms(ask_after=0))
    sign(play(hasty, 1, signed=False), 0)
    assert open_doubts_of(hasty) == [(DoubtKind.UNSIGNED, 1)]
    results.confirm(hasty, 1, ORGANISER)
    assert open_doubts_of(hasty) == []


def test_a_disputed_result_is_a_doubt_until_the_organiser_comes(app: Flask):
    tournament = begin(SWISS, 4)
    play(tournament, 1, signed=False)
    repairing.dispute(tournament, 1, "phone-1")
    assert open_doubts_of(tournament) == [(DoubtKind.NOT_RIGHT, 1)]
    seating.answer_call(tournament, 1, ORGANISER)
    assert open_doubts_of(tournament) == []


def test_a_result_by_hand_that_differs_from_the_signed_result_is_a_doubt(app: Flask):
    tournament = begin(SWISS, 4)
    play(tournament, 1)
    by_hand(tournament, 1, 9, 12)
    assert open_doubts_of(tournament) == [(DoubtKind.DIFFERS, 1)]
    assert score(tournament, 1) == "0-1 9-12 by hand"
    results.take_from_table(tournament, 1, ORGANISER)
    assert score(tournament, 1) == "1-0 12-1 signed"


def test_a_result_stays_after_its_table_was_deleted(app: Flask):
    tournament = begin(SWISS, 4)
    table = play(tournament, 1)
    assert score(tournament, 1)
    tables.delete(table)
    assert score(tournament, 1) == "1-0 12-1 signed"


def test_a_match_whose_table_was_deleted_is_played_at_a_new_table(app: Flask):
    tournament = begin(SWISS, 4)
    table = tap(tournament, 1, "hand@0")
    tables.delete(table)
    assert score(tournament, 1) == ""
    assert play(tournament, 1).id != table.id
    assert score(tournament, 1) == "1-0 12-1 signed"


def test_a_result_that_could_not_be_written_is_written_later(
    app: Flask, monkeypatch: pytest.MonkeyPatch
):
    """The first attempt to write the result fails, as if the database was unavailable."""
    tournament = begin(SWISS, 4)
    play(tournament, 1)
    with monkeypatch.context() as broken:
        broken.setattr(results, "_take_from_table", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            results.follow(tournament)
    monkeypatch.setattr(results, "SETTLED", -1)
    assert score(tournament, 1) == "1-0 12-1 signed"


def test_the_server_draws_the_first_dealer_by_chance(app: Flask, monkeypatch: pytest.MonkeyPatch):
    for dealer in (3, 0):
        monkeypatch.setattr(seating.secrets, "randbelow", lambda seats, dealer=dealer: dealer)
        table = tap(begin(SWISS, 4), 1, "")
        assert tables.state(table).log.game.hand.dealer == dealer


def test_two_teams_with_the_same_name_are_told_apart_by_their_numbers(app: Flask):
    tournament = open_one(SWISS)
    sign_up(tournament, 2)
    twin = rounds.add_team(tournament, ["A1", "B1"], "", ORGANISER)
    shown = showing.present_labels(rounds.take_snapshot(tournament))
    assert [label.name for label in shown] == ["A1 & B1 (1)", "A2 & B2", "A1 & B1 (3)"]
    assert twin.name == "A1 & B1"


def test_the_page_of_the_draft_says_how_many_of_its_pairs_have_met_before(app: Flask):
    tournament = begin(SWISS, 4)
    play_round(tournament)
    first = teams(match(tournament, 1))
    [pair] = [pair for pair in drafted(tournament) if first[0] in pair]
    other = pair[1 - pair.index(first[0])]
    assert other is not None
    rounds.swap(tournament, other, first[1], revision(tournament), ORGANISER)
    link = rounds.take_snapshot(tournament).tournament.organise_token
    assert "2 pairs meet again" in app.test_client().get(f"/k/{link}/draft").text


# -- the clock ------------------------------------------------------------------------------------


def test_the_clock_of_a_round_is_computed_from_the_moment_of_its_start(app: Flask):
    tournament = begin(SWISS, 4, Terms(minutes=35))
    clock.start(tournament, ORGANISER)
    begun = rounds.take_snapshot(tournament).tournament.clock_started_at
    assert begun is not None

    def after(minutes: int, more_minutes: int = 0) -> tuple[str, int]:
        moment = begun + timedelta(minutes=minutes)
        shown = clock.clock(rounds.take_snapshot(tournament).tournament, more_minutes, moment)
        return shown.state, shown.left // 60

    assert [after(10), after(36), after(36, 5)] == [("running", 25), ("over", -1), ("running", 4)]
    clock.extend(tournament, 5, ORGANISER)
    assert after(36) == ("running", 4)
    clock.pause(tournament, ORGANISER)
    assert after(36) == after(600)


@pytest.mark.parametrize(
    ("at_time", "hands", "points"),
    [(AtTime.LEADER, "hand@0 hand@1", "1-1"), (AtTime.DRAW, "hand@0", "1-0")],
)
def test_a_stopped_match_is_a_draw_if_the_points_are_equal_or_the_rule_says_so(
    app: Flask, at_time: AtTime, hands: str, points: str
):
    tournament = begin(SWISS, 4, Terms(at_time=at_time))
    table = tap(tournament, 1, hands)
    seating.stop_match(tournament, 1, "stop-1", ORGANISER)
    sign(table, 0, 1)
    assert score(tournament, 1) == f"0-0 {points} signed"


def test_after_a_stop_the_remaining_games_of_a_match_start_at_the_chosen_score(app: Flask):
    """The match is a best of three, and is stopped between the first and the second game."""
    terms = Terms(at_time=AtTime.SCORE, start_score="11-11")
    tournament = begin(SWISS, 4, terms, best_of="3")
    tap(tournament, 1, SHORT + " hand@1")
    with pytest.raises(Impossible, match="played to its end"):
        seating.stop_match(tournament, 1, "stop-1", ORGANISER)
    old = tap(tournament, 1, "undo")
    seating.stop_match(tournament, 1, "stop-2", ORGANISER)
    new = tap(tournament, 1, "hand@0")
    assert new.id != old.id
    assert tables.rematch_of(old).id == new.id  # the phones follow
    sign(new, 0, 1)
    assert score(tournament, 1) == "2-0 24-12 signed"


@pytest.mark.parametrize("before", ["_go_on_at_score", "_replace_table"])
def test_stopping_a_match_again_completes_a_stop_that_a_crash_interrupted(
    app: Flask, monkeypatch: pytest.MonkeyPatch, before: str
):
    tournament = begin(SWISS, 4, Terms(at_time=AtTime.SCORE, start_score="11-11"), best_of="3")
    old = tap(tournament, 1, SHORT)
    with monkeypatch.context() as killed:
        killed.setattr(seating, before, lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            seating.stop_match(tournament, 1, "stop-1", ORGANISER)
    for key in ("stop-2", "stop-3"):
        seating.stop_match(tournament, 1, key, ORGANISER)
    assert tables.rematch_of(old).id == match(tournament, 1).match_id
    assert match(tournament, 1).earlier == "12-1"


def test_the_record_of_a_stopped_match_is_enough_to_replay_it_to_its_end(app: Flask):
    tournament = begin(SWISS, 4, Terms(at_time=AtTime.LEADER))
    table = tap(tournament, 1, "hand@0 fix@1=3 hand@1")
    seating.stop_match(tournament, 1, "stop-1", ORGANISER)
    sign(table, 0, 1)
    assert score(tournament, 1) == "0-1 1-4 signed"
    replay = Replay.from_text(results.record_of(tournament, 1))
    assert (standing(replay.end).text, replay.end.over) == ("1-4", True)


# -- teams ----------------------------------------------------------------------------------------


def test_a_pair_that_comes_late_meets_nobody_who_has_left(app: Flask):
    tournament = begin(SWISS, 5)
    [bye] = [row for row in rounds.take_snapshot(tournament).matches if not row.second]
    roster.withdraw(tournament, bye.first, ORGANISER)
    late = rounds.add_team(tournament, ["Late", "Later"], "", ORGANISER)
    assert teams(rounds.take_snapshot(tournament).matches[-1]) == (late.number, 0)


def test_a_pair_that_comes_before_round_1_is_published_is_drawn_with_the_others(app: Flask):
    tournament = open_one(Format(Kind.GROUPS, groups=2, qualify=2))
    sign_up(tournament, 7)
    rounds.close_sign_up(tournament, ORGANISER)
    late = rounds.add_team(tournament, ["Late", "Later"], "", ORGANISER)
    publish(tournament)
    drawn = drawn_in(tournament, 1)
    assert late.number in drawn
    assert len(drawn) == 8


def test_a_pair_that_comes_after_the_last_result_of_a_round_waits_for_the_next_round(app: Flask):
    tournament = begin(SWISS, 5)
    play_round(tournament)
    late = rounds.add_team(tournament, ["Late", "Later"], "", ORGANISER)
    assert late.joined == 2
    assert any(late.number in pair for pair in drafted(tournament))


def test_a_pair_that_misses_a_whole_round_gets_no_points_for_it(app: Flask):
    tournament = begin(SWISS, 4)
    play_round(tournament)
    publish(tournament)
    late = rounds.add_team(tournament, ["Late", "Later"], "", ORGANISER)
    assert late.joined == 2
    rows = showing.standings_tables(rounds.take_snapshot(tournament))[0].rows
    [played] = [row.played for label, row in rows if label.number == late.number]
    assert played == 1  # a bye in round 2, and nothing in round 1


def test_pairs_that_waited_for_a_table_get_a_table_first_in_the_next_round(app: Flask):
    tournament = begin(SWISS, 8, Terms(tables=2))
    waiting = set[int]()
    for number in (3, 4):
        waiting.update(teams(match(tournament, number)))
    for number in range(1, 5):
        by_hand(tournament, number, 12, 3)
    publish(tournament)
    first = [row for row in rounds.take_snapshot(tournament).of_round(2) if row.table]
    assert len(first) == 2
    assert all(waiting & set(teams(row)) for row in first)


@pytest.mark.parametrize(("number", "grace"), [(1, 15), (2, 5)])
def test_a_late_pair_is_shown_as_missing_but_does_not_lose_automatically(
    app: Flask, number: int, grace: int
):
    tournament = begin(SWISS, 4)
    if number == 2:
        play_round(tournament)
        publish(tournament)
    row = rounds.take_snapshot(tournament).of_round(number)[0]
    let_pass(tournament, row.number, grace - 1)
    assert tile(tournament, row.number).state == "called"
    let_pass(tournament, row.number, 2)
    assert tile(tournament, row.number).state == "missing"
    let_pass(tournament, row.number, 600)
    assert score(tournament, row.number) == ""


def tile(tournament: Tournament, number: int) -> showing.FixtureTile:
    snapshot = results.follow(tournament)
    return showing.tile(snapshot, snapshot.matches[number - 1])


def test_a_pair_that_withdraws_loses_its_open_match_and_keeps_its_earlier_results(app: Flask):
    tournament = begin(SWISS, 4)
    play_round(tournament)
    publish(tournament)
    leaving = rounds.take_snapshot(tournament).of_round(2)[0].first
    roster.withdraw(tournament, leaving, ORGANISER)
    row = rounds.take_snapshot(tournament).of_round(2)[0]
    assert row.result == "0-1 0-6 forfeit"
    first = rounds.take_snapshot(tournament).of_round(1)
    assert {match.result for match in first} == {"1-0 12-1 signed"}
    roster.come_back(tournament, leaving, ORGANISER)
    play_round(tournament)
    publish(tournament)
    assert leaving in drawn_in(tournament, 3)


def test_a_draft_is_drawn_without_a_pair_that_withdraws(app: Flask):
    tournament = open_one(SWISS)
    sign_up(tournament, 5)
    rounds.close_sign_up(tournament, ORGANISER)
    roster.withdraw(tournament, 2, ORGANISER)
    publish(tournament)
    drawn = drawn_in(tournament, 1)
    assert drawn == {1, 3, 4, 5}


def test_a_reserve_can_replace_a_player_only_between_two_games(app: Flask):
    tournament = begin(SWISS, 4)
    table = tap(tournament, 1, "hand@0")
    team = rounds.take_snapshot(tournament).team(match(tournament, 1).first)
    there = [team.people[0], "Reserve"]
    with pytest.raises(Impossible, match="between two games"):
        roster.replace_players(tournament, team.number, there, team.name, ORGANISER)
    tap(tournament, 1, "undo")
    roster.replace_players(tournament, team.number, there, team.name, ORGANISER)
    assert tables.state(table).names[2] == "Reserve"
    assert rounds.take_snapshot(tournament).team(team.number).name == f"{there[0]} & Reserve"


def test_a_match_that_is_over_keeps_the_names_of_the_players_who_played_it(app: Flask):
    tournament = begin(SWISS, 4)
    play(tournament, 1)
    score(tournament, 1)
    team = rounds.take_snapshot(tournament).team(match(tournament, 1).first)
    before = team.people[1]
    roster.replace_players(tournament, team.number, [team.people[0], "Reserve"], "", ORGANISER)
    assert before in results.record_of(tournament, 1)
    assert "Reserve" not in results.record_of(tournament, 1)


def test_the_number_of_a_removed_pair_is_reused_when_all_numbers_are_taken(app: Flask):
    tournament = open_one(SWISS)
    sign_up(tournament, 64)
    with pytest.raises(Impossible, match="at most 64"):
        signing_up.sign_up(tournament, ["Anna", "Biel"], device="late")
    roster.withdraw(tournament, 7, ORGANISER)
    team = signing_up.sign_up(tournament, ["Anna", "Biel"], device="late")
    assert (team.number, team.left, team.name) == (7, None, "Anna & Biel")
    assert role_of(tournament, "phone-7") is None  # it does not belong to the new pair


@pytest.mark.parametrize("seed", [0, 1])
def test_a_pair_that_comes_back_after_the_draw_gets_a_group_and_the_lowest_seed(
    app: Flask, seed: int
):
    tournament = open_one(Format(Kind.GROUPS, groups=2, qualify=2))
    sign_up(tournament, 8)
    signing_up.set_seed(tournament, 5, seed, ORGANISER)
    roster.withdraw(tournament, 5, ORGANISER)
    rounds.close_sign_up(tournament, ORGANISER)
    roster.come_back(tournament, 5, ORGANISER)
    snapshot = rounds.take_snapshot(tournament)
    assert (snapshot.team(5).seed, snapshot.team(5).left) == (8, None)
    assert sorted(row.letter for row in snapshot.teams) == list("AAAABBBB")
    publish(tournament)
    assert drawn_in(tournament, 1) == set(range(1, 9))


# -- two organisers -------------------------------------------------------------------------------


def test_a_decision_on_an_old_page_does_not_overwrite_the_decision_of_another_organiser(app: Flask):
    tournament = begin(SWISS, 4)
    by_hand(tournament, 1, 12, 9)
    with pytest.raises(OutOfDate):
        results.annul(tournament, 1, "", "helper", was="")
    assert score(tournament, 1) == "1-0 12-9 by hand"


def test_each_kind_of_decision_can_be_repeated_only_a_limited_number_of_times(app: Flask):
    """Without this limit, a team could use up the decisions that the organiser needs."""
    tournament = begin(SWISS, 4)
    for _ in range(MOST_OF_ONE_KIND):
        seating.swap_tables(tournament, 1, 2, "phone-1")
    with pytest.raises(Impossible, match="too often"):
        seating.swap_tables(tournament, 1, 2, "phone-1")
    by_hand(tournament, 1, 12, 9)


def test_a_bye_keeps_its_result_if_an_organiser_asks_for_the_result_of_its_table(app: Flask):
    tournament = begin(SWISS, 5)
    (bye,) = [row for row in rounds.take_snapshot(tournament).matches if not row.second]
    with pytest.raises(Impossible, match="no opponent"):
        results.take_from_table(tournament, bye.number, ORGANISER)
    assert score(tournament, bye.number) == bye.result


@pytest.mark.parametrize("role", ["organise", "help", "watch", "team"])
def test_a_phone_whose_link_was_replaced_meanwhile_is_not_let_in(app: Flask, role: Role):
    tournament = open_one(SWISS)
    sign_up(tournament, 4)
    token = signing_up.teams(tournament)[0].token
    if role != "team":
        token = getattr(tournament, f"{role}_token")
    found = by_token(token)
    remember_phone(found, "before")
    if role == "team":
        replace_team_link(tournament, 1, ORGANISER)
    else:
        replace_link(tournament, role, ORGANISER)
    remember_phone(found, "after")
    assert role_of(tournament, "after") is None


def test_a_match_whose_stop_was_undone_at_its_table_can_be_stopped_again(app: Flask):
    tournament = begin(SWISS, 4, Terms(at_time=AtTime.DRAW))
    table = tap(tournament, 1, "hand@0")
    seating.stop_match(tournament, 1, "stop-1", ORGANISER)
    tap(tournament, 1, "undo hand@1")
    assert not tables.state(table).log.game.over
    seating.stop_match(tournament, 1, "stop-1", ORGANISER)
    assert tables.state(table).log.game.over
