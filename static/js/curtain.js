/* What ended a match, before its end, where nothing may move: it stands until it has been read or a tap or a key takes it away.
   A sheet that tells what came of an entry stands until it is closed. motion.js plays both elsewhere. */
(function () {
  "use strict";
  const READ_MS = 3500;
  const view = document.getElementById("view");
  const seen = new Set([...view.querySelectorAll(".curtain, [popover]")].map((one) => one.dataset.moves));

  view.addEventListener("board:shown", function () {
    const curtain = view.querySelector(".curtain, [popover]");
    if (!curtain || (seen.has(curtain.dataset.moves) && (view.dataset.stream || curtain.popover))) return;
    seen.add(curtain.dataset.moves);
    if (!document.hidden) show(curtain);
  });

  function show(curtain) {
    function raise() {
      if (curtain.hidden) return;
      curtain.hidden = true;
      view.classList.remove("curtained");
      view.dispatchEvent(new CustomEvent("board:raised"));
    }
    curtain.hidden = false;
    if (curtain.popover) return curtain.showPopover();
    view.classList.add("curtained");
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, raise, { once: true });
    setTimeout(raise, READ_MS);
  }
})();
