/* What follows from a number is shown as it is typed, and not only once its box is left: with the last one Save says who leads.
   Without this script the boxes are asked about as any other. */
"use strict";
(() => {
  const RECKONS_MS = 350;
  const view = document.getElementById("view");
  let reckons = 0;
  const tell = (box) => box.isConnected && box.dispatchEvent(new Event("change", { bubbles: true }));
  view?.addEventListener("input", function ({ target }) {
    clearTimeout(reckons);
    if ("typed" in target.dataset && target.value) reckons = setTimeout(tell, RECKONS_MS, target);
  });
  view?.addEventListener("submit", () => clearTimeout(reckons));
})();
