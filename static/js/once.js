/* A form that is on its way is not sent again: the second half of a double tap would open a second table, or hear that the
   name is taken. Without a connection no page is left for the browser's own page of errors: a link is followed, and a correction or
   an objection sent, if the server answers; what is confirmed waits until it does, unless something else is tapped. */
"use strict";
(() => {
  const SAME_TAP_MS = 3000;
  const AGAIN_MS = 1000;
  const PRECIOUS = /\/(correct|contest)/;
  const { src, dataset } = document.currentScript;
  const notice = Object.assign(document.createElement("p"), { className: "notice wrong", role: "alert" });
  const sent = new Map();
  let isAnswered = false;
  let later = 0;

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    const isSure = isAnswered;
    isAnswered = false;
    if (isSure) return;
    const isSameTap = performance.now() - sent.get(form) < SAME_TAP_MS;
    const isAsked = !isSameTap && form.requestSubmit && PRECIOUS.test(form.action);
    if (isSameTap || isAsked) event.preventDefault();
    if (!isSameTap) sent.set(form, performance.now());
    if (isAsked) send(form, event.submitter);
  });

  function ask(address) {
    return fetch(address, { method: "HEAD", cache: "no-store" });
  }

  async function send(form, button) {
    const isThere = await ask(src).then(() => true, () => false);
    isAnswered = isThere;
    const [here, by] = [form, button].map(inPlaceOf);
    /* Without the button, where that is gone, the server asks once more what is meant. */
    if (isThere) return here.requestSubmit(by?.form === here ? by : null);
    sent.delete(form);
    say(form.dataset.later || dataset.off);
    if (form.dataset.later) later = setTimeout(send, AGAIN_MS, form, button);
  }

  /* What a preview has put there while the server was asked. */
  function inPlaceOf(one) {
    return (one && !one.isConnected && document.getElementById(one.id)) || one;
  }

  function say(words) {
    (document.querySelector(".foot") || document.querySelector("main")).prepend(notice);
    if (notice.textContent !== words) notice.textContent = words;
  }

  function unsay() {
    clearTimeout(later);
    notice.remove();
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (navigator.onLine || !link || link.origin !== location.origin || link.pathname === location.pathname) return;
    if (event.defaultPrevented || link.target) return;
    event.preventDefault();
    try {
      await ask(link.href);
      location.assign(link.href);
    } catch (error) {
      say(dataset.off);
    }
  });
  document.addEventListener("pointerdown", unsay);
  window.addEventListener("online", () => later || unsay());

  /* Enter chooses what it is on, and sends no form that somebody is still choosing in. */
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[type=radio], [type=checkbox]")) return;
    event.preventDefault();
    event.target.click();
  });

  /* What was wrong with a line is so no longer, once something is typed there. */
  document.addEventListener("input", ({ target }) => {
    const place = target.matches("[aria-invalid=true]") && target.closest(".field.wrong");
    if (!place) return;
    target.removeAttribute("aria-invalid");
    place.classList.remove("wrong");
    for (const one of place.querySelectorAll(".err")) one.remove();
  });

  /* A name that is remembered is typed over by whoever is somebody else. */
  const remembered = document.querySelector("input[autofocus]:not([value=''], [aria-invalid])");
  if (remembered) remembered.select();
  for (const name of document.querySelectorAll(":is(#come, #names) input[name=name]:not([value=''], [aria-invalid])"))
    name.addEventListener("click", () => name.select(), { once: true });

  for (const forgets of document.querySelectorAll("[data-forgets]")) forgets.hidden = navigator.cookieEnabled;

  /* Anybody who returns by the browser's own button finds the page as they left it. */
  window.addEventListener("pageshow", () => sent.clear());
})();
