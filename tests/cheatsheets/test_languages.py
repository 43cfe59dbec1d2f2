"""Every sheet has the same entries in every language. Most calls are not translated."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, zip_longest
from typing import Any

import pytest

from companion import variants
from companion.cheatsheets import Sheet, build_sheet, lexicon, probe, prose
from companion.cheatsheets.lexicon import Lexicon, Word
from companion.web.language import LANGUAGES

REGIONS = sorted(code for code in LANGUAGES if code.partition("_")[0] in {*LANGUAGES} - {code})
TRANSLATED = [code for code in LANGUAGES if code not in {*REGIONS, "en"}]
SHEETS = sorted(path.name.removesuffix(".en.toml") for path in prose.FOLDER.glob("*.en.toml"))
OWN = {"name", "presets", "faces", "phrases", "usual", "why"}
KEPT = {"when", "like", "rule"}  # keys whose value must not be translated
SAME_EVERYWHERE = {"drawn"}  # keys that only the English file has


@cache
def written(name: str, code: str) -> Any:
    return tomllib.loads((prose.FOLDER / f"{name}.{code}.toml").read_text("utf-8"))


CALLS = chain.from_iterable(probe.called(game.rules()) for game in variants.VARIANTS.values())
WORDS = {*written(prose.SHARED, "en")["words"], *prose.neutral(prose.SHARED)["words"], *CALLS}
FIELDS = {*Word.__dataclass_fields__}
REASONS = {
    *written(prose.SHARED, "en")["why"],
    *written(prose.SHARED, "en")["usual"]["call"]["why"],
}
# Entries that another language may add: its own names, sentences about a call that depend on the
# gender of its name, and a word of one game where English uses the word of all games (a game of
# truc valencià is a cama).
SHARED = written(prose.SHARED, "en")
SHARED_BY_ALL = {f".{table}": {*SHARED[table]} for table in ("titles", "phrases", "house")}
SAID_OTHERWISE = {"": OWN | {"phrases", "house"}, ".words": WORDS, ".why": REASONS, **SHARED_BY_ALL}


def ladder_of(sheet: Sheet) -> object:
    return next(topic.body for topic in sheet.topics if topic.id == "ladder")


def more(at: str) -> set[str]:
    within = FIELDS | REASONS if at.startswith(".words.") and ".rows" not in at else set()
    return SAID_OTHERWISE.get(at, within)


def places(text: str) -> list[str]:
    """Return the placeholders of a text. `{said}` counts as `{call}`; `{answer}` is left out."""
    found = re.findall(r"\{[a-z_]*\}", text.replace("{said}", "{call}"))
    return sorted({*found} - {"{answer}"})


def differences(one: Any, other: Any, at: str = "") -> Iterator[str]:
    """Yield a message for each entry that is missing in one of two files, or differs between them.

    * `one`: the content of a file, or a part of it.
    * `other`: the same part of the translated file.
    * `at`: the keys that lead to these parts, such as ".ties.say[0]"; "" for whole files.
    """
    if type(one) is not type(other):
        yield f"{at}: {one!r} is {other!r}"
    elif isinstance(one, dict):
        missing = one.keys() - other.keys() - SAME_EVERYWHERE
        lonely = missing | (other.keys() - one.keys() - more(at))
        yield from (f"{at}.{key}: only in one of them" for key in lonely)
        kept = one.keys() & other.keys() & KEPT
        yield from (f"{at}.{key}: differs" for key in kept if one[key] != other[key])
        for key in one.keys() & other.keys():
            yield from differences(one[key], other[key], f"{at}.{key}")
    elif isinstance(one, list):
        for number, (a, b) in enumerate(zip_longest(one, other)):
            yield from differences(a, b, f"{at}[{number}]")
    elif not same(one, other):
        yield f"{at}: {one!r} is {other!r}"


def same(one: Any, other: Any) -> bool:
    """Return whether the value `other` may be the translation of the value `one`.

    Two texts must have the same placeholders, and both or none must be blank. Values that are not
    texts must be equal.
    """
    if isinstance(one, str):
        return places(one) == places(other) and bool(one.strip()) == bool(other.strip())
    return bool(one == other)


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("name", SHEETS)
def test_every_translation_of_a_sheet_has_the_entries_of_the_english_sheet(name, code):
    assert list(differences(written(name, "en"), written(name, code))) == []


@pytest.mark.parametrize("code", REGIONS)
def test_a_regional_sheet_only_replaces_entries_of_its_language(code):
    for name in files_of(code):
        general = written(name, code.partition("_")[0])
        own = {**written(name, code)}
        own.pop("instead", ())
        assert list(differences(general, prose.merged(general, own))) == []
        assert [text for text in texts(own) if text in {*texts(general)}] == []


@pytest.mark.parametrize("code", REGIONS)
def test_every_regional_replacement_of_a_sheet_replaces_a_text_that_exists(code):
    language = code.partition("_")[0]
    general = {name: {*leaves(written(name, language))} for name in [prose.SHARED, *SHEETS]}
    rows = []
    for name in files_of(code):
        instead = written(name, code).get("instead", ())
        rows += [(name, row["of"], row["say"]) for row in instead]
    assert [row for row in rows if row[1] == row[2] or not same(*row[1:])] == []
    assert [row for row in rows if not any(row[1] in general[name] for name in reach(row[0]))] == []
    assert [of for of, times in Counter(of for _, of, _ in rows).items() if times > 1] == []


def reach(name: str) -> list[str]:
    return [prose.SHARED, *SHEETS] if name == prose.SHARED else [name]


def files_of(code: str) -> list[str]:
    return [path.name.partition(".")[0] for path in prose.FOLDER.glob(f"*.{code}.toml")]


def leaves(table: Any) -> Iterator[str]:
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict | list):
        for value in table.values() if isinstance(table, dict) else table:
            yield from leaves(value)


def texts(table: Any) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from (f"{key}.{text}" for text in texts(value))
        else:
            yield f"{key}={value}"


def test_the_comparison_of_sheets_finds_a_difference():
    english = {"lead": "To {target}", "ties": {"say": ["a", {"when": "x=1", "say": "b"}]}}
    for other in (
        {"lead": "A {puntos}", "ties": english["ties"]},
        {"lead": "A {target}", "ties": {"say": ["a"]}},
        {"lead": "A {target}", "ties": {"say": ["a", {"when": "x=2", "say": "b"}]}},
        {"lead": "A {target}"},
        {"lead": "A {target}", "ties": {**english["ties"], "more": "c"}},
    ):
        assert list(differences(english, other))
    assert not list(
        differences(english, {"name": "Joc", "lead": "A {target}", "ties": english["ties"]})
    )


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_every_preset_has_a_name_in_every_language(variant, code):
    found = prose.load(variant, code, {})
    for preset in variants.get(variant).presets:
        assert found.word("presets", preset.name, ""), preset.name


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_a_sheet_is_built_in_the_wanted_language_with_the_same_topics_and_calls(variant, code):
    game = variants.get(variant)
    own, english = (build_sheet(game, game.rules(), lang) for lang in (code, "en"))
    assert own.lead != english.lead
    assert [topic.id for topic in own.topics] == [topic.id for topic in english.topics]
    ladders = [ladder_of(own), ladder_of(english)]
    entries = lexicon._texts(variant, "en")["words"]
    plain = {Lexicon(variant, "en").word(word).full for word in entries if word != "rows"}
    pairs = zip(ladders[0][1:], ladders[1][1:], strict=True)
    assert all(one.call == other.call for one, other in pairs if other.call not in plain)
