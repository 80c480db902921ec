/* Keeps the steps of a set-up as the table ticks them: told by the stream of the match's board, which is also how the page
   learns of the first entry. While no stream gets through, or it has fallen silent, the page asks every few seconds. */
(function () {
  "use strict";
  const steps = document.querySelector("[data-stream]");
  const SILENT_MS = 10000;
  const AGAIN_MS = 4000;
  let source = null;
  let timer = 0;

  function later(ms, what) {
    clearTimeout(timer);
    timer = setTimeout(what, ms * (0.75 + Math.random() / 4));
  }

  function ask() {
    later(SILENT_MS, ask);
    window.htmx.trigger(steps, "told");
  }

  function close() {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  }

  function open() {
    close();
    if (document.hidden) return;
    source = new EventSource(steps.dataset.stream);
    later(SILENT_MS, ask);
    source.addEventListener("steps", ask);
    source.addEventListener("board", ask);
    source.addEventListener("beat", () => later(SILENT_MS, ask));
    source.addEventListener("error", function () {
      ask();
      close();
      later(AGAIN_MS, open);
    });
  }

  document.addEventListener("visibilitychange", open);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && open());
  open();
})();
