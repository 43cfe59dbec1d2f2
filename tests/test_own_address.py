"""COMPANION_ADDRESS must be an address that phones can open, and links begin with it."""

from __future__ import annotations

import pytest

from companion import archive, cli, reaching
from companion.own_address import own_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", ""),
        ("https://truc.example", "https://truc.example"),
        ("https://Truc.Example/", "https://truc.example"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("http://truc.local:8000", "http://truc.local:8000"),
        ("http://laptop", "http://laptop"),
        ("http://[2001:db8::7]:8000", "http://[2001:db8::7]:8000"),
    ],
)
def test_a_valid_address_for_phones_is_accepted(monkeypatch, text, address):
    monkeypatch.setenv("COMPANION_ADDRESS", text)
    assert own_address() == address


@pytest.mark.parametrize(
    "text",
    [
        "truc.example",
        "ftp://truc.example",
        "https://",
        "https://truc.example/truc",
        "https://truc.example?x",
        "https://truc.example/#",
        "https://anna@truc.example",
        "https://truc.example:",
        "https://truc.example:0",
        "https://truc.example:99999",
        "https://truc .example",
        "https://-truc.example",
        "https://truc..example",
        "https://truc.example\n",
        "https://" + "a" * 64 + ".example",
        "javascript:alert(1)",
        "https://[nonsense]",
        "https://\u0442ruc.example",
    ],
)
def test_an_invalid_address_for_phones_is_refused_with_a_sentence(
    monkeypatch, capsys, tmp_path, text
):
    monkeypatch.setenv("COMPANION_ADDRESS", text)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    with pytest.raises(
        ValueError,
        match=r"COMPANION_ADDRESS must be an address like https://truc\.example",
    ):
        own_address()
    with pytest.raises(ValueError, match="COMPANION_ADDRESS"):
        archive.make_application(None)


def test_links_for_other_phones_begin_with_the_configured_address(app, client, match):
    app.config["ADDRESS"] = "https://truc.example"
    page = client.post(
        f"/h/{match.host_token}", base_url="http://127.0.0.1:8000", follow_redirects=True
    ).text
    assert f"https://truc.example/j/{match.join_token}" in page
    page = client.get(f"/t/{match.code}/invite", base_url="http://127.0.0.1:8000").text
    assert "truc.example" in page
    assert "127.0.0.1" not in page


def test_the_terminal_shows_the_configured_address_and_its_qr_code(monkeypatch, capsys):
    monkeypatch.setenv("COMPANION_ADDRESS", "https://truc.example")
    assert reaching.url("0.0.0.0", 8000) == "https://truc.example"
    assert reaching.show_first("127.0.0.1", 8000, proxied=True) == "https://truc.example"
    said = capsys.readouterr().out
    assert "Truc Companion is open at https://truc.example/" in said
    assert "Scan this with a phone." in said


def test_links_that_commands_print_begin_with_the_configured_address(monkeypatch, app, capsys):
    monkeypatch.setenv("COMPANION_ADDRESS", "https://truc.example")
    monkeypatch.setenv("COMPANION_INSTANCE", app.instance_path)
    monkeypatch.setenv("COMPANION_DATABASE_URL", "")
    assert cli.main(["open", "--variant", "put"]) == 0
    assert '"https://truc.example/j/' in capsys.readouterr().out
    assert cli.main(["open", "--variant", "put", "--base-url", "http://bar:8000"]) == 0
    assert '"http://bar:8000/j/' in capsys.readouterr().out
