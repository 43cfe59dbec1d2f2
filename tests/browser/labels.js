// Return a sentence for each label that does not fit its key, and for each action bar that is wider
// than the screen. Check the page first as it is loaded, then with all menus open.
() => {
  const SLACK = 1, FREE = 0.1, wrong = [];  // FREE: em above and below letters in a line
  const drawn = (node) => node.checkVisibility({ visibilityProperty: true });
  function look(keys) {
    for (const key of keys) {
      const game = key.closest(".dock").dataset.of, box = key.getBoundingClientRect();
      const told = `${game}: ${key.textContent.trim().replace(/\s+/g, " ")}`;
      if (key.scrollWidth > key.clientWidth + SLACK) wrong.push(`${told} is ${key.scrollWidth} wide in ${key.clientWidth}`);
      for (const text of [...key.querySelectorAll("span:not(.said-only), b, small")].filter(drawn)) {
        const { left, right, top, bottom } = text.getBoundingClientRect(), free = FREE * parseFloat(getComputedStyle(text).fontSize);
        if (left < box.left - SLACK || right > box.right + SLACK || top + free < box.top - SLACK || bottom - free > box.bottom + SLACK) wrong.push(`${told}: “${text.textContent.trim()}” is over its key`);
        if (!text.matches(".whose") && text.scrollWidth > text.clientWidth + SLACK && getComputedStyle(text).overflow === "hidden") wrong.push(`${told}: “${text.textContent.trim()}” is cut`);
      }
    }
    for (const dock of document.querySelectorAll(".dock")) {
      const { width } = dock.getBoundingClientRect();
      if (dock.scrollWidth > width + SLACK) wrong.push(`${dock.dataset.of}: ${dock.textContent.trim().replace(/\s+/g, " ").slice(0, 80)} is ${dock.scrollWidth} wide on a screen of ${Math.round(width)}`);
    }
  }
  look([...document.querySelectorAll(".dock .tap")].filter(drawn));
  for (const fold of document.querySelectorAll(".dock details")) fold.open = true;
  look([...document.querySelectorAll(".dock :is(.steps, .leaf) .tap, .dock [open] > summary")].filter(drawn));
  return wrong;
}
