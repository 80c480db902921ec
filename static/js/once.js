/* A form that is on its way is not sent again: the second half of a double tap would open a second table, or be told that the
   name is taken. */
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

  /* Without a connection a link would leave the page for the browser's own page of errors: it is followed if the server answers. */
  const notice = Object.assign(document.createElement("p"), { className: "notice wrong", role: "alert" });
  const { off } = document.currentScript.dataset;
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (navigator.onLine || !link || link.origin !== location.origin || link.pathname === location.pathname) return;
    if (event.defaultPrevented || link.target) return;
    event.preventDefault();
    try {
      await fetch(link.href, { method: "HEAD", cache: "no-store" });
      location.assign(link.href);
    } catch (error) {
      document.querySelector(".foot, main").prepend(notice);
      notice.textContent = off;
    }
  });
  window.addEventListener("online", () => notice.remove());

  /* Anybody who returns by the browser's own button finds the page as they left it. */
  window.addEventListener("pageshow", () => sent.clear());
})();
