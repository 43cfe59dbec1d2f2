"""An icon is drawn by its name, and says nothing to screen readers."""

from __future__ import annotations

from companion.web import icons


def test_an_icon_is_an_empty_element_with_a_class_of_its_own():
    assert icons.icon("lock") == '<i class="icon icon-lock"></i>'


def test_the_name_of_an_icon_is_escaped():
    assert icons.icon('"><b>') == '<i class="icon icon-&#34;&gt;&lt;b&gt;"></i>'
