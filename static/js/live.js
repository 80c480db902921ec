/* Keeps the board as fresh as the table: a stream, and questions ("anything new?") where no stream gets through.

   Why not htmx's extension for event streams: it neither ends a stream while the page is hidden (a browser opens six
   connections to a host, and a sleeping phone needs none), nor notices one that has fallen silent, nor asks instead.
   - One stream a page, closed while the page is hidden, opened at once when it is seen again.
   - A stream is trusted while its beats come. When two are missing, the page asks: a phone may drop a stream without
     saying so.
   - After two failures the page asks every few seconds, and tries a stream again now and then. No two phones do so at the
     same moment; where there are many (a public host), pauses grow, and a server that is busy says when to come again.
   The badge tells the truth: live, coming back, or how old the board is. */
(function () {
  "use strict";
  const view = document.getElementById("view");
  const board = window.board;
  if (!board || !window.EventSource) return;

  const told = document.getElementById("told");
  const badge = document.getElementById("badge");
  const isOneOfMany = "many" in view.dataset;
  const OPENS_MS = isOneOfMany ? 10000 : 3000;
  const RETRY_MS = isOneOfMany ? 2000 : 400;
  // Longer than a beat takes, and with the question that follows ten seconds: after that it says that it may be out of date.
  const SILENT_MS = 7000;
  const DOUBT_GIVES_UP_MS = 3000;
  const ASK_MS = 3000;
  // Each pause is a little longer than the one before. Up to a second at first: a server that wakes tells nobody. A phone that
  // knows that it has no network is told when it has one again, and hardly asks.
  const ASK_OFF_MS = isOneOfMany ? 1000 : 300;
  const LONGER = 1.1;
  const ASK_MOST_OFF_MS = 900;
  const LONG_OFF_MS = 300000;
  const ASK_LONG_OFF_MS = 5000;
  const ASK_GIVES_UP_MS = 5000;
  // A stream costs a busy server less than the questions in its place.
  const STREAM_AGAIN_MS = isOneOfMany ? 10000 : 30000;
  const LONGEST_MS = 8000;
  const ECHO_MS = 1000;
  const ENTERING_MS = 10000;

  let source = null;
  let timer = 0;
  let opening = 0;
  let failures = 0;
  let triedAt = 0;
  let state = "wait";
  let offSince = 0;
  // Questions in a row that nobody answered, and when the server wants the next one at the earliest.
  let unanswered = 0;
  let notBefore = 0;
  let freshAt = new Date();
  let tag = "";
  let followed = "";
  let question = null;
  let isUnsent = false;
  // Somebody was told that a link leads nowhere now.
  let isHeld = false;
  // The version at which what was entered here is seen.
  let entered = 0;

  /* ---- the stream ---- */

  function openStream() {
    closeStream();
    if (document.hidden) return;
    triedAt = Date.now();
    followed = match();
    source = new EventSource(view.dataset.stream);
    window.reloadsWhenUpdated(source);
    source.addEventListener("board", function (event) {
      clearTimeout(opening);
      // It is not silent after all.
      if (question) question.abort();
      failures = 0;
      const isSure = board.put(JSON.parse(event.data));
      isFresh();
      quiet();
      if (!isSure) doubted();
      // The table screen has gone on to another match: its news comes by a stream opened for it.
      if (match() !== followed) openStream();
    });
    source.addEventListener("beat", function () {
      isFresh();
      quiet();
    });
    source.addEventListener("entering", (event) => others(event.data));
    source.addEventListener("error", lost);
    // A proxy in between may accept the stream and pass nothing on.
    opening = setTimeout(lost, OPENS_MS);
  }

  function closeStream() {
    clearTimeout(opening);
    if (source) source.close();
    source = null;
  }

  function lost() {
    closeStream();
    failures += 1;
    if (failures === 1) {
      paint(state === "off" ? "off" : "wait");
      later(pause(RETRY_MS), openStream);
    } else {
      ask();
    }
  }

  /* Nothing is expected but news and beats; or the entry made here, which should be seen within a second. */
  function quiet() {
    later(version() < entered ? ECHO_MS : SILENT_MS, doubt);
  }

  /* What is shown is not what it should be: all of it is asked for. */
  function doubted() {
    tag = "";
    doubt();
  }

  /* The stream has been silent: is there nothing new, or does it no longer reach us? */
  async function doubt() {
    const before = version();
    const isHeard = await look(DOUBT_GIVES_UP_MS);
    if (isHeard === null) return;
    if (isHeard && version() === before) quiet();
    else lost();
  }

  /* ---- questions ---- */

  async function ask() {
    const wasOff = state === "off";
    const isHeard = await look();
    if (isHeard === null) return;
    unanswered = isHeard ? 0 : unanswered + 1;
    later(Math.max(pause(askAfter(isHeard)), notBefore - Date.now()), ask);
    if (isHeard && (wasOff || Date.now() - triedAt > pause(STREAM_AGAIN_MS))) tryStream();
    // All come back at once: until its stream is open, or has failed, nobody asks for a board beside it.
    if (isHeard && wasOff && isOneOfMany) clearTimeout(timer);
  }

  function askAfter(isHeard) {
    if (isHeard) return ASK_MS;
    if (!navigator.onLine || Date.now() - offSince > LONG_OFF_MS) return ASK_LONG_OFF_MS;
    return Math.min(ASK_OFF_MS * LONGER ** unanswered, Math.max(ASK_OFF_MS, ASK_MOST_OFF_MS));
  }

  /* A pause of about so long, never the same on two phones. */
  function pause(ms) {
    if (!isOneOfMany) return ms * (0.75 + Math.random() / 4);
    return Math.max(ms, Math.min(ms * 2 ** unanswered, LONGEST_MS)) * (0.5 + Math.random());
  }

  /* Runs beside the questions, which go on until the stream has brought something. */
  function tryStream() {
    failures = 1;
    openStream();
  }

  /* True if the server answered, false if it could not be reached, null if the question was withdrawn. */
  async function look(patienceMs = ASK_GIVES_UP_MS) {
    if (question) question.abort();
    const mine = (question = new AbortController());
    let isLate = false;
    const patience = setTimeout(function () {
      isLate = true;
      mine.abort();
    }, patienceMs);
    try {
      const known = isBack() ? "*" : tag;
      const answer = await fetch(view.dataset.board, {
        headers: known ? { "If-None-Match": known } : {},
        cache: "no-store",
        credentials: "same-origin",
        signal: mine.signal,
      });
      const html = answer.ok ? await answer.text() : "";
      if (question !== mine) return null;
      return heard(answer, html);
    } catch (error) {
      if (question !== mine || (mine.signal.aborted && !isLate)) return null;
      paint("off");
      return false;
    } finally {
      clearTimeout(patience);
    }
  }

  /* One of many that was out of reach asks only whether the server is there again. The stream then brings what is new. */
  function isBack() {
    return isOneOfMany && state === "off";
  }

  function heard(answer, html) {
    if ([401, 403, 404, 410].includes(answer.status)) {
      // Gone, or no longer ours to see: the page itself says which.
      location.reload();
      return null;
    }
    if (!answer.ok && answer.status !== 304) {
      const seconds = isOneOfMany ? Number(answer.headers.get("Retry-After")) : 0;
      notBefore = Date.now() + seconds * 1000 * (1 + Math.random());
      paint("off");
      return false;
    }
    if (answer.status === 304 && isBack()) {
      paint("wait");
      return true;
    }
    if (answer.ok) {
      tag = answer.headers.get("ETag") || "";
      board.put(board.levelOf(html));
    }
    isFresh();
    return true;
  }

  /* ---- what is shown ---- */

  function match() {
    return board.shown().dataset.match || "";
  }

  function version() {
    return Number(board.shown().dataset.version);
  }

  function isFresh() {
    freshAt = new Date();
    paint("live");
    if (isUnsent) board.again();
    isUnsent = false;
  }

  function paint(next) {
    const wasOff = state === "off";
    state = next;
    view.dataset.state = next;
    if (next === "off" && !wasOff) offSince = Date.now();
    if (next === "off" && !wasOff) tell(filled(view.dataset.lost));
    if (next === "live" && wasOff) tell(view.dataset.back);
    if (next === "live" && isHeld) isHeld = board.warn("");
    const strip = view.querySelector(".strip");
    if (strip && !strip.contains(badge)) (strip.querySelector("p") || strip.lastChild).after(badge);
    badge.hidden = !strip;
    badge.className = "badge" + (next === "live" ? "" : " " + next);
    badge.firstElementChild.textContent = filled(badge.dataset[next]);
  }

  function filled(words) {
    const hours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    return words.replace("{time}", () => freshAt.toLocaleTimeString(document.documentElement.lang, hours));
  }

  /* Has what is new read out once, politely: the first sentence that did not stand here before, such as a verdict, and that it is
     one's own turn now. A contest stays, and so does a verdict while cards are laid one by one: then it is the sentence of the
     newest entry, which is the last. */
  let lastVersion = version();
  let stood = board.sentences();
  let hadTurn = turn();
  view.addEventListener("board:shown", function () {
    const now = board.sentences();
    const mine = turn();
    if (version() > lastVersion) [...entering.keys()].forEach(stopped);
    if (version() > lastVersion) {
      const said = now.find((one) => !stood.includes(one)) || now[now.length - 1] || "";
      tell([said, mine !== hadTurn && mine].filter(Boolean).join(/[.!?]$/.test(said) ? " " : ". "));
    }
    lastVersion = version();
    stood = now;
    hadTurn = mine;
    paint(state);
  });

  /* What says on the phone of one seat that it is its turn, if it is. */
  function turn() {
    const said = [...view.querySelectorAll(".strip .ours, .own p:first-of-type b")].find((one) => one.checkVisibility());
    return said ? said.textContent.trim() : "";
  }

  function tell(words) {
    told.textContent = words;
  }

  /* ---- who is entering ---- */

  const line = document.getElementById("entering");
  const people = JSON.parse(view.dataset.people || "[]");
  const entering = new Map();

  /* Says who of the others taps something just now, until a while after, or until something is recorded. */
  function others(who) {
    if (!line || who === view.dataset.me) return;
    clearTimeout(entering.get(who));
    entering.set(who, setTimeout(stopped, ENTERING_MS, who));
    sayWho();
  }

  function stopped(who) {
    clearTimeout(entering.get(who));
    entering.delete(who);
    sayWho();
  }

  function sayWho() {
    const { entering: words, enteringHost } = view.dataset;
    const said = (who) => (who in people ? words.replace("{name}", people[who]) : enteringHost);
    const strip = view.querySelector(".strip");
    if (strip && !strip.contains(line)) (strip.querySelector("p") || strip).append(line);
    const [first, ...more] = entering.keys();
    if (first !== undefined) line.textContent = said(first) + (more.length ? " +" + more.length : "");
    line.hidden = !entering.size || !strip;
  }

  /* ---- the page comes and goes ---- */

  function later(ms, what) {
    clearTimeout(timer);
    timer = setTimeout(what, ms);
  }

  function sleep() {
    clearTimeout(timer);
    closeStream();
    if (question) question.abort();
    question = null;
  }

  function wake() {
    if (document.hidden) return;
    sleep();
    failures = 0;
    paint(state === "off" ? "off" : "wait");
    openStream();
  }

  document.addEventListener("visibilitychange", function () {
    if (document.hidden) sleep();
    else wake();
  });
  /* Out of reach a link would leave the board for the browser's page of errors: it is followed if the server answers. */
  view.addEventListener("click", async function (event) {
    const link = event.target.closest("a[href]");
    if (state !== "off" || !link || link.target || link.pathname === location.pathname || event.defaultPrevented) return;
    event.preventDefault();
    if (await look()) location.assign(link.href);
    else if (state === "off") isHeld = !board.warn(filled(view.dataset.lost));
  });
  /* Of a phone that slept we may hear no more than that somebody taps: out of reach it asks at once, and what has been silent
     for longer than a beat is not trusted. How WebKit wakes: docs/waking.md. */
  function mistrust() {
    if (state === "off") later(0, ask);
    else if (Date.now() - freshAt > SILENT_MS) wake();
  }

  view.addEventListener("pointerdown", mistrust);
  window.addEventListener("focus", mistrust);
  document.addEventListener("resume", mistrust);
  window.addEventListener("pagehide", sleep);
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) wake();
  });
  window.addEventListener("online", wake);
  window.addEventListener("offline", function () {
    closeStream();
    ask();
  });
  /* What was entered here is brought by the stream; where it brings nothing, the page asks. */
  view.addEventListener("board:entered", function (event) {
    const newcomer = document.getElementById("newcomer");
    if (newcomer) newcomer.remove();
    entered = event.detail;
    if (source) quiet();
    else ask();
  });
  view.addEventListener("board:doubted", doubted);
  view.addEventListener("board:unsent", function () {
    isUnsent = true;
    closeStream();
    failures = 1;
    paint("off");
    later(pause(RETRY_MS), ask);
  });
  wake();
})();
