// Return a sentence for each of these faults of the page as it is drawn now:
//
// * The page is wider than the screen.
// * Letters are too small to read.
// * A link, a key or a field is too small to touch.
// * The page does not let people enlarge it.
() => {
  const TAP = 48, LETTER = 16, SLACK = 0.5;
  const TARGETS = "a[href], button, select, summary, input:not([type=hidden]), [tabindex]:not([tabindex='-1'])";
  const drawn = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && !node.closest(".said-only, .skip, [hidden]");
  const short = (node) => `${node.tagName.toLowerCase()}.${[...node.classList].join(".")} "${(node.textContent || node.name || "").trim().replace(/\s+/g, " ").slice(0, 40)}"`;

  function tooWide() {
    const wide = document.scrollingElement.scrollWidth, screen = document.documentElement.clientWidth;
    if (wide <= screen) return [];
    const beyond = [...document.querySelectorAll("body *")].filter((node) => drawn(node) && node.getBoundingClientRect().right > screen + SLACK);
    return [`${wide} px wide on ${screen} px: ${beyond.slice(-4).map(short).join("; ")}`];
  }

  function scale(node) {
    return node.ownerSVGElement && node.getScreenCTM ? Math.hypot(node.getScreenCTM().a, node.getScreenCTM().b) : 1;
  }
  function letters(node) {
    const sizes = [];
    if ([...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) || node.matches("input, select")) sizes.push(getComputedStyle(node).fontSize);
    for (const pseudo of ["::before", "::after"]) {
      const style = getComputedStyle(node, pseudo);
      if (/\w/.test(style.content.replace(/^(none|normal)$|^counter.*/, ""))) sizes.push(style.fontSize);
    }
    return sizes.map((size) => parseFloat(size) * scale(node));
  }
  function tooSmallToRead() {
    return [...document.querySelectorAll("body *")].filter(drawn).flatMap((node) =>
      letters(node).filter((size) => size < LETTER - 0.05).map((size) => `letters of ${size.toFixed(1)} px: ${short(node)}`));
  }

  // Return whether this is a link in a sentence: a link with at least three other words around it.
  // Such a link cannot be higher than its line, so its size is not checked.
  function inSentence(node) {
    const around = node.matches("a") && getComputedStyle(node).display === "inline" && node.closest("p, li, dd, td");
    if (!around) return false;
    const rest = [...around.querySelectorAll("a")].reduce((text, link) => text.replace(link.textContent, ""), around.textContent);
    return rest.split(/\s+/).filter((word) => /\w/.test(word)).length >= 3;
  }
  function tooSmallToHit() {
    return [...document.querySelectorAll(TARGETS)].filter((node) => drawn(node) && !inSentence(node)).flatMap((node) => {
      const { width, height } = (node.closest("label") || node).getBoundingClientRect();
      return width < TAP - SLACK || height < TAP - SLACK ? [`${width.toFixed(0)} × ${height.toFixed(0)} px to hit: ${short(node)}`] : [];
    });
  }

  function notToBeEnlarged() {
    const viewport = document.querySelector('meta[name="viewport"]')?.content || "none";
    return /user-scalable|maximum-scale|none/.test(viewport) ? [`the viewport is ${viewport}`] : [];
  }

  return [...notToBeEnlarged(), ...tooWide(), ...tooSmallToRead(), ...tooSmallToHit()];
}
