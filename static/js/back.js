/* A page that answers a form gets an address that can be asked for again: whoever goes back to it would else see the browser's own
   page of errors. Whoever goes back to the form of an entry that has been edited since is led on to what stood before it, or to the
   board: nothing there would say that it is saved. */
"use strict";
(() => {
  const PATIENCE_MS = 1000;
  const { here, edited, board } = document.currentScript.dataset;
  const known = history.state?.edited ?? edited;
  history.replaceState({ ...history.state, edited: known }, "", here);
  if (known === edited) return;
  document.documentElement.hidden = true;
  history.back();
  setTimeout(() => location.replace(board), PATIENCE_MS);
})();
