"""The words of every game have an entry in each language, and no entry is unused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import chain
from string import Formatter

import pytest

from companion import variants
from companion.cheatsheets import lexicon, probe, prose
from companion.cheatsheets.lexicon import Lexicon, Word
from companion.cheatsheets.prose import SHARED, read
from companion.engine.table_taps import FORMS
from companion.web.language import LANGUAGES
from tests import walking

GAMES = sorted(variants.VARIANTS)
# Words of taps that every game has. `void-in-rounds` is the text for `void` in a round of duels.
OF_ALL = {*FORMS, "yes", "no", "void-in-rounds"}
LONG = 14  # the most letters of a label
# These words have no key of their own: they are tapped in the ring, or as one of their values.
NO_KEYS = {"won", "tied", "best", "vira", "muestra", "cards", "says", "pido-flor"}
PLACES = {
    **{key: {"name", "side", "value", "points", "call"} for key in ("done", "valued", "by_all")},
    **{key: {"name", "answer", "means", "call"} for key in ("accepted", "refused")},
    "title": {"call", "said", "name", "side", "score", "asked", "caller", "called"},
    "note": {"order"},
    "pad": {"name", "call"},
    "why": {"call"},
}


def entries(name: str, lang: str) -> Mapping[str, Mapping[str, object]]:
    """Return the entries of a game in the TOML table `[words]`, in one language.

    The entries that all games share are included. `rows` is left out, because it is not
    an entry of a word.
    """
    return {word: entry for word, entry in _words(name, lang).items() if word != "rows"}


def _words(name: str, lang: str) -> Mapping[str, Mapping[str, object]]:
    return lexicon._texts(name, lang).get("words", {})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_tap_and_every_decision_of_a_game_has_its_words(game, lang):
    written = entries(game, lang)
    for word in sorted(walking.taps(game) | OF_ALL):
        missing = word not in written or not {"done", "by_all"} & {*written[word]}
        assert not missing, (
            f"{game}.{lang}.toml (or _common.{lang}.toml) needs [words.{word}] with label and done"
        )
    for word in sorted(walking.decisions(game)):
        missing = "title" not in written.get(word, {})
        assert not missing, (
            f"{game}.{lang}.toml (or _common.{lang}.toml) needs [words.{word}] with title, yes, no"
        )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_reason_for_points_has_words(game, lang):
    words = Lexicon(game, lang)
    for why, word in sorted(walking.reasons(game)):
        assert words.why(why, word) != why, (
            f"_common.{lang}.toml needs {why} under [why] or [usual.call.why]"
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_entry_in_the_words_of_a_game_is_used(lang):
    known = {}
    for game in GAMES:
        known[game] = OF_ALL | walking.taps(game) | walking.decisions(game) | called(game)
    everywhere = set().union(*known.values())
    assert {*read(SHARED, lang)["words"]} <= everywhere
    for game in GAMES:
        used = known[game].union(
            *(known[other] for other in GAMES if prose._file(f"{other}.en").get("like") == game)
        )
        own = {
            *prose._file(f"{game}.{lang}").get("words", {}),
            *prose._file(game).get("words", {}),
        } - {"rows"}
        assert own <= used, f"no tap, call or question of {game} is called {own - used}"


def called(game: str) -> set[str]:
    """Return every call of a game, also those high on a ladder that random games do not reach."""
    return {*walking.calls(game), *probe.called(variants.get(game).rules())}


@pytest.mark.parametrize("lang", ["", *LANGUAGES])
@pytest.mark.parametrize("game", [SHARED, *GAMES])
def test_an_entry_in_the_words_of_a_game_has_only_known_fields(game, lang):
    known = {field.name for field in fields(Word)}
    for where, entry in tables(prose._file(f"{game}.{lang}" if lang else game)):
        for key, text in entry.items():
            assert key in known, (
                f"{game}.{lang}.toml: {where} has {key}, which is not a field of Word"
            )
            for one in text.values() if isinstance(text, dict) else (text,):
                places = {name for _, name, _, _ in Formatter().parse(one) if name is not None}
                assert places <= PLACES.get(key, set()), (
                    f"{game}.{lang}.toml: {where}.{key} cannot be filled: {one}"
                )


def tables(file: Mapping[str, object]) -> Iterator[tuple[str, dict[str, object]]]:
    for word, entry in file.get("words", {}).items():
        if word != "rows":
            yield word, entry
    usual = file.get("usual", {})
    kinds = {kind: usual[kind] for kind in ("call", "decision") if kind in usual}
    yield "usual", {key: text for key, text in usual.items() if key not in kinds}
    for kind, entry in kinds.items():
        yield kind, {key: text for key, text in entry.items() if key != "abroad"}
        yield f"{kind}.abroad", entry.get("abroad", {})


def test_a_call_without_an_entry_in_the_words_is_labelled_by_its_name():
    word = Lexicon("argentine", "en").word("vale-cuatro")
    assert word.label == "Vale cuatro"
    assert word.said == "vale cuatro"
    assert word.done == "{name} called {call}"


def test_a_decision_without_an_entry_in_the_words_still_has_a_title_and_answers():
    word = Lexicon("catalan", "es").decision("why-not")
    assert (word.title, word.yes, word.no) == ("{call}: ¿y ahora?", "Sí", "No")


def test_a_tap_named_like_another_key_of_the_table_of_words_has_the_usual_words():
    for game in GAMES:
        for key in read(game, "en")["words"]:
            assert Lexicon(game, "en").word(key).done


def test_a_call_of_a_game_without_a_language_of_its_own_comes_with_a_translation_on_other_pages():
    for lang, means in (("en", "I concede"), ("fr", "C’est bon"), ("es", ""), ("es_AR", "")):
        assert Lexicon("truc-y-flou", lang).word("good").means == means


def test_an_answer_in_a_foreign_language_comes_with_a_translation():
    assert Lexicon("argentine", "en").word("truco").yes_means == "Accept"
    assert Lexicon("argentine", "fr").word("truco").no_means == "Refuser"
    assert Lexicon("argentine", "es").word("truco").yes_means == ""
    assert Lexicon("mineiro", "pt_BR").word("truco").yes_means == ""
    assert Lexicon("trut-gatine", "ca").decision("tenir").yes == "Je tiens"
    assert Lexicon("trut-gatine", "ca").decision("tenir").yes_means == "Aguanto"
    for lang, means in (("en", "Play"), ("ca", "Juguem"), ("es", "")):
        word = Lexicon("arriba-o-abajo", lang).decision("eleven")
        assert (word.yes, word.no, word.yes_means) == ("Arriba", "Abajo", means)


def test_the_key_that_concedes_a_bet_has_the_same_label_in_every_language():
    for lang in LANGUAGES:
        assert Lexicon("argentine", lang).word("good").label == "Son buenas"
        assert Lexicon("valencian", lang).word("good").label == "Són bones"


def test_the_words_of_a_region_replace_the_words_of_its_language(tmp_path, monkeypatch):
    (tmp_path / "_common.ca.toml").write_text(
        '[words.won]\nlabel = "Ha guanyat"\ndone = "{name} ha guanyat"\n'
    )
    (tmp_path / "game.ca.toml").write_text('lead = "Joc."\n[words.tied]\nlabel = "Empat"\n')
    (tmp_path / "game.ca_valencia.toml").write_text('[words.tied]\nlabel = "Parda"\n')
    monkeypatch.setattr(prose, "FOLDER", tmp_path)
    # replace the cached functions, so that no file of another test is used
    monkeypatch.setattr(prose, "_file", prose._file.__wrapped__)
    monkeypatch.setattr(prose, "read", prose.read.__wrapped__)
    monkeypatch.setattr(lexicon, "read", prose.read)
    assert lexicon._texts("game", "ca_valencia")["words"] == {
        "won": {"label": "Ha guanyat", "done": "{name} ha guanyat"},
        "tied": {"label": "Parda"},
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_are_short_enough_for_a_key(lang):
    found = set(chain.from_iterable(labels(Lexicon(game, lang), game) for game in GAMES))
    assert {text for text in found if len(text) > LONG} == set(), (
        f"the longest labels are {sorted(found, key=len)[-8:]}"
    )


def labels(words: Lexicon, game: str) -> Iterator[str]:
    for word in walking.calls(game) | walking.taps(game) - NO_KEYS:
        yield from (words.word(word).own, words.word(word).yes, words.word(word).no)
    for word in walking.decisions(game):
        yield from (words.decision(word).yes, words.decision(word).no)
