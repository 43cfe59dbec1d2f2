"""The keys of the two answers, each with what it leads to."""

from __future__ import annotations

from typing import NamedTuple

from companion.board.keys import Key, Keys
from companion.board.outcomes import Fact
from companion.board.question import QuestionView


class AnswerKey(NamedTuple):
    """The key of an answer.

    Below its label are the `facts` it leads to, or else a `note`. `worth` is beside the label, and
    empty if the facts say the same. `words` are sentences instead of the facts, on the keys of a
    decision about the whole hand.
    """

    key: Key
    facts: tuple[Fact, ...] = ()
    worth: str = ""
    note: str = ""
    words: tuple[str, ...] = ()


class Answers(NamedTuple):
    """The keys of yes and no, None if this phone has no such key."""

    yes: AnswerKey | None = None
    no: AnswerKey | None = None


def answers(keys: Keys, question: QuestionView | None, account: int | None) -> Answers:
    """Return the answers among these keys, with what the question says of them.

    `account` is that of the player who reads them. For a phone of all players it is None, and the
    signs of the sides say who gains.
    """
    yes_facts: tuple[Fact, ...] = ()
    no_facts: tuple[Fact, ...] = ()
    if question is not None and question.answers:
        yes, no = question.answers
        yes_facts = yes.facts
        no_facts = no.facts
    yes_key = _answer_key(keys.yes, yes_facts)
    no_key = _answer_key(keys.no, no_facts)
    if question is not None and question.felt is not None and account is not None:
        yes_key = _in_words(yes_key, yes_facts, account, if_played=len(yes_facts) > 1)
        no_key = _in_words(no_key, no_facts, account, if_played=len(no_facts) > 1)
    return Answers(yes_key, no_key)


def _in_words(
    answer: AnswerKey | None, facts: tuple[Fact, ...], account: int, *, if_played: bool
) -> AnswerKey | None:
    """Return the key with its consequences in words."""
    if answer is None:
        return None
    words = tuple(fact.told_to(account, if_played=if_played) for fact in facts)
    return answer._replace(words=words)


def _answer_key(key: Key | None, facts: tuple[Fact, ...]) -> AnswerKey | None:
    if key is None:
        return None
    if not facts and key.worth:
        return AnswerKey(key, worth=key.worth)
    if not facts:
        return AnswerKey(key, note=key.note)
    # A gain is said in figures below, and a worth in words is said there in a sentence.
    if facts[0].gain or key.worth_is_word:
        return AnswerKey(key, facts)
    return AnswerKey(key, facts, worth=key.worth)
