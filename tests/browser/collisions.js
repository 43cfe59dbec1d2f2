// Return a sentence for each of these faults of the page:
//
// * A line of text is cut or covered, or it is on another line.
// * A line of text goes beyond its box, a round corner of its box, or the screen.
// * A seat covers the key in the middle of the table.
// * Two keys of a row have the same words.
// * Two scores of a score board have digits of different sizes.
// * The page is wider than the screen.
//
// A line of text is measured by the height of its letters as they are drawn, not by its line box.
// Two kinds of lines are not checked: a line that is scrolled out of sight, and a line that lies
// wholly behind one large element.
//
// `ignore`: a CSS selector of the elements whose text is not checked.
// `again`: whether the caller calls this function again on the same page at once. If so, the style
// sheet `reach` stays in the page.
(ignore = "", again = false) => {
  const SLACK = 1, ROUND = 3, SHARED = 1.5, LARGE = 0.1, COVERED = 2, wrong = new Set();
  const { documentElement: root } = document, { clientWidth: width } = root, height = innerHeight;
  const scrolls = document.scrollingElement.scrollHeight > height + 1;
  const ignored = `script, style, noscript, [hidden], .said-only, .skip${ignore && `, ${ignore}`}`;

  function once(work) {
    const done = new Map();
    return (node) => {
      if (!done.has(node)) done.set(node, work(node));
      return done.get(node);
    };
  }
  const style = once((node) => getComputedStyle(node)), edges = once((node) => node.getBoundingClientRect());
  const boxes = once((node) => {
    if (!node || node === root) return [];
    const further = boxes(node.parentElement);
    return /inline$|contents/.test(style(node).display) ? further : [node, ...further];
  });
  // Return the lowest opacity of this element and the elements around it. The root element is left
  // out, because tests make it transparent to save the time of painting.
  const opacity = once((node) => node === root ? 1 : Math.min(Number(style(node).opacity), opacity(node.parentElement)));
  function opaque(colour) { return Number(/[,/] *([\d.]+)\)$/.exec(colour.startsWith("rgb(") && !colour.includes("/") ? "" : colour)?.[1] ?? 1) > 0.3; }
  const painted = once((node) => {
    const { backgroundColor, backgroundImage, opacity } = style(node);
    return Number(opacity) > 0.4 && (opaque(backgroundColor) || backgroundImage !== "none" || /^(img|svg|canvas)$/i.test(node.tagName));
  });
  function framed(node) { return painted(node) || parseFloat(style(node).borderTopWidth) * parseFloat(style(node).borderLeftWidth) > 0; }
  function hides({ overflowX, overflowY }) { return [/hidden|clip/.test(overflowX), /hidden|clip/.test(overflowY)]; }
  function short(text) { return text.trim().replace(/\s+/g, " ").slice(0, 40); }

  // Return whether this element is upside down. Quarter turns are not counted, because pages make
  // them by `writing-mode`.
  function turned(node) {
    let angle = 0;
    for (let box = node; box; box = box.parentElement) {
      angle += parseFloat(style(box).rotate) || 0;
      const [, a] = /^matrix\(([-\d.]+)/.exec(style(box).transform) ?? [];
      if (a < 0) angle += 180;
    }
    return Math.abs(angle % 360) === 180;
  }

  // Return the empty pixels of a line above and below its letters.
  const pen = document.createElement("canvas").getContext("2d");
  function free(text, { fontStyle, fontWeight, fontSize, fontFamily, textTransform }) {
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = pen.measureText(textTransform === "uppercase" ? text.toUpperCase() : text);
    return [ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent, ink.fontBoundingBoxDescent - ink.actualBoundingBoxDescent];
  }

  // Return the lines of a text node, each with its letters and the box around them.
  const range = document.createRange();
  function rows(text, upright) {
    const found = new Map();
    for (let at = 0; at < text.length; at += 1) {
      if (/\s/.test(text.data[at])) continue;
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const letter = [...range.getClientRects()].find(({ width, height }) => width > 0.2 && height > 0.2);
      if (!letter) continue;
      const place = Math.round(upright ? letter.top : letter.left);
      const row = found.get(place) ?? { text: "", left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
      row.text += text.data[at];
      for (const side of ["left", "top"]) row[side] = Math.min(row[side], letter[side]);
      for (const side of ["right", "bottom"]) row[side] = Math.max(row[side], letter[side]);
      found.set(place, row);
    }
    return [...found.values()];
  }
  function lines(text) {
    const node = text.parentElement, upright = style(node).writingMode === "horizontal-tb", around = turned(node);
    return rows(text, upright).map((row) => {
      const [over, under] = free(row.text, style(node));
      const [first, last] = around ? [under, over] : [over, under];
      if (upright) Object.assign(row, { top: row.top + first, bottom: row.bottom - last });
      else Object.assign(row, { left: row.left + last, right: row.right - first });
      return { ...row, node, from: text, name: `“${short(text.data)}” (${(node.closest("[class]")?.className.baseVal ?? node.closest("[class]")?.className ?? node.tagName)})` };
    }).filter((row) => row.right - row.left >= 1 && row.bottom - row.top >= 1);
  }
  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), all = [];
    while (walker.nextNode()) {
      const { currentNode: text } = walker, node = text.parentElement;
      if (text.data.trim() && !node.closest(ignored) && node.checkVisibility({ visibilityProperty: true }) && opacity(node) > 0 && !clipped(node)) all.push(text);
    }
    return all;
  }
  function clipped(node) { return boxes(node).slice(0, 5).some((box) => style(box).clipPath !== "none" || (style(box).position === "absolute" && edges(box).width < 3)); }

  function away(line) {
    if (scrolls && (line.top > height || line.bottom < 0)) return true;
    return boxes(line.node).some((box) => {
      const { left, top, right, bottom } = edges(box);
      return /auto|scroll/.test(style(box).overflowY) && (line.bottom < top || line.top > bottom || line.left > right || line.right < left);
    });
  }
  function cutter(line) {
    return boxes(line.node).find((box) => {
      const [across, down] = hides(style(box)), { left, top, right, bottom } = edges(box);
      return (across && (line.left < left - SLACK || line.right > right + SLACK || (style(box).textOverflow === "ellipsis" && box.scrollWidth > box.clientWidth + SLACK)))
        || (down && (line.top < top - SLACK || line.bottom > bottom + SLACK));
    });
  }
  // Return what covers the line at each of up to six points: a painted element, or null if nothing
  // covers the line there. Elements around the text or inside its element are not counted.
  function covers(line) {
    const at = [0.06, 0.25, 0.42, 0.58, 0.75, 0.94], upright = style(line.node).writingMode === "horizontal-tb";
    const points = at.map((part, number) => {
      const along = (from, to, part) => from + (to - from) * part, aside = [0.5, 0.25, 0.75][number % 3];
      return [along(line.left, line.right, upright ? part : aside), along(line.top, line.bottom, upright ? aside : part)];
    }).filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height);
    const own = (node) => node.contains(line.node) || line.node.contains(node);
    return points.map(([x, y]) => {
      const first = document.elementFromPoint(x, y);  // faster than `elementsFromPoint`
      if (!first || own(first)) return null;
      const found = document.elementsFromPoint(x, y).find((node) => own(node) || painted(node));
      return found && !own(found) ? found : null;
    });
  }
  function large(node) {
    return boxes(node).find((box) => {
      const { width: wide, height: high } = edges(box);
      return /absolute|fixed/.test(style(box).position) && wide * high > LARGE * width * height;
    });
  }
  function behind(line, over) {
    const all = new Set(over.map((node) => node && large(node)));
    const [only] = all;
    return over.length > 0 && all.size === 1 && only && !only.contains(line.node);
  }
  function leaves(line, { left, top, right, bottom }) { return line.left < left - SLACK || line.right > right + SLACK || line.top < top - SLACK || line.bottom > bottom + SLACK; }

  // Return whether a line crosses a round corner of its box. Only the middle half of the line's
  // height is checked, because the letters are there.
  function overCorner(line, box) {
    const { left, right, top, bottom } = edges(box), round = Math.min(parseFloat(style(box).borderTopLeftRadius) || 0, (right - left) / 2, (bottom - top) / 2);
    const quarter = (line.bottom - line.top) / 4, high = [line.top + quarter, line.bottom - quarter];
    return high.some((y) => {
      const down = Math.max(top + round - y, y - (bottom - round));
      const across = Math.max(left + round - line.left, line.right - (right - round));
      return down > 0 && across > 0 && Math.hypot(across, down) > round + ROUND;
    });
  }
  // Return the words of a key, and the class names of its icons.
  function words(key) {
    const said = [...key.querySelectorAll(".icon")].filter((icon) => icon.checkVisibility()).map((icon) => icon.className);
    const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: node } = walker.currentNode;
      if (!node.closest(".said-only") && node.checkVisibility({ visibilityProperty: true })) said.push(walker.currentNode.data.trim());
    }
    return short(said.join(" "));
  }
  function alike() {
    for (const row of document.querySelectorAll(".calls, .acts, .ends, .steps, .row .seats")) {
      const seen = new Set();
      for (const key of row.querySelectorAll(":scope > .tap:not([disabled])")) {
        if (!key.checkVisibility({ visibilityProperty: true })) continue;
        if (seen.has(words(key))) wrong.add(`two keys of a row read “${words(key)}”`);
        seen.add(words(key));
      }
    }
  }
  function unequal() {
    for (const board of document.querySelectorAll(".score, .board")) {
      const sizes = [...board.querySelectorAll(".points")].filter((node) => node.checkVisibility()).map((node) => parseFloat(style(node).fontSize));
      if (Math.max(...sizes) - Math.min(...sizes) > SLACK) wrong.add(`scores of ${sizes.map(Math.round).join(" and ")} pixels`);
    }
  }

  function coveredKeys() {
    for (const key of document.querySelectorAll(".middle .tap")) {
      const middle = edges(key);
      for (const seat of document.querySelectorAll(".seat")) {
        const place = edges(seat);
        const across = Math.min(middle.right, place.right) - Math.max(middle.left, place.left), down = Math.min(middle.bottom, place.bottom) - Math.max(middle.top, place.top);
        if (across > COVERED && down > COVERED) wrong.add(`“${words(seat)}” covers ${Math.round(down)} pixels of the key “${words(key)}”`);
      }
    }
  }

  const reach = document.getElementById("reach") ?? document.head.appendChild(document.createElement("style"));
  if (!reach.id) Object.assign(reach, { id: "reach", textContent: "*, ::before, ::after { pointer-events: auto !important; }" });
  const seen = texts().flatMap(lines).filter((line) => {
    if (away(line)) return false;
    const over = covers(line), cut = cutter(line);
    if (behind(line, over)) return false;
    const on = over.find(Boolean), frame = boxes(line.node).find(framed);
    if (cut) wrong.add(`${line.name} is cut by ${cut.className || cut.tagName}`);
    if (on) wrong.add(`${line.name} is under ${on.className.baseVal ?? on.className ?? on.tagName}`);
    if (leaves(line, { left: 0, right: width, top: scrolls ? -Infinity : 0, bottom: scrolls ? Infinity : height })) wrong.add(`${line.name} is beyond the screen`);
    else if (!cut && frame && frame !== document.body && leaves(line, edges(frame))) wrong.add(`${line.name} is over the edge of ${frame.className || frame.tagName}`);
    if (!cut && frame && frame !== document.body && overCorner(line, frame)) wrong.add(`${line.name} is over a round corner of ${frame.className || frame.tagName}`);
    return true;
  });
  alike();
  unequal();
  coveredKeys();
  for (const [number, one] of seen.entries()) {
    for (const other of seen.slice(0, number)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left), down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (one.from !== other.from && across > SHARED && down > SHARED) wrong.add(`${one.name} lies on ${other.name}`);
    }
  }
  if (!again) reach.remove();
  if (document.scrollingElement.scrollWidth > width) wrong.add(`the page is ${document.scrollingElement.scrollWidth} wide on ${width}`);
  return [...wrong];
}
