"""The message catalogs are complete and compiled, and match the English texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.web.language import LANGUAGES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "companion" / "translations"
TRANSLATED = [code for code in LANGUAGES if code != "en"]
# Catalogs that hold only what differs from their language.
REGIONS = [code for code in TRANSLATED if code.partition("_")[0] in {*LANGUAGES} - {code}]
WHOLE = [code for code in TRANSLATED if code not in REGIONS]
PLACE = re.compile(r"%\(\w+\)[sdr]|\{\w+\}|<[^>]+>")
END = re.compile(r"[:.?!…]?$")


def file(code: str, kind: str = "po") -> Path:
    return FOLDER / code / "LC_MESSAGES" / f"messages.{kind}"


@cache
def catalog(code: str = "") -> Catalog:
    """Return the catalog of a language, or the template of all catalogs if `code` is empty."""
    path = FOLDER / "messages.pot"
    if code:
        path = file(code)
    with path.open("rb") as found:
        return read_po(found, locale=code or None)


def messages(code: str = "") -> Iterator[Message]:
    return (message for message in catalog(code) if message.id)


def keys(code: str = "") -> set[tuple[str, str]]:
    return {(message.context or "", english(message)[0]) for message in messages(code)}


def english(message: Message) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (message.id,)


def said(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def pairs(code: str) -> Iterator[tuple[str, str]]:
    for message in messages(code):
        yield from ((english(message)[-1], text) for text in said(message) if text)


def places(text: str) -> list[str]:
    return sorted(PLACE.findall(text))


def test_every_message_of_the_code_is_in_the_catalogs() -> None:
    """If this test fails because a text was added or changed, run `make messages`."""
    words = re.search(r"^KEYWORDS := (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    with (FOLDER / "babel.cfg").open() as mapping:
        methods, options = parse_mapping_cfg(mapping)
    keywords = parse_keywords(["_", "gettext", "ngettext:1,2", "pgettext:1c,2", *words[1].split()])
    found = extract_from_dir(ROOT, methods, options, keywords)
    in_code = set()
    for _, _, texts, _, context in found:
        in_code.add((context or "", texts if isinstance(texts, str) else texts[0]))
    assert in_code == keys()


@pytest.mark.parametrize("code", WHOLE)
def test_the_catalog_of_every_language_has_exactly_the_messages_of_the_template(code: str) -> None:
    assert keys(code) == keys()
    assert not catalog(code).obsolete


@pytest.mark.parametrize("code", REGIONS)
def test_the_catalog_of_a_region_has_only_texts_that_differ_from_the_language(code: str) -> None:
    general = {message.id: said(message) for message in messages(code.partition("_")[0])}
    assert keys(code) <= keys()
    same = [message.id for message in messages(code) if said(message) == general.get(message.id)]
    assert same == []


def test_the_makefile_lists_the_languages_that_have_every_message() -> None:
    assert (
        re.search(r"^WHOLE := (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1].split()
        == WHOLE
    )


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_message_is_untranslated_or_fuzzy(code: str) -> None:
    unsure = [one.id for one in messages(code) if one.fuzzy or not all(said(one))]
    assert unsure == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_have_the_same_placeholders_and_tags_as_the_english_texts(code: str) -> None:
    assert [pair for pair in pairs(code) if places(pair[0]) != places(pair[1])] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_end_with_the_same_punctuation_as_the_english_texts(code: str) -> None:
    assert [pair for pair in pairs(code) if END.search(pair[0])[0] != END.search(pair[1])[0]] == []
    assert [text for _, text in pairs(code) if text != text.strip()] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_translation_adds_tags_or_straight_quotation_marks(code: str) -> None:
    without_tags = [re.sub(r"<[^>]+>", "", text) for _, text in pairs(code)]
    assert [text for text in without_tags if re.search(r'[<>"]', text)] == []


def test_a_percent_sign_is_doubled_only_in_messages_with_placeholders() -> None:
    assert [text for text, _ in pairs("es") if "%%" in text and not PLACE.search(text)] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_each_catalog_declares_the_plural_forms_of_its_language(code: str) -> None:
    assert catalog(code).num_plurals == 2
    forms = {"ca": "(n != 1)", "es": "(n != 1)", "fr": "(n > 1)", "pt": "(n > 1)"}
    assert catalog(code).plural_expr == forms[code.partition("_")[0]]


@pytest.mark.parametrize("code", TRANSLATED)
def test_compiled_catalogs_are_up_to_date(code: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, catalog(code))
    assert file(code, "mo").read_bytes() == compiled.getvalue()


def test_there_is_no_catalog_of_an_unknown_language() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == {*TRANSLATED}
