"""A text of a sheet is shown if its condition holds, and names only known facts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from companion import variants
from companion.cheatsheets import prose
from companion.cheatsheets.house import disputes
from companion.cheatsheets.lexicon import Lexicon
from companion.cheatsheets.prose import FOLDER, SHARED, MissingSheet, Prose, holds, load, read
from companion.cheatsheets.sheet import TOPICS, facts
from companion.cheatsheets.specials import specials

SHEETS = (path for path in FOLDER.glob("*.*.toml") if not path.name.startswith("_"))
FILES = sorted(path.stem.split(".") for path in SHEETS)


def entries(table: Any) -> Iterator[dict[str, str]]:
    """Yield every entry with a condition (`when`) in a file of texts."""
    if isinstance(table, dict):
        if "when" in table:
            yield table
        for value in table.values():
            yield from entries(value)
    elif isinstance(table, list):
        for value in table:
            yield from entries(value)


def test_a_condition_of_a_sheet_line_holds_only_if_all_its_terms_hold():
    facts = {"seats": "4", "tiebreak": "first"}
    assert holds("", facts)
    assert holds("seats=4 tiebreak=first", facts)
    assert not holds("seats=4 tiebreak=count_nd", facts)
    assert holds("seats!=2", facts)
    assert not holds("seats!=4", facts)


def test_a_sheet_line_is_filled_with_facts_and_shown_if_its_condition_holds():
    own = {
        "deal": {
            "say": [
                "To {target}.",
                {"when": "seats=2", "say": "Two."},
                {"when": "seats=4", "say": "Four."},
            ]
        }
    }
    prose = Prose(own, {}, {"target": "12", "seats": "4"})
    assert prose.lines("deal") == ("To 12.", "Four.")
    assert prose.lines("nothing said") == ()


def test_a_game_may_replace_a_shared_word_of_the_sheets():
    own = {"titles": {"bets": "Envido"}, "house": {"target": {"label": "Stones"}}}
    shared = {
        "titles": {"bets": "Side bet"},
        "house": {"target": {"label": "Points", "12": "a dozen"}},
    }
    prose = Prose(own, shared)
    assert prose.title("bets") == "Envido"
    assert prose.house("target", "12") == ("Stones", "a dozen")
    assert prose.house("unheard", "of") == ("unheard", "of")


def test_a_sheet_takes_each_text_that_it_lacks_from_a_similar_game():
    """Truco paulista is truco mineiro with a vira, so its file has only the texts that differ."""
    own = read("paulista", "en")
    other = read("mineiro", "en")
    assert own["ladder"] == other["ladder"]
    assert own["titles"] == {**other["titles"], "turned": "Vira"}
    assert own["signals"]["say"] == other["signals"]["say"]
    assert own["signals"]["rows"] != other["signals"]["rows"]
    assert "like" not in own


def test_a_missing_sheet_is_an_error_that_names_the_file():
    with pytest.raises(MissingSheet, match=r"patience\.en\.toml"):
        load("patience", "en", {})
    with pytest.raises(MissingSheet, match=r"patience\.en\.toml"):
        load("patience", "fr", {})


def test_a_sheet_missing_in_a_language_is_shown_in_english():
    assert load("catalan", "xx", {}) == load("catalan", "en", {})


def test_a_missing_word_of_a_sheet_is_an_error():
    with pytest.raises(KeyError):
        Prose({}, {}).phrase("no such phrase")


@pytest.mark.parametrize(("variant", "lang"), FILES)
def test_every_sheet_belongs_to_a_game_and_has_only_known_topics(variant, lang):
    words = set(read(variant, lang)) - set(read(SHARED, lang)) - {"name", "lead"}
    assert variant in variants.VARIANTS
    assert words <= set(TOPICS)


@pytest.mark.parametrize(("variant", "lang"), FILES)
def test_a_game_replaces_only_phrases_that_the_shared_texts_have(variant, lang):
    own, shared = (read(name, lang).get("phrases", {}) for name in (variant, SHARED))
    known = facts(variants.get(variant).rules())
    for key, text in own.items():
        assert key in shared, key
        assert _names(text) <= _names(shared[key]) | set(known), key


def _names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize(("variant", "lang"), FILES)
def test_every_condition_of_the_sheets_can_come_true(variant, lang):
    """A misspelt house rule would hide a line without any error."""
    game = variants.get(variant)
    options = {option.key: option for option in game.options}
    for entry in entries(read(variant, lang)):
        for term in entry["when"].split():
            key, value = term.replace("!", "").split("=")
            if key == "seats":
                assert int(value) in game.seats, entry
            elif key == "turned":
                assert value in ("on", "off", "never"), entry
            else:
                assert key in options, (
                    f"{variant}.{lang}: {game.name} has no house rule {key}: {entry}"
                )
                assert options[key].check(value), entry


@pytest.mark.parametrize(("variant", "lang"), FILES)
def test_every_placeholder_in_the_texts_of_a_sheet_names_a_known_fact(variant, lang):
    rules = variants.get(variant).rules()
    known = dict.fromkeys((*facts(rules), "game"), "x")
    text = (FOLDER / f"{variant}.{lang}.toml").read_text("utf-8")
    read = tomllib.loads(text)
    # other texts of `[words]` are filled with names and points of a tap, not with facts
    read["words"] = read.get("words", {}).get("rows", [])
    words = dict(read)
    for table in ("phrases", "why", "usual", "instead"):
        words.pop(table, None)
    for line in _strings(words):
        assert line.format_map(known)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)


@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_every_house_rule_has_words_on_the_sheet(variant):
    game = variants.get(variant)
    prose = load(variant, "en", {})
    for option in game.options:
        assert prose.house(option.key, option.default)[0] != option.key, option
        for value in option.values:
            assert value.isdigit() or prose.house(option.key, value)[1] != value, (
                option.key,
                value,
            )


@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_every_question_at_a_special_score_has_words(variant):
    for seats in variants.get(variant).seats:
        for special in specials(variants.get(variant).rules(seats)):
            if special.asked and not special.called:
                assert Lexicon(variant, "en").decision(special.asked).whether, special


def test_the_shared_texts_have_a_title_for_every_topic():
    assert set(read(SHARED, "en")["titles"]) == set(TOPICS)


def test_a_sheet_with_the_texts_of_another_game_has_its_own_name_and_sources(tmp_path, monkeypatch):
    (tmp_path / "first.en.toml").write_text(
        'name = "First"\n[sources]\nrows = [{ name = "A book" }]\n'
    )
    (tmp_path / "second.en.toml").write_text('like = "first"\nlead = "Much the same."\n')
    monkeypatch.setattr(prose, "FOLDER", tmp_path)
    monkeypatch.setattr(prose, "_file", prose._file.__wrapped__)
    assert read("second", "en") == {"lead": "Much the same.", "sources": {}}


def test_a_regional_language_replaces_single_texts_in_one_sheet_or_in_all_sheets(
    tmp_path, monkeypatch
):
    (tmp_path / "first.ca.toml").write_text(
        'lead = "Surt ell."\n[ties]\nsay = ["Aquí no.", "Surt qui és mà."]\n'
    )
    (tmp_path / "first.ca_valencia.toml").write_text(
        '[[instead]]\nof = "Aquí no."\nsay = "Ací no."\n'
    )
    (tmp_path / "_common.ca_valencia.toml").write_text(
        '[[instead]]\nof = "Surt ell."\nsay = "Ix ell."\n'
    )
    monkeypatch.setattr(prose, "FOLDER", tmp_path)
    monkeypatch.setattr(prose, "_file", prose._file.__wrapped__)
    monkeypatch.setattr(prose, "read", prose.read.__wrapped__)
    assert prose.read("first", "ca_valencia") == {
        "lead": "Ix ell.",
        "ties": {"say": ["Ací no.", "Surt qui és mà."]},
    }
    assert prose.read("first", "ca")["lead"] == "Surt ell."


def test_a_disagreement_about_a_house_rule_that_the_table_lacks_is_left_out():
    words = Prose(
        {
            "sources": {
                "disagree": [{"rule": "answers", "say": "…"}, {"about": "Signs", "say": "…"}]
            }
        },
        {"house": {}},
    )
    assert [dispute.about for dispute in disputes({}, words)] == ["Signs"]
