"""Parse HTML pages, and check that each closing tag closes an element."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """A parsed page.

    * `elements`: the name and the attributes of each element.
    * `text`: the texts between the tags.
    * `open`: the names of the elements without a closing tag, except those in EMPTY.
    """

    EMPTY = frozenset("br circle ellipse hr img input link meta path rect use".split())

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert tag in self.EMPTY or self.open.pop() == tag, f"</{tag}> closes no element"

    def handle_data(self, data):
        self.text.append(data)
