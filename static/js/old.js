/* A television whose browser cannot read the other scripts loads the page again by itself. Written for browsers of any age. */
if (!window.htmx) {
  setTimeout(function () { location.reload(); }, 10000);
}
