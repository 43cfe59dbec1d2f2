"""Show the settings of this phone. One tap changes a setting.

Other pages call functions of this module: for the link to the page of settings, and for the colour
of the browser's bar.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, g, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response

from companion.web import phone, slots
from companion.web.forms import answer
from companion.web.language import LANGUAGES, N_, code, gettext

# What each setting is called, what it is good for, and its choices in the order of phone.CHOICES.
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
        N_(
            "This phone reads out each score and the reason for it. "
            "“Everything” also says who leads, who deals and whose answer is due."
        ),
        (N_("Off"), N_("Scores"), N_("Everything")),
    ),
    "sound": (N_("Click"), N_("A quiet click at every tap on this phone."), (N_("Off"), N_("On"))),
    "knock": (
        N_("Knock on the table"),
        N_("Flat in the middle and on a television: one knock for truc, two for retruc."),
        (N_("On"), N_("Off")),
    ),
    "learn": (
        N_("Explain the game"),
        N_(
            "A sentence under what is on: what it means, and what each answer leads to. "
            "After five times it is shorter, after ten behind “?”. A choice here begins again."
        ),
        (N_("Off"), N_("On"), N_("Only “?”")),
    ),
    "keys": (
        N_("Keys of a keyboard or a remote"),
        N_("For a phone on the table or a computer. “?” shows which key does what."),
        (N_("Off"), N_("On")),
    ),
}
LOOKS = ("theme", "contrast", "text")  # the settings that show on every page

bp = Blueprint("this_phone", __name__)


@dataclass(frozen=True, slots=True)
class SettingButton:
    """A choice of a setting: the value that its button sends, its label, and whether it is set now.

    `lang` is the language of the label, "" for the language of the page.
    """

    value: str
    label: str
    current: bool
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of the phone, with its choices."""

    name: str
    label: str
    note: str
    choices: tuple[SettingButton, ...]


@dataclass(frozen=True, slots=True)
class PhonePage:
    """The page of all settings.

    * `back`: the address of the page that was shown before this page.
    * `here`: the address of this page.
    """

    settings: tuple[Setting, ...]
    back: str
    here: str


@bp.get("/phone")
def show_settings() -> Response:
    """Show the settings of this phone.

    The buttons post to /phone, which redirects here. The answer to htmx has only the line of the
    changed setting, and an event (`look`). The event has the settings that decide how the whole
    page looks.
    """
    back = phone.page_to_return_to(request.args.get("back", ""))
    settings = (_language(), *map(_setting, _offered()))
    page = PhonePage(settings, back, url_for("this_phone.show_settings", back=back))
    changed = _setting_asked_for(settings)
    if changed is None:
        return answer(render_template("phone/phone.html", page=page))
    look = {name: phone.setting(name) for name in LOOKS}
    line = render_template("phone/_setting.html", page=page, setting=changed)
    return answer(line, trigger={"look": look})


def _offered() -> Iterator[str]:
    """Yield the names of the settings. "learn" is left out if no extension explains games."""
    for name in SETTINGS:
        if name != "learn" or slots.explainer() is not None:
            yield name


def _setting_asked_for(settings: tuple[Setting, ...]) -> Setting | None:
    """Return the setting whose line htmx asks for, or None if the request is for the whole page."""
    if not request.htmx:
        return None
    return next((setting for setting in settings if setting.name == request.htmx.target), None)


@bp.post("/phone")
def change_settings() -> Response:
    """Change the settings that were sent, keep all others, and redirect to the page before.

    All other fields of the form hold what was typed on the page before. The redirect returns them
    in the query of that page's address.
    """
    back = phone.page_to_return_to(request.values.get("back", ""))
    own_fields = (*phone.CHOICES, "back")
    fields = request.form.items(multi=True)
    typed = [(name, value) for name, value in fields if name not in own_fields]
    if typed:
        back = f"{back.partition('?')[0]}?{urlencode(typed)}"
    answer = phone.set_settings_cookie(redirect(back, 303), request.form)
    if "learn" in request.form:
        phone.set_taught_cookie(answer, "")
    return answer


def link() -> str:
    """Return the address of the page of settings. That page links back to the page shown now."""
    return url_for("this_phone.show_settings", back=here())


def here() -> str:
    """Return the address of the page that is shown now.

    The page that answers a POST cannot be opened again at its own address. In this case, return the
    address of the table, or of the page with the form if there is no table.
    """
    if request.method == "GET":
        return f"{request.script_root}{request.full_path}".removesuffix("?")
    before = (request.referrer or "").partition(request.host_url)[2]
    return g.get("address") or phone.page_to_return_to(f"/{before}")


def bar_colour() -> str:
    """Return the colour of the browser's own bar under this phone's theme."""
    return phone.BARS[phone.setting("theme")]


def _language() -> Setting:
    choices: list[SettingButton] = []
    for tag, name in LANGUAGES.items():
        choices.append(SettingButton(tag, name, tag == code(), tag.replace("_", "-")))
    return Setting("lang", gettext("Language"), "", tuple(choices))


def _setting(name: str) -> Setting:
    label, note, labels = SETTINGS[name]
    now = phone.setting(name)
    pairs = zip(phone.CHOICES[name], labels, strict=True)
    choices = tuple(SettingButton(value, gettext(text), value == now) for value, text in pairs)
    shown_note = gettext(note) if note else ""
    return Setting(name, gettext(label), shown_note, choices)
