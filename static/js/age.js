// How old the last news are, if they are old (`contact.js` says so), in the language of the page.
(() => {
  "use strict";
  const place = document.getElementById("age");
  if (!place) return;

  truc.showAge = (age) => {
    truc.write(place, age ? truc.say("age", { ago: ago(age) }) : "");
  };

  function ago(milliseconds) {
    const seconds = Math.round(milliseconds / 1000);
    const format = new Intl.RelativeTimeFormat(document.documentElement.lang || "en");
    if (seconds < 100) return format.format(-seconds, "second");
    if (seconds < 6000) return format.format(-Math.round(seconds / 60), "minute");
    return format.format(-Math.round(seconds / 3600), "hour");
  }
})();
