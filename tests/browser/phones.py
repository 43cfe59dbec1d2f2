"""Phones with the same methods in each browser engine: open a page, press a button and so on."""

from __future__ import annotations

from typing import Any, Protocol

from playwright.sync_api import Page
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.expected_conditions import (
    element_to_be_clickable,
    visibility_of_element_located,
)
from selenium.webdriver.support.wait import WebDriverWait

from tests.server import wait_until

PATIENCE = 30  # seconds

# Return the button that records a tap. Open the menus that contain it, and close all others.
UNFOLD = """tap => {
  const all = [...document.querySelectorAll(`[data-tap="${CSS.escape(tap)}"]`)];
  const key = all.find((one) => one.checkVisibility()) ?? all[0];
  const opened = document.querySelectorAll("[data-over][open]");
  for (const over of opened) over.open = over.contains(key);
  let around = key;
  while ((around = around?.parentElement?.closest("details"))) around.open = true;
  return all.find((one) => one.checkVisibility());
}"""
# Press the button of a tap if it can be scrolled to where nothing covers it. Return whether it was
# pressed.
PRESS = f"""tap => {{
  const key = ({UNFOLD})(tap);
  if (!key || key.disabled) return false;
  for (const block of ["nearest", "center", "end", "start"]) {{
    key.scrollIntoView({{ block }});
    const {{ x, y, width, height }} = key.getBoundingClientRect();
    if (!key.contains(document.elementFromPoint(x + width / 2, y + height / 2))) continue;
    key.click();
    return true;
  }}
  return false;
}}"""


class Phone(Protocol):
    """A phone, with the methods that tests call in every browser engine."""

    def open(self, url: str) -> None:
        """Open this address."""

    def go_back(self) -> None:
        """Return to the previous page."""

    def press(self, css: str) -> None:
        """Tap the first visible element that matches this selector."""

    def tap(self, tap: str) -> None:
        """Press the button that records this tap.

        A single script finds and presses the button, so that no new panel replaces it in between.
        """

    def see(self, css: str) -> None:
        """Wait until an element that matches this selector is visible."""

    def ask(self, expression: str) -> Any:
        """Return the value of a JavaScript expression on the page."""


class Chromium:
    """A phone with Chromium, driven by Playwright."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def go_back(self) -> None:
        self.page.go_back()

    def press(self, css: str) -> None:
        self.page.locator(css).first.click()

    def tap(self, tap: str) -> None:
        wait_until(lambda: self.page.evaluate(PRESS, tap), f"{tap} cannot be pressed", PATIENCE)

    def see(self, css: str) -> None:
        self.page.locator(css).first.wait_for(timeout=PATIENCE * 1000)

    def ask(self, expression: str) -> Any:
        return self.page.evaluate(expression)


class WebKit:
    """A phone with WebKitGTK, driven by WebDriver."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver

    def open(self, url: str) -> None:
        self.driver.get(url)

    def go_back(self) -> None:
        self.driver.back()

    def press(self, css: str) -> None:
        self._wait().until(lambda driver: self._try_to_press(driver, css), css)

    def tap(self, tap: str) -> None:
        def pressed(driver: WebDriver) -> bool:
            return bool(driver.execute_script(f"return ({PRESS})(arguments[0])", tap))

        self._wait().until(pressed, tap)

    def see(self, css: str) -> None:
        self._wait().until(visibility_of_element_located((By.CSS_SELECTOR, css)), css)

    def ask(self, expression: str) -> Any:
        return self.driver.execute_script(f"return {expression}")

    def _try_to_press(self, driver: WebDriver, css: str) -> bool:
        found = element_to_be_clickable((By.CSS_SELECTOR, css))(driver)
        if found:
            found.click()
        return bool(found)

    def _wait(self) -> WebDriverWait[WebDriver]:
        """Return a WebDriver wait that tries again if a new panel replaces or covers an element."""
        again = (
            NoSuchElementException,
            StaleElementReferenceException,
            ElementClickInterceptedException,
        )
        return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05, ignored_exceptions=again)


class Counted:
    """A phone that counts its touches (`touches`) and the digits typed on it (`typed`)."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.touches = 0
        self.typed = 0

    def follow(self, url: str) -> None:
        """Open a link, and count one touch, like a touch on a link in a chat."""
        self.touches += 1
        self.phone.open(url)

    def press(self, css: str) -> None:
        self.touches += 1
        self.phone.press(css)

    def type(self, css: str, digits: str) -> None:
        self.touches += 1
        self.typed += len(digits)
        self.phone.press(css)
        self.phone.ask(f"(document.querySelector({css!r}).value = {digits!r})")
