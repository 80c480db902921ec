/* Puts what is new into a board, part by part, and sends what is tapped. What is half entered stays here, in the page.

   - A part of the board is an element with `data-part` and, in `data-hash`, what its HTML is known by. News brings the
     parts that have changed; what is tapped is left alone as long as its part stays the same.
   - A form with `data-preview` asks at each tap what would follow, and is shown that over the untouched parts.
   - Taps are kept in sessionStorage by match, seat and form, until the moment of the game is over. Names that begin with
     an underscore say how somebody likes to enter: they last as long as the match. */
window.board = (function () {
  "use strict";
  const view = document.getElementById("view");
  if (!view || !window.fetch) return null;

  const unsent = document.getElementById("unsent");
  const SENDS_MS = 10000;
  const NEW_MEANING_MS = 700;
  const TAP_MS = { pointerdown: 1000, pointerup: 80, pointercancel: 0 };
  // The parts that show what would follow, and how they are without it.
  const untouched = new Map();
  // What waits to be sent: one after the other, for a tap may be meant for what the one before it brings.
  const waiting = [];
  let sending = null;
  let taps = remembered();
  // The button clicked last: not every browser says which button sent a form.
  let clicked = null;
  let finger = 0;
  let held = null;
  // What was tapped here has been recorded: the next level shows the form anew.
  let isEntered = false;
  const PREVIEW = /\/preview$/;
  const ENTRY = /\/(moves|undo|redo)$/;

  function shown() {
    return document.getElementById("shown");
  }

  function say(kind, detail) {
    return view.dispatchEvent(new CustomEvent("board:" + kind, { detail }));
  }

  /* ---- parts ---- */

  function placeOf(name) {
    return view.querySelector('[data-part="' + name + '"]');
  }

  function fill(place, html) {
    const now = document.activeElement;
    const hadFocus = place.contains(now);
    const open = [...place.querySelectorAll("details[open][id]")].map((one) => one.id);
    const before = meanings(place);
    place.innerHTML = html;
    for (const id of open) if (document.getElementById(id)) document.getElementById(id).open = true;
    if (hadFocus) focusOn(document.getElementById(now.id));
    for (const button of place.querySelectorAll("button")) {
      if (!sending && before.size && !before.has(meaning(button))) button.newSince = performance.now();
    }
  }

  function focusOn(wanted) {
    const target = wanted && !wanted.disabled ? wanted : view.querySelector("h1") || view.querySelector("main");
    if (!target) return;
    if (!target.matches("button, a, input, select, textarea, summary")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  function meaning(button) {
    const label = button.querySelector("span") || button;
    return [button.formAction, button.name, button.value, label.firstChild && label.firstChild.textContent].join(" ");
  }

  function meanings(place) {
    return new Set([...place.querySelectorAll("button")].map(meaning));
  }

  /* Shows the board as it is after this level, which is parts, a whole board, or both. False if that is not certain. */
  function put(level) {
    if (finger) {
      held = level;
      return true;
    }
    const now = shown();
    const isOther = (level.records || "") !== (now.dataset.records || "") || level.match !== now.dataset.match;
    if (!isOther && level.version < Number(now.dataset.version)) return true;
    const isNext = isOther || isEntered || level.moment !== now.dataset.moment;
    isEntered = false;
    if (isNext) drop();
    let isAnother = isNext;
    if (level.board) isAnother = putWhole(level.board) || isNext;
    else if (now.dataset.layout === level.manifest[""]) isAnother = putParts(level.parts, level.manifest) || isNext;
    if (isNext) for (const form of view.querySelectorAll("form[data-preview]")) form.reset();
    for (const name of ["version", "moment", "records", "seat", "match"]) {
      if (level[name] !== undefined) shown().dataset[name] = level[name];
    }
    if (isNext) taps = remembered();
    if (isAnother) again();
    say("shown", level);
    return agrees(level.manifest);
  }

  function agrees(manifest) {
    if (!manifest) return true;
    if (shown().dataset.layout !== manifest[""]) return false;
    const places = [...view.querySelectorAll("[data-part]")];
    return places.every((place) => manifest[place.dataset.part] === place.dataset.hash);
  }

  /* True if a form, or what would follow from it, is another one now. */
  function putParts(parts, manifest) {
    let isAnother = false;
    for (const name in parts) {
      const place = placeOf(name);
      if (!place || place.dataset.hash === manifest[name]) continue;
      place.dataset.hash = manifest[name];
      isAnother = isAnother || untouched.has(name) || Boolean(place.querySelector("form[data-preview]"));
      if (untouched.has(name)) untouched.set(name, parts[name]);
      else fill(place, parts[name]);
    }
    return isAnother;
  }

  /* A whole board is put in part by part where its layout is the one that stands here. */
  function putWhole(html) {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    const next = parsed.content.querySelector("#shown");
    if (next.dataset.layout === shown().dataset.layout) {
      const parts = {};
      const manifest = {};
      for (const place of next.querySelectorAll("[data-part]")) {
        parts[place.dataset.part] = place.innerHTML;
        manifest[place.dataset.part] = place.dataset.hash;
      }
      return putParts(parts, manifest);
    }
    untouched.clear();
    fill(view, html);
    return true;
  }

  /* The level that a whole board is: what an answer to a question says. */
  function levelOf(html) {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    const next = parsed.content.querySelector("#shown");
    return { ...next.dataset, version: Number(next.dataset.version), board: html };
  }

  /* A level that comes while a finger is down waits for the tap, which would be lost if its target went away. */
  function lift() {
    const level = held;
    finger = 0;
    held = null;
    if (level && !put(level)) say("doubted");
  }

  for (const kind in TAP_MS) {
    view.addEventListener(kind, function () {
      clearTimeout(finger);
      finger = setTimeout(lift, TAP_MS[kind]);
    });
  }

  /* ---- what would follow ---- */

  function overlay(answer) {
    if (answer.version !== undefined && answer.moment !== shown().dataset.moment) return;
    if (answer.board) {
      untouched.clear();
      fill(view, answer.board);
      shown().dataset.layout = "";
    } else {
      for (const [name, html] of untouched) {
        if (name in answer.parts) continue;
        fill(placeOf(name), html);
        untouched.delete(name);
      }
      for (const name in answer.parts) {
        const place = placeOf(name);
        if (!place) continue;
        if (!untouched.has(name)) untouched.set(name, place.innerHTML);
        fill(place, answer.parts[name]);
      }
    }
    show();
    say("shown", answer);
  }

  /* Nothing is tapped any more. */
  function drop() {
    for (const [name, html] of untouched) if (placeOf(name)) fill(placeOf(name), html);
    untouched.clear();
  }

  /* ---- taps ---- */

  function key() {
    return "taps " + shown().dataset.match + " " + (shown().dataset.seat || "");
  }

  function remembered() {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(key()));
    } catch (error) {
      // Nothing is kept where a browser allows no storage.
    }
    const now = shown().dataset.moment;
    return kept ? { ...kept, pairs: kept.moment === now ? kept.pairs : [], moment: now } : nothing();
  }

  function nothing() {
    return { moment: shown().dataset.moment, form: "", pairs: [], ids: [], ways: {} };
  }

  /* `tapped`: the name of the button or control. What is tapped under a name with an underscore is a way from then on. */
  function remember(form, pairs, tapped) {
    const ways = { ...taps.ways };
    if (tapped && tapped[0] === "_") ways[tapped] = [];
    for (const name in ways) {
      const values = pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
      if (values.length) ways[name] = values;
    }
    const controls = form ? [...document.getElementById(form).elements] : [];
    const ids = controls.filter((control) => control.checked).map((control) => control.id);
    taps = { moment: shown().dataset.moment, form, pairs: pairs.filter(([name]) => !(name in ways)), ids, ways };
    try {
      sessionStorage.setItem(key(), JSON.stringify(taps));
    } catch (error) {
      // They last as long as the page does.
    }
  }

  /* Everything in a form, and in the one whose taps go along, but what the page itself knows. */
  function pairsOf(form, button) {
    const beside = form.dataset.beside && document.getElementById(form.dataset.beside);
    const pairs = [...new FormData(form), ...(beside ? new FormData(beside) : [])];
    if (button && button.name) pairs.push([button.name, button.value]);
    return pairs.filter(([name, value]) => name !== "version" && typeof value === "string");
  }

  function body(pairs, more) {
    const sent = new URLSearchParams(pairs);
    for (const name in taps.ways) {
      if (!sent.has(name)) for (const value of taps.ways[name]) sent.append(name, value);
    }
    for (const name in more) sent.set(name, more[name]);
    return sent;
  }

  /* Marks what was tapped in the forms that stand here now. */
  function show() {
    const form = taps.form && document.getElementById(taps.form);
    if (!form || !taps.pairs.length) return;
    for (const control of form.elements) {
      if (!control.name || control.localName === "button" || control.type === "hidden") continue;
      if (control.type === "checkbox" || control.type === "radio") control.checked = taps.ids.includes(control.id);
      else if (control !== document.activeElement) {
        const pair = taps.pairs.find(([name]) => name === control.name);
        if (pair) control.value = pair[1];
      }
    }
  }

  /* What was tapped before this board came: it is shown again, and asked about again. */
  function again() {
    if (!(taps.pairs.length || Object.keys(taps.ways).length)) return;
    show();
    add({ url: view.dataset.preview, isPreview: true, pairs: () => taps.pairs });
  }

  for (const kind of ["input", "change"]) view.addEventListener(kind, function (event) {
    const form = event.target.form;
    if (!form || !form.dataset.preview || !event.target.name) return;
    remember(form.id, pairsOf(form), event.target.name);
    if (event.type === "input" || waiting.some((one) => one.isPreview && !one.button && one.form === form)) return;
    add({ url: form.dataset.preview, form, isPreview: true, pairs: () => pairsOf(twin(form)) });
  });

  view.addEventListener("click", function (event) {
    clicked = event.target.closest("button");
    if (!clicked || event.detail === 0) return;
    // The second half of a double tap is not meant for the button that has taken the place of the first.
    const isNew = clicked.newSince && performance.now() - clicked.newSince < NEW_MEANING_MS;
    if (isNew || (event.detail > 1 && clicked.closest(".foot"))) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);

  view.addEventListener("submit", function (event) {
    const form = event.target;
    const button = event.submitter || (clicked && clicked.form === form ? clicked : null);
    const url = button && button.hasAttribute("formaction") ? button.formAction : form.action;
    const isPreview = PREVIEW.test(url);
    if (!isPreview && !ENTRY.test(url)) return;
    event.preventDefault();
    const tapped = button && { name: button.name, value: button.value };
    const version = shown().dataset.version;
    if (!isPreview) {
      if (waiting.some((one) => !one.isPreview) || (sending && !sending.isPreview)) return;
      rest(true);
    }
    add({ url, form, button: tapped, isPreview, version, pairs: () => pairsOf(twin(form), tapped) });
  });

  /* The form that has taken the place of this one, if it is gone. */
  function twin(form) {
    return form.isConnected ? form : (form.id && document.getElementById(form.id)) || form;
  }

  /* ---- sending ---- */

  function add(tap) {
    waiting.push(tap);
    if (!sending) next();
  }

  async function next() {
    while (waiting.length) {
      sending = waiting.shift();
      await send(sending);
    }
    sending = null;
  }

  async function send(tap) {
    const pairs = tap.pairs();
    if (tap.isPreview && tap.form) remember(tap.form.id, pairs, tap.button && tap.button.name);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), SENDS_MS);
    try {
      const version = tap.version || shown().dataset.version;
      const answer = await fetch(tap.url, {
        method: "POST",
        body: body(pairs, { version }),
        headers: { "HX-Request": "true" },
        credentials: "same-origin",
        cache: "no-store",
        signal: patience.signal,
      });
      await heard(tap, answer);
    } catch (error) {
      if (error.name !== "AbortError" && error.name !== "TypeError") throw error;
      failed(tap);
    } finally {
      clearTimeout(timer);
    }
  }

  async function heard(tap, answer) {
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    const leads = answer.headers.get("HX-Redirect");
    if (leads) {
      forget();
      location.assign(leads);
    } else if (answer.status === 204) {
      tell(null);
      if (tap.form.dataset.preview) {
        remember("", []);
        isEntered = true;
      }
      say("entered", { version: Number(answer.headers.get("X-Version")), isEntry: true });
    } else if (isJson) {
      tell(null);
      overlay(await answer.json());
      if (!answer.ok) refusedHere();
    } else {
      refused(await answer.text());
    }
    if (!tap.isPreview && answer.status !== 204) rest(false);
  }

  function refusedHere() {
    rest(false);
    const problem = view.querySelector("#problem");
    if (problem) problem.focus({ preventScroll: true });
    say("entered", { version: 0 });
  }

  /* An answer that is no part of a board: a page that says what is wrong. Its words are shown, and the board stays. */
  function refused(page) {
    const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
    tell(main ? main.textContent.trim().replace(/\s+/g, " ") : unsent.dataset.unsent);
  }

  /* Taps after a button that did not get through were meant for a board that never came. What is tapped in a form is asked about
     again as soon as somebody answers. */
  function failed(tap) {
    const isButton = !tap.isPreview || tap.button;
    if (isButton) {
      waiting.length = 0;
      rest(false);
      tell(unsent.dataset.unsent);
    }
    say("unsent");
  }

  function forget() {
    try {
      for (const name of Object.keys(sessionStorage)) if (name.startsWith("taps ")) sessionStorage.removeItem(name);
    } catch (error) {
      // There was nothing to forget.
    }
  }

  /* Buttons that the server has drawn disabled are left as they are. */
  function rest(isResting) {
    for (const button of view.querySelectorAll(isResting ? "button:not([type=button],[disabled])" : "[data-rests]")) {
      button.toggleAttribute("disabled", isResting);
      button.toggleAttribute("data-rests", isResting);
    }
  }

  function tell(words) {
    if (!unsent) return;
    unsent.hidden = !words;
    unsent.querySelector("p").textContent = words || "";
    if (words) unsent.focus({ preventScroll: true });
  }

  again();
  return { put, levelOf, shown, again, rest };
})();
