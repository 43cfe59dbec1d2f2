// A television whose browser cannot run the other scripts loads the page again by itself. This is
// written for browsers of any age.
if (!window.htmx) {
  setTimeout(function () {
    location.reload();
  }, 10000);
}
