"""A phone as the hand that holds it knows it, over whichever engine: open, press, see."""

from __future__ import annotations

from typing import Any, Protocol

from playwright.sync_api import Page, expect
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

PATIENCE = 10  # seconds


class Phone(Protocol):
    """What a journey needs of a browser."""

    def open(self, url: str) -> None:
        """Follow a link."""

    def press(self, css: str) -> None:
        """Tap the first visible thing of this kind."""

    def see(self, css: str) -> None:
        """Wait until something of this kind is on the page and visible."""

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression on the page."""


class Chromium:
    """A page of Playwright's."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def press(self, css: str) -> None:
        self.page.locator(css).first.click()

    def see(self, css: str) -> None:
        expect(self.page.locator(css).first).to_be_visible(timeout=PATIENCE * 1000)

    def ask(self, expression: str) -> Any:
        return self.page.evaluate(expression)


class WebKit:
    """A window of WebKitGTK, driven by WebDriver."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver

    def open(self, url: str) -> None:
        self.driver.get(url)

    def press(self, css: str) -> None:
        self._wait().until(lambda driver: self._pressed(driver, css), css)

    def see(self, css: str) -> None:
        self._wait().until(visibility_of_element_located((By.CSS_SELECTOR, css)), css)

    def ask(self, expression: str) -> Any:
        return self.driver.execute_script(f"return {expression}")

    def _pressed(self, driver: WebDriver, css: str) -> bool:
        """Once more where news have replaced the thing between finding and pressing it, or a shout covers it."""
        found = element_to_be_clickable((By.CSS_SELECTOR, css))(driver)
        if found:
            found.click()
        return bool(found)

    def _wait(self) -> WebDriverWait[WebDriver]:
        again = (
            NoSuchElementException,
            StaleElementReferenceException,
            ElementClickInterceptedException,
        )
        return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05, ignored_exceptions=again)


class Counted:
    """A phone whose touches are counted; a number that is typed is counted by its digits."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.touches, self.typed = phone, 0, 0

    def follow(self, url: str) -> None:
        """A link is touched, in a chat or on what the camera sees."""
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
