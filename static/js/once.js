// A form that is on its way is not sent again: the second half of a double tap would open a second table, or be told that the
// name is taken.
"use strict";
(() => {
  const SAME_TAP_MS = 3000;
  const sent = new Map();

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    const isSameTap = performance.now() - sent.get(form) < SAME_TAP_MS;
    if (isSameTap) event.preventDefault();
    else sent.set(form, performance.now());
  });

  // Anybody who returns by the browser's own button finds the page as they left it.
  window.addEventListener("pageshow", () => sent.clear());
})();
