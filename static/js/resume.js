// What stands behind # in the address, which no server is told: into the form, for its owner to send.
(() => {
  "use strict";
  const field = document.getElementById("match");
  if (location.hash.length > 1 && !field.value) field.value = location.hash.slice(1);
})();
