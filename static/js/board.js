/* Puts what is new into a board, part by part, and sends what is tapped. What is half entered stays here, in the page.

   - A part of the board is an element with `data-part` and, in `data-hash`, what its HTML is known by. News brings the
     parts that have changed; what is tapped is left alone as long as its part stays the same.
   - A form with `data-preview` asks at each tap what would follow, and is shown that over the untouched parts.
   - Taps are kept in sessionStorage by match, seat and form, until the moment of the game is over. Names that begin with
     an underscore say how somebody likes to enter: they last as long as the match.
   - An entry that does not get through is kept with them as it was sent, and sent again once somebody answers, unless it
     is taken back: with the same version and words the server takes it once. Until then nothing else can be tapped. */
window.board = (function () {
  "use strict";
  const view = document.getElementById("view");
  if (!view) return null;

  const unsent = document.getElementById("unsent");
  /* Given up sooner where the server is known to be out of reach: the entry is then kept, and sent once it answers. */
  const SENDS_MS = 10000;
  const SENDS_OFF_MS = 2000;
  const NEW_MEANING_MS = 700;
  const HOLD_MS = 3000;
  const LOUD_MS = 2000;
  const BY_FINGER_MS = 500;
  const FRESH_MS = 12000;
  const TOLD_MS = 8000;
  /* Others show for ten seconds that somebody is entering: said again every four it stays there. */
  const TELLS_MS = 4000;
  const TAP_MS = { pointerdown: 1000, pointerup: 80, pointercancel: 0, click: 0 };
  const PREVIEW = /\/preview$/;
  /* What only looks at a board enters nothing. */
  const LOOKS = /^(walk|_route|_zoom)$/;
  const ENTRY = /\/(moves|undo|redo|on-to\/\w+)$/;
  const CONTROL = "input, select, textarea";
  /* The keys of the head (`head_of` in web/board/boards.py) that reach the page: any other is dropped. */
  const HEAD = ["version", "moment", "lap", "records", "seat", "match", "turn", "won", "hosts"];
  /* The parts that show what would follow, and how they are without it; or all of the board without it, if that is laid
     out differently. */
  const untouched = new Map();
  let bare = null;
  /* What waits to be sent: one after the other, for a tap may be meant for what the one before it brings. */
  const waiting = [];
  let sending = null;
  let isResting = false;
  /* What has the focus of the keyboard, or had it until it went. */
  let focused = null;
  /* What was recorded here and is not seen yet; and a refusal that is about a board still to come. */
  let entered = null;
  let late = null;
  /* The notice about an entry that came too late. */
  let beside = null;
  /* The seat that the host has taken from this phone. */
  let freed;
  /* The names tapped since the last preview was asked for. */
  const since = new Set();
  /* The button clicked last: not every browser says which button sent a form. */
  let clicked = null;
  let finger = 0;
  let liftedAt = -BY_FINGER_MS;
  let saidAt = -TELLS_MS;
  /* The last choice recorded by itself; and what was recorded last, for whoever takes it back. */
  /* The fields that were found empty or beyond what they take, until something else stands there. */
  const lacking = new Set();
  let isByItself = false;
  let last = null;
  const worn = {};
  let held = [];
  let scrolled = null;
  let hasPicture = false;
  /* A field that is taken away while it is typed in says so by "change", when those before it stand there empty already. */
  let isDrawing = false;

  /* The board as it is for everybody; what this page shows may be what would follow. */
  const shown = () => bare || document.getElementById("shown");
  const version = () => Number(shown().dataset.version);
  const isEnded = () => shown().dataset.won || shown().dataset.moment === "broken off";
  const all = (place, selector) => [...place.querySelectorAll(selector)];
  const partsOf = (board) => all(board, "[data-part]");
  const placeOf = (name, board = shown()) => board.querySelector('[data-part="' + name + '"]');
  const boardOf = (html) => parse(html).content.querySelector("#shown");
  const wordsIn = (element) => element.textContent.trim().replace(/\s+/g, " ").replace(/[ .]*\./g, ".");
  const goesOn = () => view.querySelector("#go-on");
  const toTop = () => [window, view.querySelector("main")].forEach((one) => one?.scrollTo(0, 0));
  const say = (kind, detail) => view.dispatchEvent(new CustomEvent("board:" + kind, { detail }));

  function parse(html) {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    return parsed;
  }

  /* Gives the view a class for a while, which the style answers. */
  function wear(name, ms, then) {
    view.classList.add(name);
    clearTimeout(worn[name]);
    worn[name] = setTimeout(function () {
      view.classList.remove(name);
      if (then) then();
    }, ms);
  }

  /* They take no tap for a moment. */
  function hush(buttons) {
    const isNew = (now) => buttons.forEach((button) => button.toggleAttribute("data-new", now));
    isNew(true);
    setTimeout(isNew, NEW_MEANING_MS, false);
  }

  /* Undo stands where the button was; then what comes next does. */
  function hold() {
    wear("held", HOLD_MS, rests);
    rests();
    /* A thumb on its way to a Save that has become needless is slower than a double tap. */
    setTimeout(rests, NEW_MEANING_MS);
  }

  /* A focus on what runs out goes on to what comes in its place. */
  function rests() {
    const buttons = all(view, ".foot .main");
    if (!view.classList.contains("held") && document.activeElement.closest(".just")) buttons.at(-1).focus();
    hush(buttons);
  }

  /* It stands for what was recorded last here: not for what came before that, once it is undone, nor for what others enter. */
  function release() {
    if (!view.classList.contains("held")) return;
    clearTimeout(worn.held);
    view.classList.remove("held");
    rests();
  }

  /* ---- parts ---- */

  /* What the board says, whatever is tapped here. */
  function sentences() {
    const said = partsOf(shown()).flatMap(function (place) {
      const html = untouched.get(place.dataset.part);
      return all(html === undefined ? place : parse(html).content, "[data-announce]");
    });
    return said.filter(isForMe).map(wordsIn);
  }

  /* Some sentences are for the phone of one seat alone, in place of what the others read. */
  function isForMe(sentence) {
    const { seat } = shown().dataset;
    if (sentence.dataset.to) return sentence.dataset.to === seat;
    return !seat || !sentence.parentNode.querySelector('[data-to="' + seat + '"]');
  }

  /* Nothing is touched where only other choices are checked: whoever tapped them sees that, and the form only goes back
     to others. `keeps` what was wrong. */
  function fill(place, html, keeps) {
    const unchecked = (text) => text.replace(/ (checked|data-new)(="")?| style="[^"]*"/g, "");
    const problem = keeps && place.querySelector("#problem");
    const parsed = parse(html);
    const isAlike = () => unchecked(parsed.innerHTML) === unchecked(place.innerHTML);
    if (!problem && taps.pairs.length && place.querySelector("input") && isAlike()) return goesBackTo(place, parsed.content);
    change(place, () => become(place, parsed.content));
    if (problem && !place.querySelector("#problem")) place.prepend(problem);
  }

  /* What is the same stays as it stands; not what can be typed or chosen in, but for the box that is typed in. */
  function become(place, wanted) {
    const now = [...place.childNodes];
    const next = [...wanted.childNodes];
    const isControl = (node) => node.matches?.(CONTROL) || node.querySelector?.(CONTROL);
    if (now.length !== next.length) return place.replaceChildren(...next);
    next.forEach(function (node, index) {
      const old = now[index];
      if (!isControl(node) && old.isEqualNode(node)) return;
      if (old === document.activeElement && old.type === "number" && old.value === node.value) return;
      if (node.childElementCount && old.cloneNode(false).isEqualNode(node.cloneNode(false))) become(old, node);
      else old.replaceWith(node);
    });
  }

  function goesBackTo(place, asSent) {
    const sent = all(asSent, "input");
    all(place, "input").forEach(function (control, index) {
      const isChecked = control.checked;
      control.defaultChecked = sent[index].defaultChecked;
      control.checked = isChecked;
    });
  }

  /* Puts in another board. What did not get through is said on this one too. */
  function replace(board) {
    if (unsent) view.after(unsent);
    change(view, () => view.replaceChildren(board));
    if (unsent) stand();
  }

  /* What people have opened, scrolled or come to stays so. A button that has come to mean something else cannot be
     tapped for a moment: a finger on its way, or the second half of a double tap, was meant for the one before. */
  function change(place, how) {
    const keyOf = (details) => details.id || details.querySelector("summary").textContent;
    const opened = new Map(all(place, "details").map((one) => [keyOf(one), one.open]));
    const places = scrolledNow().filter(([one]) => place.contains(one)).map(([one, left, top]) => [one.id, left, top]);
    const before = new Set(all(place, "button").map(meaning));
    isDrawing = true;
    how();
    isDrawing = false;
    for (const one of all(place, "details")) if (opened.has(keyOf(one))) one.open = opened.get(keyOf(one));
    for (const [id, left, top] of places) if (document.getElementById(id)) document.getElementById(id).scrollTo(left, top);
    if (before.size) {
      /* After an entry of one’s own the next step is meant, but neither its undo, nor the same of another player, nor what overrules the rules. */
      const isMeant = (button) => (sending || entered) && !button.matches(".hold, [data-each], [name=anyway]");
      hush(all(place, "button").filter((button) => !before.has(meaning(button)) && !isMeant(button)));
    }
    rest(isResting);
  }

  /* What is scrolled, asked once before the first of several changes: asking between two lays out the page once more. */
  function scrolledNow() {
    if (!scrolled) queueMicrotask(() => (scrolled = null));
    const isScrolled = (one) => one.scrollLeft || one.scrollTop;
    scrolled = scrolled || all(view, "[id]").filter(isScrolled).map((one) => [one, one.scrollLeft, one.scrollTop]);
    return scrolled;
  }

  function twinOf(control) {
    if (control.id) return document.getElementById(control.id);
    if (control.matches("input:not([type=radio], [type=checkbox])")) return view.querySelector(`input[name="${control.name}"]`);
    return control.localName === "button" && all(view, "button").find((one) => meaning(one) === meaning(control));
  }

  function focusOn(wanted) {
    const beside = wanted && wanted.disabled && wanted.closest("fieldset");
    const near = beside ? beside.querySelector("input:enabled") : wanted;
    for (const one of [near, view.querySelector("h1"), view.querySelector("main")]) {
      if (!one) continue;
      /* A heading takes none by itself. */
      if (one.tabIndex < 0) one.tabIndex = -1;
      one.focus({ preventScroll: true });
      /* What is disabled, hidden or in a folded part takes none. */
      if (document.activeElement === one) return;
    }
  }

  /* What had the focus may be gone, hidden, disabled or inert, whatever it was that came: its twin has it then, or what is
     near. Who gives it away by a tap beside wants none. */
  function keepFocus() {
    const now = document.activeElement;
    const isLost = now === document.body || (now === focused && now.matches(":disabled:not([data-rests])"));
    if (focused && isLost && !isResting) focusOn(focused.isConnected ? focused : focused.id !== "record" && twinOf(focused));
  }

  new MutationObserver(keepFocus).observe(view, { childList: true, subtree: true, attributeFilter: ["disabled", "inert"] });
  view.addEventListener("focusin", ({ target }) => (focused = target));
  /* Whether it was given away is seen a moment later: a browser may tell of it before what had it is gone, or when what was
     hidden stands again. A finger gives it away; the keyboard’s own key that of a field, which has text to select. */
  view.addEventListener("focusout", ({ target }) => setTimeout(function () {
    const stands = target.checkVisibility({ visibilityProperty: true }) && !target.matches(":disabled, [inert] *");
    if (!stands || (!finger && !target.select && document.hasFocus())) keepFocus();
    else if (focused === target && document.activeElement !== target) focused = null;
  }));

  /* What stands before a bar in a value says for which moment it is tapped: the button means the same at the next. */
  function meaning(button) {
    const label = button.querySelector("span") || button;
    const value = button.value.replace(/^[^|]*\|/, "");
    const first = [...label.childNodes].find((one) => one.nodeType === Node.ELEMENT_NODE || one.textContent.trim());
    return [button.formAction, button.name, value, button.dataset.each, first?.textContent.trim()].join(" ");
  }

  /* Shows the board as it is after this level, which is parts, a whole board, or both. Says "sure" once the page is what the level's
     manifest says; "doubted" if it is not, because it has missed an event. */
  function put(level) {
    if (finger) held.push(() => put(level));
    else say(show(level) ? "sure" : "doubted");
  }

  function show(level) {
    const now = shown().dataset;
    const isOther = ["records", "match", "seat"].some((name) => (level[name] || "") !== (now[name] || ""));
    /* An answer that newer news has overtaken. */
    if (!isOther && level.version < version()) return true;
    const isIn = entered && level.version >= entered.version;
    if (isOther) freed = level.seat === "" && level.match === now.match && level.records === (now.records || "") && now.seat;
    /* Where the board itself does not say so. */
    const isNewHost = level.hosts === "yes" && now.hosts === "" && !isOther;
    const isMine = isIn || (sending && !sending.isPreview);
    const before = { version: version(), taps };
    const isOver = isOther || level.moment !== now.moment;
    const isNext = isOver || (isIn && entered.isForm);
    if (isIn && entered.isForm && level.moment === now.moment) last = null;
    const seen = arrived();
    const paused = goesOn();
    say("before");
    if (!isOther && level.version > version()) setAside();
    const isAnother = level.board ? putWhole(level.board) : putParts(level.parts, level.manifest);
    if (isNext) drop();
    const isSame = (place) => level.manifest[place.dataset.part] === place.dataset.hash;
    const isSure = !level.manifest || (shown().dataset.layout === level.manifest[""] && partsOf(shown()).every(isSame));
    /* A newcomer's first level is a manifest alone. The page keeps its old version until it has the parts: what is tapped meanwhile is
       meant for what stands here, and the server then says so. */
    const isKnown = (name) => level[name] !== undefined && (isSure || isOther || name !== "version");
    for (const name of HEAD) if (isKnown(name)) shown().dataset[name] = level[name];
    if (isNext) begin(isOther);
    if (isNext && !isIn) release();
    /* Whoever taps just now means what somebody else has ended: that is no entry of what comes next. */
    if (isOver && !isMine) wear("ended", NEW_MEANING_MS);
    /* Once only: what is undone here next may have been entered in its place, at one tap or by another phone. */
    if (isNext && !(isIn && entered.isForm) && last && last.moment === level.moment) {
      view.classList.remove("late");
      keep({ ...last, at: version(), isBack: true });
      last = null;
    }
    /* Of what was only begun no more is asked once the next step is over, too. */
    const stays = beside && (beside.dataset.stays || ("stays" in beside.dataset && beside.dataset.at === level.moment));
    const isAsked = beside && !isOther && (beside.dataset.clashing || (stays && beside.dataset.of !== level.moment));
    if (isNext && !isAsked && !(isOver && beside?.dataset.at === level.moment)) close();
    if (isOver && beside) delete beside.dataset.clashing;
    /* The very match is shown, and no longer for the one who sat here: the host has freed the place of a lost phone. Of a game that is
       over its winner is in sight. */
    if (isOther && freed && !shown().dataset.won) tell(view.dataset.freed);
    else if (isNewHost) tell(view.dataset.hosts);
    /* That this phone hosts is all it says that isn't wrong. */
    else if (level.hosts === "" && !unsent.matches(".wrong")) tell();
    else if (isNext && !isOther && !isMine && before.taps.pairs.length && !before.taps.isBack && !taps.later) overtaken(before);
    /* What would follow may tell of what has just changed though the form it was tapped in is the same. */
    const isOutdated = untouched.size > 0 && version() > before.version;
    if (isNext || isAnother || isOutdated) again(isNext);
    if (late && late.moment === level.moment) overlay(late, true);
    if (arrived() && arrived() !== seen) {
      /* What has just come may move, as the style says; a verdict or a card that is turned up is to be seen. */
      wear("fresh", FRESH_MS);
      toTop();
    }
    /* Somebody has gone on for all: what comes then is another page, to be seen from its top. */
    if (paused && !goesOn()) toTop();
    if (isIn) settle();
    /* No name is looked for in a list: the way back is to that very place. */
    const way = freed && shown().querySelector('.foot a[href$="/join"]');
    if (way) way.href += "/" + freed;
    say("shown");
    const onward = shown().querySelector("[data-onward]");
    if (onward) location.replace(onward.href);
    /* What is entered another way now wants what the page has not loaded. */
    const kit = shown().querySelector("[data-kit]")?.dataset.kit;
    if (kit && !document.querySelector(`[src="${kit}"], [href="${kit}"]`)) location.reload();
    return isSure;
  }

  /* True if a form, or what would follow from it, is another one now. */
  function putParts(parts, manifest) {
    if (shown().dataset.layout !== manifest[""]) return false;
    let isAnother = Boolean(bare);
    for (const name in parts) {
      const place = placeOf(name);
      if (!place || place.dataset.hash === manifest[name]) continue;
      place.dataset.hash = manifest[name];
      isAnother = isAnother || untouched.has(name) || Boolean(place.querySelector("form[data-preview]"));
      if (untouched.has(name)) untouched.set(name, parts[name]);
      else fill(place, parts[name], true);
    }
    return isAnother;
  }

  /* A whole board is put in part by part where its layout is the one that stands here. */
  function putWhole(html) {
    const next = boardOf(html);
    const named = (key) => Object.fromEntries(partsOf(next).map((place) => [place.dataset.part, key(place)]));
    if (next.dataset.layout === shown().dataset.layout) {
      const hashes = named((place) => place.dataset.hash);
      return putParts(named((place) => place.innerHTML), { ...hashes, "": next.dataset.layout });
    }
    untouched.clear();
    if (bare) bare = next;
    else replace(next);
    return true;
  }

  /* The level that a whole board is: what an answer to a question says. */
  function levelOf(html) {
    const next = boardOf(html);
    return { ...next.dataset, version: Number(next.dataset.version), board: html };
  }

  /* What comes while a finger is down waits for the tap, which would be lost if its target went away. */
  function lift() {
    const ready = held;
    finger = 0;
    held = [];
    for (const one of ready) one();
  }

  for (const kind in TAP_MS) {
    view.addEventListener(kind, function () {
      if (kind === "pointerup") liftedAt = performance.now();
      clearTimeout(finger);
      finger = setTimeout(lift, TAP_MS[kind]);
    });
  }

  view.addEventListener("keydown", function (event) {
    liftedAt = -BY_FINGER_MS;
    /* A link that acts is pressed like any other button. */
    if (event.key !== " " || !event.target.matches("a[role=button]")) return;
    event.preventDefault();
    event.target.click();
  });

  /* ---- what would follow ---- */

  /* Shows what would follow, or what was wrong. A tap of one's own takes away what was wrong before; `keeps` leaves it. */
  function overlay(answer, isRefusal, keeps) {
    if (answer.moment !== shown().dataset.moment) {
      late = isRefusal && answer.version > version() ? answer : null;
      if (late) say("entered", answer.version);
      return;
    }
    late = null;
    const newest = version();
    if (!isRefusal && answer.version < newest) return again();
    say("before");
    if (!keeps) forgive();
    if (answer.board) overlayWhole(boardOf(answer.board));
    else overlayParts(answer.parts, keeps);
    if (isRefusal) view.querySelector("#problem")?.focus({ preventScroll: true });
    view.querySelector(".picked")?.scrollIntoView({ block: "nearest" });
    /* Enlarged, the table follows the count. */
    view.querySelector("#desk .now")?.scrollIntoView({ block: "center", inline: "center" });
    say("shown");
    /* A refusal that news overtook has laid its older board over that news, which no stream brings a second time. */
    if (version() < newest) say("doubted");
  }

  function overlayParts(parts, keeps) {
    if (bare) {
      drop();
      mark(view);
    }
    for (const [name, html] of untouched) {
      if (name in parts) continue;
      untouched.delete(name);
      fill(placeOf(name), html, keeps);
    }
    /* The buttons of one choice may stand in several parts. */
    mark(view);
    for (const name in parts) {
      const place = placeOf(name);
      if (!place) continue;
      if (!untouched.has(name)) untouched.set(name, asSent(place));
      fill(place, parts[name], keeps);
    }
    mark(view, since);
  }

  function overlayWhole(next) {
    const now = document.getElementById("shown");
    if (next.dataset.layout === now.dataset.layout) {
      for (const part of partsOf(next)) {
        const place = placeOf(part.dataset.part, now);
        fill(place, part.innerHTML);
      }
      mark(view, since);
      now.dataset.version = next.dataset.version;
      return;
    }
    drop();
    bare = now;
    replace(next);
    mark(view, since);
  }

  /* Shows the board as it is without what is tapped. */
  function drop(keeps) {
    for (const [name, html] of untouched) fill(placeOf(name), html, keeps);
    untouched.clear();
    const board = bare;
    bare = null;
    if (board) replace(board);
  }

  /* The HTML of a part without what scripts have done to it: as a text, a style would be refused by our policy. */
  function asSent(place) {
    const copy = forgive(place.cloneNode(true));
    for (const name of ["style", "data-new"]) for (const one of all(copy, "[" + name + "]")) one.removeAttribute(name);
    /* Nor what a finger has drawn. */
    copy.querySelector(".drawn > .now")?.remove();
    for (const one of all(copy, "[data-count]")) one.textContent = 0;
    return copy.innerHTML;
  }

  /* What was wrong is no longer said. */
  function forgive(place = view) {
    const problem = place.querySelector("#problem");
    problem?.remove();
    return place;
  }

  /* Somebody else has recorded the moment that was being entered here: the server says what, and what becomes of this. */
  function overtaken({ version, taps }) {
    add({ url: view.dataset.preview, pairs: taps.pairs, version, isPreview: true, isAgain: true, isOver: true });
    /* What was begun is here again if the moment comes back: undone by somebody, it is soon entered anew. */
    last = taps;
    view.classList.add("late");
  }

  /* The first tap after that, however late, was meant for what has gone: it only lets this form be seen for a new one. */
  view.addEventListener("click", function (event) {
    const tapped = event.target.closest("label, button, input");
    const control = tapped?.control || tapped;
    /* Another way to enter is meant for whatever comes. */
    const isMine = view.classList.contains("late") && control?.form?.dataset.preview && !/_way$/.test(control.name);
    view.classList.remove("late");
    if (!isMine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  /* An entry whose form is gone stays in sight beside whatever is tapped now, until it is closed or saved; for a while if it
     is what was recorded. True if the answer is about one. */
  function keepBeside(answer, isRefusal, tap) {
    const found = parse(answer.board || Object.values(answer.parts).join("")).content.querySelector("#problem.beside");
    if (!found) return false;
    close();
    if (isRefusal) close(view.querySelector("#problem"));
    beside = found;
    beside.id = "beside";
    beside.dataset.of = tap.moment;
    beside.dataset.at = answer.moment;
    beside.dataset.lap = answer.lap;
    if (beside.dataset.stays) stored((storage) => storage.setItem(keyFor("asked "), beside.outerHTML));
    stand();
    askWith(beside);
    if (beside.dataset.passes) setTimeout(close, beside.dataset.passes * 1000, beside);
    if (isRefusal) beside.focus({ preventScroll: true });
    else say("told", beside.getAttribute("aria-label"));
    if (isRefusal || (tap.isAgain && !tap.isOver)) {
      const others = besides((beside.dataset.clashing || "").split(" "));
      remember(others);
      /* Its form is still there: it is said beside it now, and not to be saved once more without a word. */
      if ((tap.moment || answer.moment) === answer.moment) {
        drop();
        startOver();
        say("shown");
        if (others.length) again();
      }
    }
    return true;
  }

  /* What is typed in other fields than these, where only these clash. */
  function besides(clashing) {
    const others = taps.pairs.filter(([name]) => clashing[0] && !clashing.includes(name));
    return others.some(([name, value]) => name.includes(".") && value) ? others : [];
  }

  function close(one = beside) {
    if (!one || !one.isConnected) return;
    if (one.matches(".put-right")) stored((storage) => storage.setItem(keyFor("read "), one.textContent));
    if (one.dataset.once) stored((storage) => storage.setItem(keyFor("told "), one.dataset.once));
    one.remove();
    if (one.dataset.of && one !== beside) keepUnread(all(view, ".put-right[data-of]"));
    if (one === beside) {
      answered();
      beside = null;
      if (one.dataset.passes) view.classList.remove("late");
    }
  }

  const answered = () => stored((storage) => storage.removeItem(keyFor("asked ")));

  /* A question outlives its page, but not what it is about. */
  function askAgain() {
    const asked = parse(stored((storage) => storage.getItem(keyFor("asked "))) || "").content.firstElementChild;
    const { moment } = shown().dataset;
    const stands = asked && asked.dataset.of !== moment && (asked.dataset.at === moment || !isEnded());
    if (stands && asked.dataset.index) beside = asked;
    askWith(asked);
  }

  /* What goes with a question comes with the first. */
  function askWith(question) {
    const script = question?.dataset.asks;
    if (script && !document.querySelector(`[src="${script}"]`)) lend(script);
  }

  /* Who hosts now is said for a while: only hidden by the style, it would hide the next who does in its place. Some is said on one
     page alone. */
  function letPass() {
    const told = stored((storage) => storage.getItem(keyFor("told ")));
    for (const one of all(view, ".told")) {
      if (one.dataset.once === told) one.remove();
      else setTimeout(close, TOLD_MS, one);
    }
  }

  /* What was put right and read stays away when its part is drawn anew, and after a reload. What was not read still comes, as long as
     it stands. */
  function leaveOutRead() {
    const one = view.querySelector(".put-right");
    if (one && one.textContent === stored((storage) => storage.getItem(keyFor("read ")))) one.remove();
    if (view.querySelector(".put-right[data-of]")) return;
    const edits = view.querySelector("[data-edits]")?.dataset.edits.split(" ") || [];
    const unread = [...parse(stored((storage) => storage.getItem(keyFor("unread "))) || "").content.children];
    shown().append(...unread.filter((one) => edits.includes(one.dataset.of)));
  }

  const keepUnread = (notes) =>
    stored((storage) => storage.setItem(keyFor("unread "), notes.map((one) => one.outerHTML).join("")));

  /* What was put right lies below a question until that is answered, however much is entered meanwhile: the oldest on top. */
  function setAside() {
    const notes = all(view, ".put-right");
    const isRead = notes.at(-1)?.checkVisibility({ visibilityProperty: true });
    for (const one of notes) one.dataset.of ||= version() - 1;
    keepUnread(isRead ? notes.slice(0, -1) : notes);
    for (const one of notes) one.remove();
  }

  /* A tap on the bar that says what is missing or against the rules, or who starts, puts it away: it lies over the line with
     Undo, or over the head. */
  function putAway(tapped) {
    const bar = tapped.closest(".foot .notice:not(.later), .passing");
    if (!bar || tapped.closest("a, button")) return;
    if (bar === unsent) tell(null);
    else close(bar);
  }

  /* ---- taps ---- */

  const key = () => "taps " + shown().dataset.match + " " + (shown().dataset.seat || "");
  /* What is tapped into a correction is not kept: its form is filled in with what was entered then. */
  const isKept = () => Boolean(view.dataset.stream);

  /* What is done with the storage; nothing where a browser allows none: then taps last as long as the page does. */
  const keyFor = (what) => what + view.dataset.preview;

  function stored(how) {
    try {
      return how(sessionStorage);
    } catch (error) {
      return null;
    }
  }

  function remembered() {
    const moment = shown().dataset.moment;
    const kept = isKept() && stored((storage) => JSON.parse(storage.getItem(key())));
    const { ways, later } = kept || { ways: {} };
    return kept && kept.moment === moment ? kept : { moment, pairs: [], ids: [], ways, later };
  }

  /* `tapped`: the name of the button or control. What is tapped under a name with an underscore is a way from then on. */
  function remember(pairs, tapped, later) {
    const ways = { ...taps.ways };
    if (tapped && tapped[0] === "_") ways[tapped] = [];
    for (const name in ways) {
      const values = pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
      if (values.length) ways[name] = values;
    }
    const ids = pairs.length ? all(view, "form :checked, :checked[form]").map((one) => one.id) : [];
    const since = {};
    for (const [name, value] of pairs) if (value && name.includes(".")) since[name] = (taps.since || {})[name] ?? version();
    const at = (pairs.length && taps.pairs.length && taps.at) || version();
    /* What an undo gave back, and what was kept for later and taken back, is saved by its button. */
    const byButton = pairs[0] && (taps.isBack || taps.byButton);
    keep({ moment: shown().dataset.moment, pairs: pairs.filter(([name]) => !(name in ways)), ids, ways, later, since, at, byButton });
  }

  function keep(now) {
    taps = now;
    view.classList.toggle("given", Boolean(taps.isBack));
    /* Nothing is tapped into a board that cannot move on: what is kept for later is sent, or taken back, first. */
    for (const one of all(view, "main, .foot > :not(#unsent)")) one.inert = Boolean(taps.later);
    if (isKept()) stored((storage) => storage.setItem(key(), JSON.stringify(taps)));
  }

  /* Whoever had this phone before leaves nothing behind. */
  function forget(isOver) {
    stored(function (storage) {
      for (const name in storage) if (name.startsWith("taps ") && (isOver || name !== key())) storage.removeItem(name);
    });
  }

  /* Another moment of the game: nothing is tapped yet. */
  function begin(isOther) {
    forgive();
    lacking.clear();
    if (isOther) forget();
    if (isOther) taps = remembered();
    else remember([], "", taps.later);
    startOver();
    const rest = entered?.rest;
    if (!isOther && rest?.moment === shown().dataset.moment) keep({ ...taps, ...rest, at: version() });
  }

  /* What is tapped into the form beside the one that is sent, and is no part of the entry: it is still to be saved. */
  function restOf(form) {
    const beside = form?.dataset.beside && document.getElementById(form.dataset.beside);
    const ids = beside ? all(beside, ":checked").map((one) => one.id) : [];
    return ids.length ? { moment: shown().dataset.moment, pairs: pairsOf(beside, null, true), ids } : null;
  }

  function startOver() {
    for (const form of all(view, "form[data-preview]")) form.reset();
  }

  function pairsIn(values) {
    return Object.entries(values).flatMap(([name, all]) => all.map((one) => [name, one]));
  }

  /* A page that answers a form knows what was tapped; from now on this page does, and loaded again it is the board. */
  function given() {
    if (!view.dataset.taps) return;
    const pairs = pairsIn(JSON.parse(view.dataset.taps));
    for (const [name] of pairs) if (name[0] === "_") taps.ways[name] = [];
    remember(pairs);
    history.replaceState(null, "", view.dataset.board.replace(/\/board$/, ""));
  }

  /* Everything in a form, and in the one whose taps go along unless it `records`, but what the page itself knows. */
  function pairsOf(form, button, records) {
    const beside = !records && form.dataset.beside && document.getElementById(form.dataset.beside);
    const pairs = [...new FormData(form), ...(beside ? new FormData(beside) : [])];
    if (button && button.name) pairs.push([button.name, button.value]);
    return pairs.filter(([name, value]) => name !== "version" && typeof value === "string");
  }

  function body(pairs, version) {
    const sent = new URLSearchParams(pairs);
    for (const name in taps.ways) if (!sent.has(name)) for (const value of taps.ways[name]) sent.append(name, value);
    sent.set("version", version);
    if (taps.isBack) sent.set("_given", "true");
    /* What others wrote since a figure was typed here is not to be overwritten unseen. */
    for (const [name, at] of Object.entries(taps.since || {})) if (at < version) sent.append("_since", name + " " + at);
    return sent;
  }

  /* Marks what was tapped in the forms that stand here now, or what was tapped under these names. */
  function mark(place, names) {
    if (!taps.pairs.length) return;
    const said = (name) => taps.pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
    const marked = {};
    const isSaid = function ({ name, value, type }) {
      /* Two of a kind are two boxes of one name and value: as many are marked as were tapped. */
      const many = type === "checkbox" && said(name).filter((one) => one === value).length;
      if (many && taps.isGiven) return (marked[name + value] = (marked[name + value] || 0) + 1) <= many;
      /* One of a list, as "colours.0", is given back under the name of the list. */
      const [, list, at] = name.match(/^(.+)\.(\d+)$/) || [];
      return taps.isGiven && (said(name).includes(value) || (list && said(list)[at] === value));
    };
    const isTapped = (control) => taps.ids.includes(control.id) || isSaid(control);
    for (const control of all(place, "input:not([type=hidden]), select, textarea")) {
      if (!control.form?.dataset.preview || (names && !names.has(control.name))) continue;
      const pair = taps.pairs.find(([name]) => name === control.name);
      if (control.type === "radio") control.checked = control.checked || (!control.disabled && isTapped(control));
      else if (control.type === "checkbox") control.checked = isTapped(control);
      /* What is being typed is not overtaken by an answer, but one drawn anew gets it again; what an undo gives back belongs in
         every field. */
      else if (pair && pair[1] !== control.value && (taps.isGiven || control !== document.activeElement || control.value === control.defaultValue)) {
        control.value = pair[1];
      }
    }
  }

  /* What was tapped before this board came: it is shown again, and asked about again. Whoever likes to enter in another
     way than most waits for that form: what is tapped meanwhile would be meant for this one. */
  function again(isNew) {
    const hasWays = Object.keys(taps.ways).length > 0;
    if (taps.later) return sendLater();
    if (!(taps.pairs.length || hasWays)) return drop(true);
    if (isNew && hasWays) view.classList.add("asking");
    mark(view);
    if (waiting.some((one) => one.isAgain && !one.isOver)) return;
    /* As of when it was begun: the server says what others have entered for that player since. */
    add({ url: view.dataset.preview, isPreview: true, isAgain: true, version: taps.at });
  }

  function sendLater() {
    mark(view);
    if ([sending, ...waiting].some((one) => one && !one.isPreview)) return;
    rest(true);
    /* Somebody answers again: it is no longer kept, but on its way. */
    tell(null);
    add({ ...taps.later });
  }

  /* One more than there may be takes the place of the one tapped first. */
  function keepMost(control) {
    const group = control.closest("[data-most]");
    if (!group || control.type !== "checkbox") return;
    control.tappedAt = performance.now();
    const chosen = all(group, "input:checked").sort((a, b) => (a.tappedAt || 0) - (b.tappedAt || 0));
    for (const one of chosen.slice(0, -Number(group.dataset.most))) one.checked = false;
  }

  /* A second tap says that there are two of it, where two are left; the third takes both back. */
  function tapAgain(control) {
    const isTwin = (one) => one !== control && one.name === control.name && one.value === control.value;
    const twin = control.form && all(control.form, "[data-again]").find(isTwin);
    if (!twin || control.checked || !(twin.checked || Number(twin.dataset.again) > 1)) return;
    control.checked = twin.checked = !twin.checked;
  }

  /* Whoever is chosen so is entered for anew: what was tapped for another is not theirs. */
  function beginAnew(control) {
    if (!("anew" in control.dataset)) return;
    const isWay = (one) => one.name[0] === "_" || one.name === control.name;
    for (const one of all(control.form, ":checked")) if (!isWay(one)) one.checked = false;
  }

  /* An empty field is marked and chosen in our own looks, not by the browser's bubble. */
  view.addEventListener("invalid", function (event) {
    if (!event.target.matches("input:not([type=radio], [type=checkbox])")) return;
    event.preventDefault();
    lacking.add(event.target.name);
    markLacking();
    view.querySelector("[aria-invalid=true]").focus();
  }, true);

  /* Also where the field has come anew since, with an answer that was on its way. */
  function markLacking() {
    for (const one of all(view, "input:invalid")) {
      if (lacking.has(one.name)) one.setAttribute("aria-invalid", "true");
    }
  }

  for (const kind of ["input", "change"]) view.addEventListener(kind, function (event) {
    const form = event.target.form;
    event.target.removeAttribute("aria-invalid");
    lacking.delete(event.target.name);
    if (kind === "change") tapAgain(event.target);
    if (kind === "change") keepMost(event.target);
    if (kind === "change") beginAnew(event.target);
    if (form && !form.dataset.preview && kind === "change") forgive();
    if (!form || !form.dataset.preview || !event.target.name) return;
    since.add(event.target.name);
    if (!isDrawing) remember(pairsOf(form), event.target.name);
    if (kind === "input" || waiting.some((one) => one.isPreview && !one.button && one.form === form)) return;
    const isByFinger = performance.now() - liftedAt < BY_FINGER_MS;
    add({ url: form.dataset.preview, form, name: event.target.name, isPreview: true, isByFinger });
  });

  view.addEventListener("click", function (event) {
    clicked = event.target.closest("button");
    if (event.target.closest("[data-close]")) {
      event.preventDefault();
      close(event.target.closest(".notice"));
    }
    putAway(event.target);
    all(view, ".tapped").forEach(close);
    if (unsent?.contains(clicked)) takeBack();
    /* The second half of a double tap is not meant for the button that has taken the place of the first; one that counts stays. */
    if (event.detail > 1 && clicked?.closest(".foot") && !/^count-/.test(clicked.id)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);

  /* What is tapped is given up, but for a form that the link names, which stands as it was. The link leads to the board as it
     is, for a page that a server has filled in. */
  view.addEventListener("click", function (event) {
    const link = event.target.closest("a[data-drops]");
    if (!link) return;
    waiting.length = 0;
    if (sending && sending.isPreview) sending.isOver = true;
    const stays = document.getElementById(link.dataset.drops);
    remember(stays ? pairsOf(stays) : []);
    if (!untouched.size && !bare) return;
    event.preventDefault();
    drop();
    again();
  });

  function submitted(event) {
    const form = event.target;
    const button = event.submitter || (clicked && clicked.form === form ? clicked : null);
    const url = button && button.hasAttribute("formaction") ? button.formAction : form.action;
    const isPreview = PREVIEW.test(url);
    if (beside?.contains(form)) return answered();
    if (!isPreview && !ENTRY.test(url)) return;
    event.preventDefault();
    if (isResting) return;
    if (!isPreview) rest(true);
    /* One tap that records stands for the last choice of several. */
    if (button && "holds" in button.dataset) isByItself = true;
    const { moment } = shown().dataset;
    const isTop = (!isPreview && form.dataset.preview) || [form, button].some((one) => one && "top" in one.dataset);
    const isForm = Boolean(form.dataset.preview);
    const isOnSheet = sheet?.contains(form);
    /* What is tapped there is meant for what stood when it was opened. */
    const seen = isOnSheet ? Number(form.elements.version.value) : version();
    add({ url, form, button, name: button && button.name, isPreview, isForm, isTop, moment, version: seen });
    if (isOnSheet) sheet.close();
  }

  view.addEventListener("submit", submitted);
  /* What is missing is said in the bar, not by a bubble over the keys; a form that marks it does so where it is missing. */
  view.addEventListener("click", function (event) {
    const form = event.target.closest("button")?.form;
    if (form && form.dataset.preview && !("marks" in form.dataset)) form.noValidate = true;
  }, true);

  /* ---- the verdict as a sheet over the board ---- */

  const PUSHED_PX = 70;
  const sheet = document.getElementById("sheet");
  let pushedFrom = Infinity;

  /* Where no sheet can be shown, or nobody answers, the link is followed like any other. */
  async function openSheet(href) {
    const isRenewed = sheet.open;
    const answer = await fetch(href, { credentials: "same-origin", cache: "no-store" }).catch(() => null);
    const ruled = answer?.ok && parse(await answer.text()).content.querySelector("#ruled");
    if (isRenewed && !(ruled && sheet.open)) return sheet.close();
    if (!ruled) return location.assign(href);
    sheet.replaceChildren(ruled);
    sheet.href = href;
    if (isRenewed) return hush(all(sheet, "button, a"));
    sheet.scrollTop = 0;
    sheet.showModal();
  }

  if (sheet && sheet.showModal) {
    view.addEventListener("click", function (event) {
      const link = event.target.closest("a[data-sheet]");
      if (!link || view.dataset.state === "off") return;
      event.preventDefault();
      openSheet(link.href);
    });
    /* What it says may have been changed or undone, also by others. */
    view.addEventListener("board:shown", function () {
      if (sheet.open && sheet.firstChild.dataset.version < version()) openSheet(sheet.href);
    });
    sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
    /* A finger pushes it down again. */
    sheet.addEventListener("touchstart", function (event) {
      pushedFrom = sheet.scrollTop > 0 ? Infinity : event.touches[0].clientY;
    }, { passive: true });
    sheet.addEventListener("touchend", function (event) {
      if (event.changedTouches[0].clientY - pushedFrom > PUSHED_PX) sheet.close();
    });
    sheet.addEventListener("submit", submitted);
  }

  /* For two seconds the piece of whoever was hurt, and only it, is the loudest thing on the board. */
  let hit = hits();

  function hits() {
    const news = view.querySelector("[data-hit]");
    return news ? shown().dataset.moment + ";" + news.dataset.hit : "";
  }

  view.addEventListener("board:shown", function () {
    if (hit === (hit = hits())) return;
    for (const name of hit.split(";").slice(1).filter(Boolean)) {
      const piece = view.querySelector('[data-moves="' + name + '"]');
      const place = piece?.closest(".tank, li");
      if (!place) continue;
      place.classList.add("loud");
      setTimeout(() => place.classList.remove("loud"), LOUD_MS);
    }
  });

  /* The form that stands in the place of this one by now. */
  function formNow(form) {
    if (form.isConnected) return form;
    const meant = "[type=hidden]:not([name^=_], [name=version])";
    const said = (one) => one.action + all(one, meant).map((field) => field.value);
    return all(view, "form").find((one) => (form.id ? one.id === form.id : !one.id && said(one) === said(form)));
  }

  /* What a tap sends: all that is in its form when its turn comes. Null if the tap before took its form away, so that it
     would mean something else; unless the game has moved on, which the server says. */
  function pairsFor(tap) {
    if (tap.pairs || tap.isAgain) return tap.pairs || taps.pairs;
    const form = formNow(tap.form) || (tap.isPreview || tap.moment === shown().dataset.moment ? null : tap.form);
    const isSame = tap.isPreview && tap.button && tap.button.id;
    return form && pairsOf(form, (isSame && document.getElementById(tap.button.id)) || tap.button, !tap.isPreview);
  }

  /* ---- sending ---- */

  function add(tap) {
    waiting.push(tap);
    if (!sending) next();
  }

  async function next() {
    while (waiting.length) {
      sending = waiting.shift();
      const pairs = pairsFor(sending);
      if (pairs) await send(sending, pairs);
      else if (!sending.isPreview) rest(false);
      if (sending.isAgain && !waiting.some((one) => one.isAgain)) view.classList.remove("asking");
    }
    sending = null;
  }

  async function send(tap, pairs) {
    if (tap.isPreview) since.clear();
    if (tap.isPreview && !tap.isAgain) remember(pairs, tap.name);
    /* What is tapped from now on is not part of this entry. */
    if (!tap.isPreview) Object.assign(tap, { taps, rest: tap.isForm && restOf(tap.form) });
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), view.dataset.state === "off" ? SENDS_OFF_MS : SENDS_MS);
    try {
      const answer = await fetch(tap.url, {
        method: "POST",
        body: body(pairs, tap.version === undefined ? version() : tap.version),
        headers: { "HX-Request": "true", ...(tap.isPreview && !tap.isAgain && !LOOKS.test(tap.name) && tapped()) },
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

  /* Others see that somebody is entering: it is sent now and then. */
  function tapped() {
    if (performance.now() < saidAt + TELLS_MS) return {};
    saidAt = performance.now();
    return { "X-Tapped": "true" };
  }

  async function heard(tap, answer) {
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    const leads = answer.headers.get("HX-Redirect");
    const said = answer.status === 204 ? null : isJson ? await answer.json() : await answer.text();
    if (leads) {
      forget(true);
      location.assign(leads);
      return;
    }
    if (finger) await new Promise((lifted) => held.push(lifted));
    if (answer.status === 204) recorded(tap, Number(answer.headers.get("X-Version")));
    else if (!tap.isPreview) rest(false);
    if (said !== null && !isJson) tell(wordsOf(said));
    /* What is missing the board says itself, now that somebody answers. */
    else if (!tap.isAgain || unsent.textContent.includes(unsent.dataset.missing)) tell(null);
    const isBeside = isJson && !tap.isBack && keepBeside(said, !answer.ok, tap);
    /* The tap was meant for the entry that is said beside: that nothing is tapped would only hide what became of it. */
    const isMeantBeside = beside && tap.isForm && !taps.pairs.some(([name, value]) => name !== "kind" && value);
    if (isJson && tap.isBack) giveBack(said);
    else if (isJson && !isBeside && !tap.isOver && (answer.ok || !isMeantBeside)) overlay(said, !answer.ok, tap.isAgain);
    if (!answer.ok) isByItself = false;
    else if (isJson && tap.isTop) toTop();
    if (answer.ok && isJson && tap.isByFinger && !waiting.length) recordByItself(formNow(tap.form));
    if (!tap.isPreview && taps.later) keep({ ...taps, later: null });
  }

  /* The last choice by finger or mouse records by itself; undo stands in the button's place for three seconds. */
  function recordByItself(form) {
    const record = view.querySelector("#record:not(.wait)");
    if (!form || taps.byButton || !("byItself" in form.dataset) || !record) return;
    isByItself = true;
    form.requestSubmit(record);
  }

  const arrived = () => view.querySelector("[data-arrives]")?.textContent;

  /* What is half made stays if it is of another form, or was tapped since; what an undo gave back is entered by redo. */
  function recorded(tap, number) {
    const isOwn = tap.isForm && tap.taps === taps;
    const isForm = isOwn || (/\/redo$/.test(tap.url) && Boolean(taps.isBack));
    entered = { version: number, isForm, isTop: tap.isTop, isUndo: /\/undo$/.test(tap.url), rest: tap.rest };
    if (isOwn) last = taps;
    if (isForm) remember([]);
    if (version() < number) return say("entered", number);
    if (isForm) drop();
    if (isForm) begin();
    again(isForm);
    return settle();
  }

  function settle() {
    if (entered.isTop) toTop();
    /* What is entered now says nothing of a figure that is still said beside, another tap nothing of what is asked there. */
    if (!beside?.dataset.clashing && (entered.isForm || !beside?.matches("[data-stays]"))) close();
    /* Undo gives the entry back, also to a phone that did not make it, or made it with one tap. Until somebody taps here, it
       is no entry of this phone's (`isBack`), so that no one was quicker. */
    if (entered.isUndo && !taps.pairs.length)
      add({ url: view.dataset.preview, pairs: [["_back", "true"]], isPreview: true, isAgain: true, isBack: true });
    if (isByItself) hold();
    else release();
    isByItself = false;
    entered = null;
    rest(false);
  }

  function giveBack(answer) {
    if (!answer.taps || taps.pairs.length || answer.moment !== shown().dataset.moment) return;
    remember(pairsIn(answer.taps));
    keep({ ...taps, isGiven: true, isBack: true });
    overlay(answer, false, true);
    mark(view);
    remember(taps.pairs);
    keep({ ...taps, isBack: true });
  }

  /* An answer that is no part of a board: a page that says what is wrong. Its words are shown, and the board stays. */
  function wordsOf(page) {
    const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
    return main ? wordsIn(main) : unsent.dataset.unsent;
  }

  /* An entry is sent later as it stands; not one after a button that did not get through: it was meant for a board that
     never came. What is half made is asked about again as soon as somebody answers. */
  function failed(tap) {
    const lost = [tap, ...waiting];
    const entry = lost.find((one) => !one.isPreview) || wholeOf(lost);
    if (entry) {
      const isSure = isKept() && !lost.some((one) => one.isPreview && one.button) && isWhole(entry);
      const pairs = isSure && pairsFor(entry);
      const { url, version, isForm, isTop } = entry;
      waiting.length = 0;
      keep({ ...taps, later: pairs ? { url, version, isForm, isTop, pairs: [...body(pairs, version)] } : null });
      rest(false);
      tell(unsent.dataset[pairs ? "later" : isWhole(entry) ? "unsent" : "missing"]);
    }
    if (tap.form?.dataset.asks) view.querySelector("#record")?.classList.toggle("wait", !isWhole(tap));
    say("unsent");
  }

  /* The entry that the last choice by finger would have recorded by itself, had somebody answered. */
  function wholeOf(lost) {
    const form = lost.every((one) => !one.button) && lost.some((one) => one.isByFinger) && formNow(lost[lost.length - 1].form);
    if (!form || taps.byButton || !("byItself" in form.dataset)) return null;
    if (!(form.dataset.asks || form.querySelector(":required")) || !isWhole({ form }) || !form.checkValidity()) return null;
    return { url: form.action, form, isForm: true, version: version() };
  }

  /* Of a form that says how often each of its questions is answered, whether all are. */
  function isWhole({ form }) {
    const sent = form?.dataset.asks ? new FormData(formNow(form)) : null;
    const isTapped = ([name, count]) => sent.getAll(name).length === Number(count);
    return !sent || form.dataset.asks.split(" ").every((one) => isTapped(one.split(":")));
  }

  /* Buttons that the server has drawn disabled are left as they are. */
  function rest(isAsleep) {
    isResting = isAsleep;
    /* A browser takes the focus away from a button that rests: only one pressed by key has it again. */
    if (isAsleep && performance.now() - liftedAt <= BY_FINGER_MS && focused?.matches("button")) focused = null;
    for (const button of all(view, isAsleep ? "button:not([type=button],[disabled])" : "[data-rests]")) {
      button.toggleAttribute("disabled", isAsleep);
      button.toggleAttribute("data-rests", isAsleep);
    }
    /* What is typed while an entry is on its way is meant for what comes after it. */
    for (const one of all(view, "[data-figure]")) one.readOnly = isAsleep;
  }

  /* What was kept for later stands in its form again, whole. */
  function takeBack() {
    keep({ ...taps, later: null, byButton: true });
    tell(null);
    for (const button of all(view, ".foot .main.wait")) button.classList.remove("wait");
  }

  function tell(words) {
    const said = unsent.querySelector("p");
    const isNew = said.textContent !== (words || "");
    unsent.hidden = !words;
    said.textContent = words || "";
    unsent.classList.toggle("later", words === unsent.dataset.later);
    unsent.classList.toggle("wrong", words !== view.dataset.hosts);
    if (words && isNew) unsent.focus({ preventScroll: true });
  }

  /* Notices stand in the foot, where they are without a script, and are seen as a bar right below the head; what passes by
     itself, over the words of the head, where nothing can be tapped. */
  function place() {
    const heads = all(document, ".strip, .correcting");
    const lowest = Math.max(0, ...heads.map((one) => one.getBoundingClientRect().bottom));
    view.style.setProperty("--bar", Math.round(lowest) + 4 + "px");
    const head = view.querySelector(".strip");
    const words = head?.querySelector("p");
    if (!words) return;
    const parts = [head, head.firstElementChild, words, head.querySelector(".tools") || head];
    const [box, first, said, signs] = parts.map((one) => one.getBoundingClientRect());
    /* with large text the signs stand below the words */
    const end = signs.top < said.bottom ? box.bottom : signs.top;
    const right = document.documentElement.clientWidth - said.right;
    view.style.setProperty("--title", `${box.top + 3}px ${right}px auto ${(first.width ? first : said).left - 6}px`);
    view.style.setProperty("--title-height", end - box.top - 6 + "px");
    document.documentElement.toggleAttribute("data-roomy", parseFloat(getComputedStyle(document.documentElement).fontSize) <= 20);
  }

  function stand() {
    (view.querySelector(".foot") || view).prepend(...(beside ? [beside] : []), unsent);
  }

  /* Scripts that the page can do without come once it stands. */
  function lend(address) {
    const script = document.createElement("script");
    script.src = address;
    document.head.append(script);
    return script;
  }

  /* The picture of a result is seldom wanted: what makes it comes with the first tap on it. */
  view.addEventListener("click", function (event) {
    const link = event.target.closest("a[data-picture]");
    if (!link || hasPicture) return;
    hasPicture = true;
    event.preventDefault();
    lend(link.dataset.script).addEventListener("load", () => link.click());
  });

  setInterval(function () {
    for (const one of all(view, "[data-left]")) if (one.dataset.left > 0) one.textContent = one.dataset.left -= 1;
  }, 1000);

  /* The minute in which a host may answer ends here too. */
  setInterval(function () {
    const due = document.querySelector("[data-due]")?.dataset.due;
    if (due) fetch(due, { method: "POST" }).catch(() => {});
  }, 5000);

  const mayMove = matchMedia("(prefers-reduced-motion: no-preference)").matches;
  const shows = mayMove ? view.dataset.motion : view.dataset.still;
  if (shows) window.addEventListener("load", () => lend(shows));
  if (view.dataset.sound) window.addEventListener("load", () => lend(view.dataset.sound));
  view.dataset.bar = "";
  for (const kind of ["scroll", "resize"]) window.addEventListener(kind, place, { passive: true });
  for (const follows of [leaveOutRead, letPass, markLacking, place]) {
    follows();
    view.addEventListener("board:shown", follows);
  }
  if (unsent) askAgain();
  if (unsent) stand();
  let taps = remembered();
  keep(taps);
  forget();
  given();
  again();
  return { put, levelOf, shown, sentences, again, close, warn: unsent ? tell : () => {} };
})();
