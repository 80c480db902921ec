/* Keeps a part of a page as the table has it: the steps of a set-up, sent by the stream of the match's board, which is also
   how the page learns of the first entry; who sits at a table, sent by a stream that brings the part itself; who plays, for the page
   that asks who starts. While no stream
   gets through, or it has fallen silent, the page asks every few seconds. */
(function () {
  "use strict";
  const part = document.querySelector("[data-stream]");
  const SILENT_MS = 9000;
  const AGAIN_MS = 4000;
  const SOON_MS = 1000;
  let source = null;
  let timer = 0;
  /* When the server, which had too many, takes a stream again. */
  let notBefore = 0;

  /* What somebody has opened stays open. */
  if (window.Idiomorph) window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name) => name !== "open";

  function later(ms, what) {
    clearTimeout(timer);
    timer = setTimeout(what, ms * (0.75 + Math.random() / 4));
  }

  function ask() {
    hear();
    window.htmx.trigger(part, "changed");
  }

  /* Nothing is asked for as long as something is heard now and then. Longer than two beats of the stream take. */
  function hear() {
    later(SILENT_MS, source || Date.now() < notBefore ? ask : open);
  }

  function put(event) {
    const { html, to } = JSON.parse(event.data);
    hear();
    if (to) location.assign(to);
    else if ("asks" in part.dataset) window.htmx.trigger(part, "changed");
    else window.htmx.swap(part, html, { swapStyle: part.getAttribute("hx-swap") }, { contextElement: part });
  }

  /* A minute that is counted down, as each news says anew; once it is over the server is asked what follows. */
  setInterval(function () {
    const one = part.querySelector("[data-left]");
    if (!one) return;
    if (one.dataset.left > 0) one.textContent = one.dataset.left -= 1;
    else window.htmx.trigger(one.closest("form"), "due");
  }, 1000);

  function close() {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  }

  function open() {
    close();
    if (document.hidden) return;
    if (Date.now() < notBefore) return ask();
    source = new EventSource(part.dataset.stream);
    /* One that got through and is closed is to be asked for anew. */
    let patience = AGAIN_MS;
    source.addEventListener("open", () => (patience = SOON_MS));
    window.reloadsWhenUpdated(source);
    hear();
    source.addEventListener("steps", ask);
    source.addEventListener("board", ask);
    source.addEventListener("page", put);
    source.addEventListener("beat", hear);
    source.addEventListener("renew", open);
    source.addEventListener("busy", function (event) {
      notBefore = Date.now() + Number(event.data) * 1000;
      open();
    });
    source.addEventListener("error", function () {
      ask();
      close();
      later(patience, open);
    });
  }

  /* An answer that was asked for before a choice would put it back as it was. */
  let outdated = false;
  document.addEventListener("change", function () {
    if (!("asks" in part.dataset)) return;
    outdated = true;
    later(AGAIN_MS, ask);
  });
  part.addEventListener("htmx:beforeRequest", () => (outdated = false));
  part.addEventListener("htmx:beforeSwap", (event) => outdated && (event.detail.shouldSwap = false));

  document.addEventListener("visibilitychange", open);
  /* Whoever is on the way to another page is led nowhere else by what that page changes; after a download the page stays. */
  window.addEventListener("beforeunload", function () {
    close();
    later(AGAIN_MS, open);
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && open());
  open();
})();
