/* What stands beside the board on the television is said smaller, step by step, until all of it stands above the way to join: names,
   news and numbers of players come together in more ways than styles can foresee. Without this script the last of it lies below. */
(function () {
  "use strict";
  const STEPS = 3;
  const view = document.getElementById("view");

  function fit() {
    const side = view.querySelector(".screen:not(.over) > .beside");
    if (!side) return;
    for (let step = 0; step <= STEPS; step += 1) {
      side.dataset.tight = step;
      if (side.scrollHeight <= side.clientHeight + 1) return;
    }
  }

  view.addEventListener("board:shown", fit);
  window.addEventListener("resize", fit);
  fit();
})();
