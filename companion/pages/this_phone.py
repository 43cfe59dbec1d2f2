"""The page of this phone: everything it can be set to, each choice one tap, and what a page needs to know of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, g, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response

from companion.web import phone
from companion.web.forms import answer
from companion.web.language import LANGUAGES, N_, code, gettext

# What each setting is called, what it is good for, and the names of its choices in the order of phone.CHOICES.
SETTINGS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "theme": (N_("Colours"), "", (N_("Same as the device"), N_("Light"), N_("Dark"), N_("Black"))),
    "contrast": (N_("Contrast"), "", (N_("Same as the device"), N_("High"))),
    "text": (N_("Text size"), "", (N_("Normal"), N_("Large"), N_("Very large"))),
    "hand": (N_("Which hand"), N_("The thumb you tap with."), (N_("Right"), N_("Left"))),
    "count": (
        N_("Show the score as"),
        N_("The number is always shown too."),
        (
            N_("As usual for the game"),
            N_("Numbers only"),
            N_("Matchsticks"),
            N_("Stones"),
            N_("Chips"),
            N_("The cube"),
        ),
    ),
    "shout": (
        N_("Opponents’ calls"),
        N_("“Truc!” fills this screen for a moment when the other side calls."),
        (N_("Fill the screen"), N_("Off")),
    ),
    "buzz": (N_("Vibrate on their calls"), N_("If the phone supports it."), (N_("On"), N_("Off"))),
    "voice": (
        N_("Voice"),
        N_("This phone reads out each score and the reason for it."),
        (N_("Off"), N_("On")),
    ),
    "sound": (N_("Click"), N_("A quiet click at every tap on this phone."), (N_("Off"), N_("On"))),
}
LOOKS = ("theme", "contrast", "text")  # the settings that show on every page

bp = Blueprint("this_phone", __name__)


@dataclass(frozen=True, slots=True)
class SettingButton:
    """One button: the value it sends, what it says, and whether this phone is set so now."""

    value: str
    label: str
    current: bool
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be set."""

    name: str
    label: str
    note: str
    choices: tuple[SettingButton, ...]


@dataclass(frozen=True, slots=True)
class PhonePage:
    """Every setting, the way back to where one came from, and this page's own address."""

    settings: tuple[Setting, ...]
    back: str
    here: str


@bp.get("/phone")
def show() -> Response:
    """What this phone is set to; every choice posts to /phone and comes back here, for htmx to its own line alone.

    How the whole page looks is told to the page on the way (`look`).
    """
    back = phone.ours(request.args.get("back", ""))
    page = PhonePage(
        (_language(), *map(_setting, SETTINGS)), back, url_for("this_phone.show", back=back)
    )
    changed = next(
        (
            setting
            for setting in page.settings
            if request.htmx and setting.name == request.htmx.target
        ),
        None,
    )
    if changed is None:
        return answer(render_template("phone/phone.html", page=page))
    look = {name: phone.setting(name) for name in LOOKS}
    return answer(
        render_template("phone/_setting.html", page=page, setting=changed), trigger={"look": look}
    )


@bp.post("/phone")
def change() -> Response:
    """Change the settings that were sent, leave the others, and go back to the page one came from.

    Whatever else was sent was typed there and goes back with it, as the query of that page's address.
    """
    back = phone.ours(request.values.get("back", ""))
    typed = [
        (name, value)
        for name, value in request.form.items(multi=True)
        if name not in (*phone.CHOICES, "back")
    ]
    if typed:
        back = f"{back.partition('?')[0]}?{urlencode(typed)}"
    return phone.keep(redirect(back, 303), request.form)


def link() -> str:
    """The way to this page from the one that is being made, and back."""
    return url_for("this_phone.show", back=here())


def here() -> str:
    """The address of the page that is being made; where it answers a form, that of the table or of the form's page."""
    if request.method == "GET":
        return f"{request.script_root}{request.full_path}".removesuffix("?")
    before = (request.referrer or "").partition(request.host_url)[2]
    return g.get("address") or phone.ours(f"/{before}")


def bar_colour() -> str:
    """The colour of the strip at the top under this phone's theme."""
    return phone.BARS[phone.setting("theme")]


def _language() -> Setting:
    choices = tuple(
        SettingButton(tag, name, tag == code(), tag.replace("_", "-"))
        for tag, name in LANGUAGES.items()
    )
    return Setting("lang", gettext("Language"), "", choices)


def _setting(name: str) -> Setting:
    label, note, labels = SETTINGS[name]
    now, pairs = phone.setting(name), zip(phone.CHOICES[name], labels, strict=True)
    choices = tuple(SettingButton(value, gettext(text), value == now) for value, text in pairs)
    return Setting(name, gettext(label), gettext(note) if note else "", choices)
