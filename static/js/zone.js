// Offers the time zone of this phone to a book whose clock differs from the phone's.
(() => {
  "use strict";
  const form = document.querySelector(".phone-zone");
  if (!form) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const ahead = -new Date().getTimezoneOffset(); // minutes
  if (!zone || ahead === Number(form.dataset.minutes)) return;
  form.elements.zone.value = zone;
  form.querySelector("small").textContent = zone;
  form.hidden = false;
})();
