/* A button that prints. Without scripts it stays hidden, and the page says to use the browser's own menu. */
"use strict";
(() => {
  const foot = document.getElementById("print");
  foot.hidden = false;
  foot.querySelector("button").addEventListener("click", () => window.print());
})();
