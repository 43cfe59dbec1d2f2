// What stands behind # in the address, which no server is told: into the form, for its owner to send.
(() => {
  "use strict";
  const field = document.getElementById("match"), elsewhere = document.querySelector(".elsewhere");
  if (location.hash.length < 2) return;
  field.value ||= location.hash.slice(1);
  elsewhere.querySelector("[data-share]").dataset.share = location.href;
  elsewhere.hidden = false;
})();
