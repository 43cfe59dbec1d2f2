"""Say in words what each face does.

Partners who agree on their own signals choose among these faces. No cheat-sheet describes their
signals, so the faces need words.
"""

from __future__ import annotations

from companion.web.language import N_, gettext

WORDS = {
    "wink-right": N_("Right wink"),
    "wink-left": N_("Left wink"),
    "brows-up": N_("Eyebrows up"),
    "brow-up": N_("One eyebrow up"),
    "look-up": N_("Look up"),
    "eyes-closed": N_("Eyes closed"),
    "nose-wrinkled": N_("Wrinkled nose"),
    "lip-bitten": N_("Bite the lip"),
    "kiss": N_("Kiss"),
    "pout": N_("Pout"),
    "smack": N_("Smack the lips"),
    "tongue": N_("Tip of the tongue"),
    "tongue-right": N_("Tongue to the right"),
    "tongue-left": N_("Tongue to the left"),
    "mouth-open": N_("Mouth open"),
    "mouth-right": N_("Mouth to the right"),
    "mouth-left": N_("Mouth to the left"),
    "grimace-right": N_("Grimace to the right"),
    "grimace-left": N_("Grimace to the left"),
    "grin": N_("Grin"),
    "teeth": N_("Show the teeth"),
    "cheeks": N_("Puff the cheeks"),
    "blow": N_("Blow"),
    "cheek-tongue": N_("Tongue in the cheek"),
    "jaw": N_("Move the jaw"),
    "shoulder-right": N_("Right shoulder up"),
    "shoulder-left": N_("Left shoulder up"),
    "shrug": N_("Shrug"),
    "shoulders": N_("Both shoulders up"),
    "shoulder-down": N_("One shoulder down"),
    "nod": N_("Nod"),
    "head-side": N_("Head to one side"),
    "ear": N_("Touch an ear"),
    "beard": N_("Stroke the chin"),
    "finger-nose": N_("Little finger to the nose"),
    "jaw-j": N_("Draw a J along the jaw"),
}


def in_words(face: str) -> str:
    """Return what a face does, as words in the language of the page."""
    return gettext(WORDS[face])
