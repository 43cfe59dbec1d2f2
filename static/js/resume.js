// What follows # in the address is a match, and no server gets it: it goes into the form, which
// its owner sends.
(() => {
  "use strict";
  if (location.hash.length < 2) return;
  document.getElementById("match").value ||= location.hash.slice(1);
  const elsewhere = document.querySelector(".elsewhere");
  elsewhere.querySelector("[data-share]").dataset.share = location.href;
  elsewhere.hidden = false;
})();
