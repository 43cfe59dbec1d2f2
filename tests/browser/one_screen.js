// Check the visible keys of a table's page. Return an object with three values:
//
// * `wrong`: a sentence for each fault: a key is too small, covered or beyond the screen, or the
//   page is wider than the screen.
// * `places`: the boxes of the elements that must keep their places, by name.
// * `boxes`: the box of every key, with its tap and with the part of the page in which it is.
//
// `opened`: the id of a menu. The menu is opened first, and then only its keys are checked.
(opened) => {
  const TAP = 47.5, INSET = 5, wrong = [], places = {};
  const { clientWidth: width } = document.documentElement, height = innerHeight; // not innerWidth, which is as wide as the page on a phone
  for (const one of document.querySelectorAll(".screen details")) one.open = one.id === opened;
  scrollTo(0, 0);
  const over = opened && document.getElementById(opened);
  const short = (node) => node.dataset.tap || node.textContent.trim().replace(/\s+/g, " ").slice(0, 30);
  const drawn = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled;
  const scrolls = (node) => node.closest(".drawer, .rare[open]");
  const keys = [...(over ?? document).querySelectorAll(".screen :is([data-tap], summary, input, a, [data-step])")].filter(drawn);

  for (const node of keys.filter((node) => !scrolls(node))) {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const size = `${Math.round(right - left)} × ${Math.round(bottom - top)}`;
    if (right - left < TAP || bottom - top < TAP) wrong.push(`${short(node)} is ${size}`);
    if (left < 0 || top < 0 || right > width + 0.5 || bottom > height + 0.5) wrong.push(`${short(node)} ends at ${Math.round(right)}, ${Math.round(bottom)}`);
    const points = [[(left + right) / 2, (top + bottom) / 2], ...[left + INSET, right - INSET].flatMap((x) => [[x, top + INSET], [x, bottom - INSET]])];
    for (const [x, y] of points) {
      const hit = document.elementFromPoint(x, y);
      if (!hit || !node.contains(hit)) {
        wrong.push(`${short(node)} is covered by ${hit?.className || hit?.tagName} at ${Math.round(x)}, ${Math.round(y)}`);
        break;
      }
    }
  }
  if (!over) {
    if (document.documentElement.scrollWidth > width) wrong.push(`${document.documentElement.scrollWidth} wide`);
    const at = (name, node) => {
      const { left, top, right, bottom } = node?.getBoundingClientRect() ?? {};
      if (node && node.checkVisibility()) places[name] = [left, top, right, bottom];
    };
    at("yes", document.querySelector(".dock > .yes > .tap"));
    at("no", document.querySelector(".dock > .no > .tap"));
    at("undo", document.querySelector(".back > .tap"));
    for (const key of document.querySelectorAll(".calls:not(.bets, .second) > .bold[data-tap]")) at(key.dataset.tap.split("@")[0] + key.parentElement.className, key);
    at("tied", document.querySelector('[data-tap="tied"]'));
    for (const seat of document.querySelectorAll(".place")) at(seat.className.split(" side")[0], seat.querySelector(".seat"));
    for (const [number, half] of document.querySelectorAll(".half").entries()) at(`score ${number}`, half);
  }

  // Find the box of every key of the panel. If a part of the key is scrolled out of its frame, the
  // box is only the visible part.
  const boxes = [...document.querySelectorAll("#panel [data-tap]")].filter((key) => key.checkVisibility()).map((key) => {
    const { left, right, top, bottom } = key.getBoundingClientRect(), frame = key.closest(".talk")?.getBoundingClientRect();
    return { tap: key.dataset.tap, zone: key.closest(".dock, .ring, .end")?.className ?? "page", left, right,
      top: Math.max(top, frame?.top ?? top), bottom: Math.min(bottom, frame?.bottom ?? bottom) };
  });
  return { wrong, places, boxes: boxes.filter(({ top, bottom }) => bottom > top) };
}
