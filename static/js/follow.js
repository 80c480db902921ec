/* Keeps a part of a page as the table has it: the steps of a set-up, sent by the stream of the match's board, which is also
   how the page learns of the first entry; who sits at a table, sent by a stream that brings the part itself; who plays, for the page
   that asks who starts. While no stream gets through, or it has fallen silent, the page asks every few seconds; and where nothing
   answers, its whole head says so, as a board's does (live.js). */
(function () {
  "use strict";
  const part = document.querySelector("[data-stream]");
  const { src, dataset } = document.currentScript;
  /* A beat comes every four seconds; with the question that follows it makes less than ten. */
  const SILENT_MS = 6500;
  const ANSWER_MS = 3000;
  const AGAIN_MS = 4000;
  const SOON_MS = 1000;
  const LONG_LOST_MS = 20000;
  const lost = Object.assign(document.createElement("span"), { id: "badge", className: "badge off" });
  lost.setAttribute("role", "alert");
  let source = null;
  let timer = 0;
  let heardAt = new Date();
  let lostAt = 0;
  /* When the server, which had too many, takes a stream again. */
  let notBefore = 0;

  /* What somebody has opened stays open. */
  if (window.Idiomorph) window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name) => name !== "open";

  function later(ms, what) {
    clearTimeout(timer);
    timer = setTimeout(what, ms * (0.75 + Math.random() / 4));
  }

  function ask() {
    wait();
    window.htmx.trigger(part, "changed");
  }

  /* Nothing is asked for as long as something is heard now and then. */
  function wait() {
    later(SILENT_MS, look);
  }

  function hear() {
    heardAt = new Date();
    lostAt = 0;
    lost.remove();
    wait();
  }

  /* Is the server there at all? A phone may drop a stream without saying so, and a question may hang. Where it is, a stream that it
     has just refused is asked for again after a pause. */
  async function look(pause = 0) {
    clearTimeout(timer);
    const late = new AbortController();
    const patience = setTimeout(() => late.abort(), ANSWER_MS);
    const isThere = await fetch(src, { method: "HEAD", cache: "no-store", signal: late.signal }).then(() => true, () => false);
    clearTimeout(patience);
    if (document.hidden) return;
    if (!isThere) return lose();
    const isBack = lostAt > 0;
    hear();
    if (isBack || (!pause && !source && Date.now() >= notBefore)) open();
    ask();
    if (pause && !isBack) later(pause, open);
  }

  function lose() {
    close();
    lostAt = lostAt || Date.now();
    const hours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    lost.textContent = dataset.lost.replace("{time}", heardAt.toLocaleTimeString(document.documentElement.lang, hours));
    document.querySelector(".strip, .correcting").prepend(lost);
    later(Date.now() - lostAt < LONG_LOST_MS ? SOON_MS : AGAIN_MS, look);
  }

  function put(event) {
    const { html, to } = JSON.parse(event.data);
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
    wait();
    for (const kind of ["steps", "board", "page", "beat"]) source.addEventListener(kind, hear);
    source.addEventListener("steps", ask);
    source.addEventListener("board", ask);
    source.addEventListener("page", put);
    source.addEventListener("renew", open);
    source.addEventListener("busy", function (event) {
      notBefore = Date.now() + Number(event.data) * 1000;
      open();
    });
    source.addEventListener("error", function () {
      close();
      look(patience);
    });
  }

  /* An answer that was asked for before a choice would put it back as it was. A choice that asks itself hears its own answer. */
  const asked = new WeakMap();
  let changes = 0;
  let changed = null;
  document.addEventListener("change", function (event) {
    if (!("asks" in part.dataset)) return;
    changes += 1;
    changed = event.target;
    later(AGAIN_MS, ask);
  }, true);
  document.addEventListener("htmx:beforeRequest", ({ detail }) => asked.set(detail.xhr, changes));
  document.addEventListener("htmx:beforeSwap", function ({ detail }) {
    if (asked.get(detail.xhr) !== changes && changed !== detail.elt) detail.shouldSwap = false;
  });

  document.addEventListener("visibilitychange", open);
  window.addEventListener("online", open);
  window.addEventListener("offline", () => look());
  /* Whoever is on the way to another page is led nowhere else by what that page changes; after a download the page stays. */
  window.addEventListener("beforeunload", function () {
    close();
    later(AGAIN_MS, open);
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && open());
  open();
})();
