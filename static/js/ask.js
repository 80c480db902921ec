/* Brings parts of a page anew while somebody taps. `data-fresh` on an element names the parts, by their ids.

   - A change inside asks with the form around it, at `data-asks` or where the form goes; so does a button of that form inside.
   - So does the event `told`, unless it brings them itself.
   - One question after the other, each with the form as the answer before it left it. What was tapped may be gone by then.
   Without this script the form is sent as a whole. */
(function () {
  "use strict";
  const GIVES_UP_MS = 15000;
  const waiting = [];
  let isAsking = false;
  // A verdict wanted while a tap is still on its way.
  let wanted = null;

  /* A change takes along all that was tapped until it is sent. */
  function add(region, button) {
    if (!button && waiting.some((one) => one.region === region && !one.button)) return;
    waiting.push({ region, button });
    goOn();
  }

  async function goOn() {
    if (isAsking) return;
    const { region, button } = waiting.shift() || {};
    if (!region) {
      const asked = wanted;
      wanted = null;
      return asked && asked();
    }
    isAsking = true;
    if (region.isConnected && (!button || button.isConnected)) await ask(region, button).catch(() => {});
    isAsking = false;
    goOn();
  }

  async function ask(region, button) {
    const form = button ? button.form : region.closest("form");
    const address = new URL(button || !region.dataset.asks ? form.action : region.dataset.asks, location.href);
    const told = new FormData(form || undefined);
    if (button) told.append(button.name, button.value);
    const posts = button && form.method === "post";
    if (form && !posts) address.search = new URLSearchParams(told);
    const answer = await fetch(address, {
      method: posts ? "POST" : "GET",
      body: posts ? new URLSearchParams(told) : null,
      headers: { "X-Part": "true" },
      signal: AbortSignal.timeout && AbortSignal.timeout(GIVES_UP_MS),
    });
    const leads = answer.headers.get("X-Leads");
    if (leads) return location.assign(leads);
    show(await answer.text(), region);
    if (form && !posts && !region.dataset.asks) history.replaceState(null, "", answer.url);
  }

  function show(html, region) {
    const answer = new DOMParser().parseFromString(html, "text/html");
    for (const id of region.dataset.fresh.split(" ")) {
      const [old, fresh] = [document.getElementById(id), answer.getElementById(id)];
      if (old && fresh) become(old, fresh);
    }
    document.dispatchEvent(new Event("part:shown"));
  }

  /* What is equal stays: a finger may be on it, or the focus. */
  function become(old, fresh) {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.localName === "input") [old.checked, old.value] = [fresh.checked, fresh.value];
    let here = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      while (here && hasLater(here, child)) here = leave(here);
      if (!here || here.nodeName !== child.nodeName || here.id !== child.id) {
        old.insertBefore(child, here);
        continue;
      }
      if (child.nodeType === Node.ELEMENT_NODE) become(here, child);
      else if (here.data !== child.data) here.data = child.data;
      here = here.nextSibling;
    }
    while (here) here = leave(here);
  }

  function hasLater(here, { id }) {
    return id && here.id !== id && [...here.parentNode.children].some((one) => one.id === id && here.compareDocumentPosition(one) & 4);
  }

  function leave(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
  }

  const regionOf = (element) => element.closest("[data-fresh]");

  document.addEventListener("change", function (event) {
    const region = regionOf(event.target);
    if (region) add(region);
  });

  document.addEventListener("told", function ({ target: region, detail: html }) {
    if (html) show(html, region);
    else add(region);
  });

  document.addEventListener("submit", function (event) {
    const { target: form, submitter: button } = event;
    const region = button && regionOf(button);
    if (region && region !== form && form.contains(region)) {
      event.preventDefault();
      add(region, button);
    } else if (isAsking && button && form.method === "get") {
      event.preventDefault();
      wanted = () => form.requestSubmit(button);
    }
  });
})();
