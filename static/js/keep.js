/* Replaces the board shown by a newer one, and loses nothing of what is being entered there. Why: docs/adr/0005. */
(function () {
  "use strict";
  const view = document.getElementById("view");
  if (!view || !window.htmx || !window.Idiomorph) return;

  const unsent = document.getElementById("unsent");
  const FROM_STREAM = { isAnswer: false };
  const CALLBACKS = {
    // The badge is live.js's own, and what did not get through is said here: no board that arrives has either.
    beforeNodeRemoved: (node) => node.id !== "badge" && node !== unsent,
    beforeAttributeUpdated: (name, node) => name !== "open" || node.localName !== "details",
  };
  const ECHO_MS = 1500;
  // What was tapped or typed, and after how many requests.
  const touched = new Map();
  let arriving = FROM_STREAM;
  // Taps that wait for the one under way; that one; the tap being sent; the entry until whose answer all buttons rest.
  let waiting = [];
  let drafting = null;
  let sending = null;
  let entering = null;
  // The button clicked last: not every browser says which button sent a form.
  let clicked = null;
  let asked = 0;
  let answeredAt = -ECHO_MS;

  htmx.config.defaultSettleDelay = 0;
  htmx.config.timeout = 10000;
  htmx.defineExtension("board", {
    handleSwap: function (style, target, fragment) {
      return style === "morph:innerHTML" ? put(fragment) : false;
    },
  });

  /* What htmx has to process now. */
  function put(fragment) {
    const how = arriving;
    arriving = FROM_STREAM;
    const next = fragment.querySelector("#shown");
    const now = document.getElementById("shown");
    const isAhead = next ? Number(next.dataset.version) - Number(now.dataset.version) : -1;
    const isOther = next && next.dataset.records !== now.dataset.records;
    const isSameStep = next && !isOther && next.dataset.moment === now.dataset.moment;
    if (!isOther && (isAhead < 0 || (isAhead === 0 && !how.isAnswer && isEcho()))) {
      if (isAhead === 0) htmx.trigger(view, "board:doubted", { wait: ECHO_MS });
      if (isSameStep && how.isAnswer) {
        // The newer board does not know what went wrong, or that it no longer does.
        const before = noticeIn(now);
        if (before) before.remove();
        keepTrouble(next, now);
        placeFocus(how, how.hadFocus);
      }
      return [now];
    }
    if (how.isAnswer) answeredAt = performance.now();
    if (!isSameStep) touched.clear();
    letOthersGo(next);
    keepTaps(next, how.takes);
    if (isSameStep && !how.isAnswer) keepTrouble(now, next);
    const hadFocus = how.hadFocus || view.contains(document.activeElement);
    const asking = view.querySelectorAll("[hx-post]");
    const put = Idiomorph.morph(view, [next], { morphStyle: "innerHTML", callbacks: CALLBACKS });
    // htmx would still listen to what no longer asks by itself, and send it where it led before.
    for (const one of asking) if (!one.hasAttribute("hx-post")) one.replaceWith(one.cloneNode(true));
    if (entering && entering !== how) rest(true);
    if (!unsent.hidden) stand(document.activeElement === unsent);
    placeFocus(how, hadFocus);
    return put;
  }

  function isEcho() {
    return performance.now() - answeredAt < ECHO_MS;
  }

  /* ---- taps wait for one another ---- */

  view.addEventListener("htmx:confirm", function (event) {
    const tap = event.detail;
    const { elt, triggeringEvent } = tap;
    event.preventDefault();
    tap.isDraft = /\/draft(\?|$)/.test(elt.getAttribute("hx-post"));
    tap.form = elt.form || elt.closest("form");
    tap.button = triggeringEvent.type === "submit" ? clicked : elt.closest("button");
    if (tap.button) {
      tap.version = document.getElementById("shown").dataset.version;
      tap.name = tap.button.name;
      tap.value = tap.button.value;
    }
    if (!tap.isDraft) {
      if (entering) return;
      entering = tap;
      rest(true);
    } else if (!tap.button && waiting.some((one) => one.isDraft && one.form === tap.form)) {
      // The waiting tap takes along everything tapped into its form until it is sent.
      return;
    }
    const ahead = [drafting, ...waiting].filter((one) => one && (tap.isDraft || one.button));
    if (ahead.length) waiting.push(tap);
    else send(tap);
  });

  // The second half of a double tap is not meant for the button that has taken the place of the first.
  view.addEventListener("click", function (event) {
    clicked = event.target.closest("button");
    if (event.detail < 2 || !event.target.closest(".foot button, form:not([hx-post]) button:not([hx-post])")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  function send(tap) {
    const { elt, form, isDraft } = tap;
    const root = elt.getRootNode();
    const isGone = root !== document;
    sending = tap;
    if (isDraft) drafting = tap;
    // Its form holds everything that waits to be sent from it.
    else waiting = waiting.filter((one) => one.button || one.form !== form);
    // A board took the button away. Its tap still counts, but an entry would no longer be what is seen.
    if (isGone && isDraft) (form.isConnected ? form : view).append(root);
    if (isDraft || !isGone) tap.issueRequest(true);
    if (isGone) root.remove();
    if (!tap.asked) isDone(tap);
  }

  function isDone(tap) {
    if (entering === tap) {
      entering = null;
      rest(false);
    }
    if (drafting === tap) drafting = null;
    while (waiting.length && !drafting) send(waiting.shift());
  }

  /* Taps after a button that did not get through were meant for a board that never came. */
  function giveUp(words) {
    say(words);
    answeredAt = -ECHO_MS;
    waiting = waiting.filter((tap) => tap.isDraft && !tap.button);
    if (entering && !entering.asked) isDone(entering);
  }

  // What waited is sent as it was tapped: on the board of that moment, and by its own button. htmx knows only the form's last
  // clicked button. If a browser gives a clicked button no focus, htmx sends that one's value along, to where it leads.
  view.addEventListener("htmx:configRequest", function (event) {
    const { elt, form, button, version } = sending;
    let all = event.detail.formData;
    if (elt === form) {
      event.detail.path = form.getAttribute("hx-post");
      all = event.detail.parameters = new FormData(form);
      const { name, value } = button && button.id ? button : sending;
      if (name) all.append(name, value);
    }
    if (button) all.set("version", version);
  });

  /* Buttons that the server has drawn disabled are left as they are. */
  function rest(isResting) {
    for (const button of view.querySelectorAll(isResting ? "button:not([type=button],[disabled])" : "[data-rests]")) {
      button.toggleAttribute("disabled", isResting);
      button.toggleAttribute("data-rests", isResting);
    }
  }

  /* ---- what has been tapped ---- */

  function nameOf(form) {
    return form ? form.id || form.getAttribute("action") : "";
  }

  function formOf(control) {
    return control.getAttribute("form") || nameOf(control.closest("form"));
  }

  function groupOf(control) {
    return formOf(control) + " " + control.name;
  }

  function isChoice(control) {
    return control.type === "checkbox" || control.type === "radio";
  }

  function placeOf(control) {
    return groupOf(control) + (isChoice(control) ? " " + control.value + " " + control.id : "");
  }

  function controls(root) {
    return [...root.querySelectorAll("input[name], select[name], textarea[name]")].filter(function (control) {
      return control.type !== "hidden";
    });
  }

  /* Writes what was tapped here into the board that arrives, so that it is put in already filled in. The server has seen
     everything in the form `takes`, and knows better there. */
  function keepTaps(next, takes) {
    const twins = new Map(controls(next).map((control) => [placeOf(control), control]));
    for (const control of controls(view)) {
      const twin = twins.get(placeOf(control));
      const isKept = touched.has(groupOf(control)) && formOf(control) !== takes;
      if (isKept && twin && !twin.disabled) copyTap(control, twin);
    }
  }

  /* Taps belong to a player. If a form asks for another one by now, whom nobody has chosen here, they are dropped: the first
     player's entry has been made, on another phone of the same seat or by somebody else. */
  function letOthersGo(next) {
    const asked = (root) => controls(root).filter((control) => control.name === "seat" && control.checked);
    for (const control of asked(next)) {
      const before = asked(view).find((one) => formOf(one) === formOf(control));
      if (before && before.value !== control.value && !touched.has(groupOf(control))) forget(formOf(control), Infinity);
    }
  }

  /* What was tapped in a form before a request; later taps may be on a board that was quicker than the answer. */
  function forget(form, request) {
    for (const [group, at] of touched) {
      if (at < request && group.startsWith(form + " ")) touched.delete(group);
    }
  }

  function copyTap(from, to) {
    if (isChoice(from)) {
      to.checked = from.checked;
      to.toggleAttribute("checked", from.checked);
    } else if (from.localName === "select") {
      for (const option of to.options) {
        const isChosen = [...from.selectedOptions].some((chosen) => chosen.value === option.value);
        option.selected = isChosen;
        option.toggleAttribute("selected", isChosen);
      }
    } else {
      if (from.localName === "textarea") to.textContent = from.value;
      else to.setAttribute("value", from.value);
      to.value = from.value;
    }
  }

  /* The notice of what went wrong, with the elements that hold nothing else. */
  function noticeIn(board) {
    const problem = board.querySelector("#problem");
    return problem && problem.closest("main > *, :not(:only-child)");
  }

  /* It stands again where notices stand: above the buttons, where it moves nothing that is tapped. */
  function keepTrouble(from, to) {
    const notice = noticeIn(from);
    const place = to.querySelector(".foot");
    if (!notice || !place || noticeIn(to)) return;
    const kept = notice.cloneNode(true);
    for (const version of kept.querySelectorAll("input[name=version]")) version.value = to.dataset.version;
    place.prepend(kept);
  }

  function tapsOf(form) {
    return form ? JSON.stringify([...new FormData(form)]) : "";
  }

  for (const kind of ["input", "change"]) {
    view.addEventListener(kind, function (event) {
      if (event.target.name) touched.set(groupOf(event.target), asked);
    });
  }

  /* ---- focus ---- */

  function placeFocus(how, hadFocus) {
    const problem = how.isAnswer && !how.isDraft && view.querySelector("#problem");
    if (problem) return problem.focus({ preventScroll: true });
    const now = document.activeElement;
    if (!hadFocus || (view.contains(now) && !now.disabled)) return undefined;
    const button = how.button;
    if (button && button.isConnected && !button.disabled) return button.focus({ preventScroll: true });
    const beside = now.matches("fieldset :disabled") && now.closest("fieldset").querySelector("input:enabled");
    if (beside) return beside.focus({ preventScroll: true });
    const heading = view.querySelector("h1") || view.querySelector("main");
    if (!heading) return undefined;
    heading.tabIndex = -1;
    return heading.focus({ preventScroll: true });
  }

  /* ---- htmx asks and gets answers ---- */

  view.addEventListener("htmx:beforeRequest", function (event) {
    const { xhr, elt } = event.detail;
    const tap = (xhr.tap = sending);
    tap.asked = ++asked;
    tap.taps = tapsOf(tap.form);
    tap.hadFocus = !tap.isDraft || view.contains(document.activeElement);
    // Not htmx's own events: they happen at what was tapped, which a board of the stream may have taken away.
    for (const kind of ["error", "timeout"]) {
      xhr.addEventListener(kind, function () {
        // What is tapped in a form is sent again by itself; a button is not.
        if (!tap.isDraft || tap.button) giveUp(unsent.dataset.unsent);
        htmx.trigger(view, "board:unsent", { draft: tap.isDraft && elt });
      });
    }
    xhr.addEventListener("loadend", () => isDone(tap));
  });

  view.addEventListener("htmx:beforeSwap", function (event) {
    const detail = event.detail;
    const { tap, status } = detail.xhr;
    if (!detail.shouldSwap) return;
    // A board of the stream was quicker and took away what was tapped. htmx looks there, and above it, for how to swap.
    const tapped = detail.requestConfig.elt;
    if (!tapped.isConnected) view.cloneNode().append(tapped.getRootNode());
    if (!/\bid="shown"/.test(detail.serverResponse)) {
      detail.shouldSwap = false;
      refused(detail.serverResponse);
      return;
    }
    say(null);
    if (tap.isDraft && tap.asked !== asked) {
      // A later request will be answered with all of this.
      detail.shouldSwap = false;
      return;
    }
    const isTaken = !tap.isDraft && status < 400;
    // What was not taken is tapped again: it stays under the finger.
    if (status >= 400) detail.swapOverride = "morph:innerHTML";
    if (isTaken) forget(nameOf(tap.form), tap.asked);
    tap.isAnswer = true;
    tap.takes = tapsOf(tap.form) === tap.taps ? nameOf(tap.form) : null;
    arriving = tap;
  });

  /* An answer that is not a board: a page that says what is wrong. Its words are shown, and the board stays. */
  function refused(page) {
    const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
    giveUp(main ? main.textContent.trim().replace(/\s+/g, " ") : unsent.dataset.unsent);
  }

  function say(words) {
    unsent.hidden = !words;
    unsent.querySelector("p").textContent = words || "";
    if (words) stand(true);
  }

  /* Where notices stand: above the buttons, where it moves nothing that is tapped. */
  function stand(hasFocus) {
    const place = view.querySelector(".foot");
    if (place && place.firstChild !== unsent) place.prepend(unsent);
    if (hasFocus) unsent.focus({ preventScroll: true });
  }
})();
