// A wall: the page it shows is asked for again every two seconds, the next page after some time.
// Only what has changed is put in, so that a reader of the screen hears each call once. It is
// written for the browsers of old televisions; one that cannot ask loads the next page.
(function () {
  "use strict";
  var AGAIN = 2000; // ms
  var wall = document.querySelector(".wall");
  var shownAt = Date.now();
  var drawnAt = Date.now(); // when the page that shows a draw came
  var busy = false;

  function data(name) {
    return wall.getAttribute("data-" + name);
  }
  function take(html) {
    var made = document.createElement("div");
    made.innerHTML = html;
    var fresh = made.querySelector(".wall");
    if (!fresh) return;
    if (data("here") !== fresh.getAttribute("data-here")) drawnAt = Date.now();
    ["here", "next", "seconds"].forEach(function (name) {
      wall.setAttribute("data-" + name, fresh.getAttribute("data-" + name));
    });
    Array.from(fresh.children).forEach(function (now, at) {
      put(wall.children[at], now);
    });
  }
  // The call below stays the same element, because a reader of the screen listens to that.
  function put(old, now) {
    if (old.outerHTML === now.outerHTML) return;
    if (now.getAttribute("role") !== "status") {
      if (!old.classList.contains("drawn")) drawnAt = Date.now();
      var copy = now.cloneNode(true);
      old.parentNode.replaceChild(copy, old);
      if (copy.classList.contains("drawn")) goOn(copy);
      return;
    }
    old.className = now.className;
    if (old.innerHTML !== now.innerHTML) old.innerHTML = now.innerHTML;
  }
  // A draw does not begin again if one of its tables has changed.
  function goOn(element) {
    if (!element.getAnimations) return;
    element.getAnimations({ subtree: true }).forEach(function (animation) {
      animation.currentTime = Date.now() - drawnAt;
    });
  }
  function isTimeForNext() {
    return Date.now() - shownAt >= 1000 * Number(data("seconds"));
  }
  function ask() {
    if (busy) return;
    busy = true;
    var turns = isTimeForNext();
    fetch(data(turns ? "next" : "here"), { headers: { "HX-Request": "true" }, cache: "no-store" })
      .then(function (answer) {
        return answer.ok ? answer.text() : "";
      })
      .then(function (html) {
        if (html) take(html);
        if (html && turns) shownAt = Date.now();
      })
      .catch(function () {
        // The next time may succeed.
      })
      .then(function () {
        busy = false;
      });
  }
  function loadNext() {
    location.assign(data("next"));
  }
  if (window.fetch) setInterval(ask, AGAIN);
  else setTimeout(loadNext, 1000 * Number(data("seconds")));
})();
