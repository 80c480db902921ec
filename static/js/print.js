/* A button that prints. Without scripts it stays hidden, and the page says to use the browser's own menu. */
"use strict";
(() => {
  const foot = document.getElementById("print");
  foot.hidden = false;
  foot.querySelector("button").addEventListener("click", () => window.print());

  /* What is wished for is shown at once. */
  const wishes = document.querySelector(".wishes form");
  if (wishes) {
    wishes.querySelector("button").hidden = true;
    wishes.addEventListener("change", () => wishes.submit());
  }

  /* On a phone a page is read from near: what was tapped stays under the finger. */
  const prints = document.querySelector(".prints");
  if (!prints) return;
  function turn(page, x, y) {
    const before = page.getBoundingClientRect();
    prints.classList.toggle("near");
    const after = page.getBoundingClientRect();
    const larger = after.width / before.width;
    prints.scrollLeft += (x - before.left) * larger - (x - after.left);
    scrollBy(0, (y - before.top) * larger - (y - after.top));
  }
  prints.addEventListener("click", (event) => {
    const page = event.target.closest(".page");
    if (page) turn(page, event.clientX, event.clientY);
  });
  prints.addEventListener("keydown", (event) => {
    if (event.key === "Enter") turn(prints.querySelector(".page"), 0, 0);
  });
})();
