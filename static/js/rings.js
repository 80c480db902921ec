/* Without a connection nothing answers a tap: what the page says of the rings goes with the finger all the same. What stands
   there as a blank stays one, or it would be taken for what the server said. */
(function () {
  "use strict";
  const view = document.getElementById("view");
  if (!view) return;
  const ASKED_MS = 3000;
  const SYMBOLS = [0, 1, 2, 1, 0];

  const all = (selector) => [...view.querySelectorAll(selector)];
  const chosen = (name) => view.querySelector(".counting [name=" + name + "]:checked");

  /* The rings by halves; null where a figure is missing. */
  function halves() {
    const cards = all(".counting [name=cards]:checked");
    if (cards.length) return cards.reduce((sum, one) => sum + SYMBOLS[Math.floor((one.value - 1) / 12)], 0);
    const [rings, whole, half] = ["rings", "whole", "half"].map(chosen);
    if (rings) return 2 * rings.value;
    return whole && half ? 2 * whole.value + Number(half.value) : null;
  }

  function follow() {
    const sum = halves();
    if (!view.querySelector("#badge.off") || sum === null) return;
    for (const figure of all(".counting .ask i:not(.none)")) {
      const key = figure.closest("fieldset").querySelector(":checked");
      if (key) figure.textContent = key.value;
    }
    const rings = Math.floor(sum / 2);
    for (const said of all(".foot .tally b")) said.textContent = (rings || (sum ? "" : 0)) + (sum % 2 ? "½" : "");
    for (const said of all(".foot .tally .s")) said.textContent = "";
    const words = view.querySelector("#record:not(.wait) span")?.firstChild;
    if (words?.data) words.data = words.data.replace(/\d+/, rings);
  }

  view.addEventListener("change", function () {
    follow();
    setTimeout(follow, ASKED_MS);
  });
})();
