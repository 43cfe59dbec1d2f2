"""The server finds the address at which phones reach it, and prints it."""

from __future__ import annotations

import socket

import pytest
from ifaddr import IP, Adapter

from companion import reaching


def adapter(name: str, *addresses: str) -> Adapter:
    ips = []
    for address in addresses:
        if "." in address:
            ips.append(IP(address, 24, name))
        else:
            ips.append(IP((address, 0, 1), 64, name))
    return Adapter(name, name, ips)


LOOPBACK = adapter("lo", "127.0.0.1", "::1")
HOTSPOT = adapter("wlan0", "192.168.43.1", "fe80::1")
MOBILE = adapter("rmnet_data0", "10.61.7.9")
TUNNEL = adapter("wg0", "10.8.0.2")
TUNNEL_OF_MACOS = adapter("utun3", "10.61.7.9")
CABLE = adapter("eth0", "192.168.1.20", "fd00::20", "fe80::2")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch):
    def having(*adapters: Adapter, outwards: str = "") -> None:
        monkeypatch.setattr(reaching, "get_adapters", lambda: [LOOPBACK, *adapters])
        monkeypatch.setattr(reaching, "_outwards", lambda _version: outwards)

    return having


def test_phones_get_the_address_of_the_network_that_leads_to_the_internet(machine):
    machine(adapter("eth1", "192.168.7.1"), CABLE, outwards="192.168.1.20")
    assert reaching.url("0.0.0.0", 8000) == "http://192.168.1.20:8000"


def test_a_server_on_a_phone_with_a_hotspot_gives_phones_the_address_in_the_hotspot(machine):
    machine(MOBILE, HOTSPOT, outwards="10.61.7.9")
    assert reaching.url("0.0.0.0", 8000) == "http://192.168.43.1:8000"


def test_phones_get_the_address_of_a_hotspot_without_internet(machine):
    machine(HOTSPOT)
    assert reaching.url("0.0.0.0", 80) == "http://192.168.43.1"


@pytest.mark.parametrize("others", [(), (MOBILE,), (TUNNEL,), (TUNNEL_OF_MACOS,)])
def test_phones_get_no_address_if_the_server_is_in_no_network_that_phones_can_join(machine, others):
    machine(*others, outwards="10.61.7.9" if others else "")
    assert reaching.url("0.0.0.0", 8000) == ""


def test_an_ipv6_address_is_given_to_phones_only_if_the_server_listens_on_it(machine):
    machine(adapter("eth0", "fe80::2", "fd00::20"))
    assert reaching.url("::", 8000) == "http://[fd00::20]:8000"
    assert reaching.url("0.0.0.0", 8000) == ""


def test_phones_get_the_address_of_outgoing_connections_if_no_network_can_be_listed(
    machine, monkeypatch
):
    def forbidden() -> None:
        raise PermissionError

    machine(outwards="192.168.1.20")
    monkeypatch.setattr(reaching, "get_adapters", forbidden)
    assert reaching.url("0.0.0.0", 8000) == "http://192.168.1.20:8000"


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", ""),
        ("localhost", ""),
        ("::1", ""),
        ("192.0.2.7", "http://192.0.2.7:8000"),
        ("no.such.invalid", ""),
    ],
)
def test_phones_get_a_chosen_address_only_if_other_machines_can_reach_it(host, url):
    assert reaching.url(host, 8000) == url


def test_a_server_prints_the_address_at_which_phones_reach_it(machine, capsys):
    machine(CABLE, outwards="192.168.1.20")
    assert reaching.show_first("0.0.0.0", 8000, proxied=False) == "http://192.168.1.20:8000"
    assert "Scan this" in capsys.readouterr().out
    assert reaching.show_first("0.0.0.0", 8000, proxied=True) == ""
    assert (
        "open at http://127.0.0.1:8000/, for the proxy in front of it." in capsys.readouterr().out
    )
    assert (
        reaching.show_first("0.0.0.0", 8000, proxied=False, path="/truc")
        == "http://192.168.1.20:8000"
    )
    assert "open at http://192.168.1.20:8000/truc/\n" in capsys.readouterr().out
    assert reaching.show_first("0.0.0.0", 8000, proxied=True, path="/truc") == ""
    assert (
        "open at http://127.0.0.1:8000/truc/, for the proxy in front of it."
        in capsys.readouterr().out
    )
    machine()
    assert reaching.show_first("0.0.0.0", 8000, proxied=False) == ""
    assert "No network yet" in capsys.readouterr().out


def test_the_address_found_for_this_machine_is_a_valid_ipv4_address_or_empty():
    found = reaching.of_network(4)
    assert found == "" or socket.inet_aton(found)
