/* Keeps the board as fresh as the table: a stream, and questions ("anything new?") where no stream gets through.

   Why not htmx's extension for event streams: it neither ends a stream while the page is hidden (a browser opens six
   connections to a host, and a sleeping phone needs none), nor notices one that has fallen silent, nor asks instead.
   - One stream a page, closed while the page is hidden, opened at once when it is seen again.
   - A stream is trusted while its beats come, four seconds after whatever came before. After six silent seconds one is missing,
     and the page asks: a phone may drop a stream without saying so.
   - After two failures the page asks every few seconds, and tries a stream again now and then. No two phones do so at the
     same moment; where there are many (a public host), pauses grow, and a server that is busy says when to come again.
   - A server that closes a stream because too many are open says for how long it wants none: until then the page only asks.
   The badge tells the truth: live, coming back, or how old the board is. What the stream sends: docs/waking.md. */
(function () {
  "use strict";
  const view = document.getElementById("view");
  const board = window.board;
  if (!board || !window.EventSource) return;

  const announced = document.getElementById("announced");
  const badge = document.getElementById("badge");
  const retry = badge.querySelector("button");
  const dress = Object.assign(document.createElement("link"), { rel: "stylesheet", href: badge.dataset.style });
  const isOneOfMany = "many" in view.dataset;
  /* A table at home has the server to itself; the phones of a public host leave it time, and so one another. */
  const OPEN_TIMEOUT_MS = isOneOfMany ? 10000 : 3000;
  const RECONNECT_MS = isOneOfMany ? 2000 : 250;
  /* A beat that is two seconds late, or missing. With the question that follows it makes nine seconds: a board must not be out of
     date for ten without saying so. */
  const SILENCE_MS = 6000;
  const CHECK_TIMEOUT_MS = 3000;
  const POLL_MS = 3000;
  /* Each pause is a little longer than the one before. Well below a second at first: a server that wakes tells nobody. What has not come
     back by then is asked for ever more seldom, and by a tap. A phone that knows that it has no network asks when it has one again. */
  const POLL_OFF_MS = isOneOfMany ? 1000 : 300;
  const POLL_OFF_GROWTH = 1.1;
  const POLL_OFF_MOST_MS = 700;
  const LONG_OFF_MS = 20000;
  const POLL_LONG_OFF_GROWTH = 0.1;
  const POLL_LONG_OFF_MS = 5000;
  const POLL_TIMEOUT_MS = 5000;
  /* Sooner where there are many: a stream costs a busy server less than the questions in its place. */
  const RETRY_STREAM_MS = isOneOfMany ? 10000 : 30000;
  const LONGEST_PAUSE_MS = 8000;
  /* What was entered here is to be seen within a second: no beat is waited for. */
  const OWN_ENTRY_MS = 1000;
  const ENTERING_SHOWN_MS = 10000;
  const ASKED_SHOWN_MS = 45000;
  const ANSWERED = "9999";
  const SAID_MS = 2000;
  const HEARS_MS = 200;
  let heard = "";

  let isAsking = false;
  let source = null;
  let timer = 0;
  let openTimeout = 0;
  let failures = 0;
  let streamTriedAt = 0;
  let state = "wait";
  let offSince = 0;
  /* Questions in a row that nobody answered, and when the server wants the next question or stream at the earliest. */
  let unanswered = 0;
  let pollNotBefore = 0;
  let streamNotBefore = 0;
  let freshAt = new Date();
  let etag = "";
  let streamMatchId = "";
  let request = null;
  let isUnsent = false;
  /* The page had said that a link leads nowhere now. */
  let isLinkHeld = false;
  /* The version at which what was entered here is seen. */
  let entered = 0;

  /* ---- the stream ---- */

  function openStream() {
    closeStream();
    if (document.hidden) return;
    if (!mayStream()) return poll();
    streamTriedAt = Date.now();
    streamMatchId = matchId();
    source = new EventSource(view.dataset.stream);
    window.reloadsWhenUpdated(source);
    source.addEventListener("board", function (event) {
      clearTimeout(openTimeout);
      /* It is not silent after all. */
      if (request) request.abort();
      failures = 0;
      board.put(JSON.parse(event.data));
      expectNews();
      /* The table screen has gone on to another match: its news comes by a stream opened for it. */
      if (matchId() !== streamMatchId) openStream();
    });
    /* The server has too many, and this was the oldest. It closes it next, which would look like a connection that was lost. */
    source.addEventListener("busy", function (event) {
      streamNotBefore = Date.now() + Number(event.data) * 1000 * (1 + Math.random() / 4);
      closeStream();
      poll();
    });
    source.addEventListener("beat", function () {
      markFresh();
      expectNews();
    });
    source.addEventListener("renew", openStream);
    source.addEventListener("entering", (event) => showEntering(event.data));
    source.addEventListener("error", streamFailed);
    /* A proxy in between may accept the stream and pass nothing on. */
    openTimeout = setTimeout(streamFailed, OPEN_TIMEOUT_MS);
  }

  function closeStream() {
    clearTimeout(openTimeout);
    if (source) source.close();
    source = null;
  }

  function mayStream() {
    return Date.now() >= streamNotBefore;
  }

  function streamFailed() {
    closeStream();
    failures += 1;
    if (failures === 1) {
      showState(state === "off" ? "off" : "wait");
      schedule(spread(RECONNECT_MS), openStream);
    } else {
      poll();
    }
  }

  /* Nothing is expected but news and beats; or the entry made here, which should be seen within a second. */
  function expectNews() {
    schedule(version() < entered ? OWN_ENTRY_MS : SILENCE_MS, checkSilence);
  }

  /* What is shown is not what it should be: all of it is asked for. Until it is here the badge does not say "live": after a sleep the
     head of the board is new and the rest of it as old as the sleep. */
  async function refetch() {
    etag = "";
    /* The server was heard, so it is not out of reach; and where there are many, "off" would only ask whether it is there. */
    if (state === "off") showState("wait");
    const isHeard = await fetchBoard(CHECK_TIMEOUT_MS);
    if (isHeard === null) return;
    if (isHeard) expectNews();
    else streamFailed();
  }

  /* The stream has been silent: is there nothing new, or does it no longer reach us? */
  async function checkSilence() {
    const before = version();
    const isHeard = await fetchBoard(CHECK_TIMEOUT_MS);
    if (isHeard === null) return;
    /* News that a question brought, and the stream did not: it no longer reaches us. */
    if (isHeard && version() === before) expectNews();
    else streamFailed();
  }

  /* ---- questions ---- */

  async function poll() {
    const wasOff = state === "off";
    const isHeard = await fetchBoard();
    if (isHeard === null) return;
    unanswered = isHeard ? 0 : unanswered + 1;
    schedule(Math.max(spread(pollPause(isHeard)), pollNotBefore - Date.now()), poll);
    if (!isHeard || !mayStream()) return;
    if (wasOff || Date.now() - streamTriedAt > spread(RETRY_STREAM_MS)) retryStream();
    /* All come back at once: until its stream is open, or has failed, nobody asks for a board beside it. */
    if (wasOff && isOneOfMany) clearTimeout(timer);
  }

  function pollPause(isHeard) {
    if (isHeard) return POLL_MS;
    if (!navigator.onLine) return POLL_LONG_OFF_MS;
    const most = Math.max(POLL_OFF_MS, POLL_OFF_MOST_MS);
    const longer = Math.max(0, Date.now() - offSince - LONG_OFF_MS) * POLL_LONG_OFF_GROWTH;
    return Math.min(POLL_OFF_MS * POLL_OFF_GROWTH ** unanswered, most + longer, POLL_LONG_OFF_MS);
  }

  /* A pause of about so long, never the same on two phones. */
  function spread(ms) {
    if (!isOneOfMany) return ms * (0.75 + Math.random() / 4);
    return Math.max(ms, Math.min(ms * 2 ** unanswered, LONGEST_PAUSE_MS)) * (0.5 + Math.random());
  }

  /* Runs beside the questions, which go on until the stream has brought something. */
  function retryStream() {
    failures = 1;
    openStream();
  }

  /* True if the server answered, false if it could not be reached, null if the question was withdrawn. */
  async function fetchBoard(patienceMs = POLL_TIMEOUT_MS) {
    if (request) request.abort();
    const mine = (request = new AbortController());
    let isLate = false;
    const patience = setTimeout(function () {
      isLate = true;
      mine.abort();
    }, patienceMs);
    try {
      const known = isOnlyPing() ? "*" : etag;
      const answer = await fetch(view.dataset.board, {
        headers: known ? { "If-None-Match": known } : {},
        cache: "no-store",
        credentials: "same-origin",
        signal: mine.signal,
      });
      const html = answer.ok ? await answer.text() : "";
      if (request !== mine) return null;
      return takeAnswer(answer, html);
    } catch (error) {
      if (request !== mine || (mine.signal.aborted && !isLate)) return null;
      showState("off");
      return false;
    } finally {
      clearTimeout(patience);
    }
  }

  /* One of many that was out of reach asks only whether the server is there again. The stream then brings what is new. */
  function isOnlyPing() {
    return isOneOfMany && state === "off";
  }

  function takeAnswer(answer, html) {
    if ([401, 403, 404, 410].includes(answer.status)) {
      /* Gone, or no longer ours to see: the page itself says which. */
      location.reload();
      return null;
    }
    if (!answer.ok && answer.status !== 304) {
      const seconds = isOneOfMany ? Number(answer.headers.get("Retry-After")) : 0;
      pollNotBefore = Date.now() + seconds * 1000 * (1 + Math.random());
      showState("off");
      return false;
    }
    if (answer.status === 304 && isOnlyPing()) {
      showState("wait");
      return true;
    }
    if (answer.ok) {
      etag = answer.headers.get("ETag") || "";
      board.put(board.levelOf(html));
    } else {
      markFresh();
    }
    return true;
  }

  /* ---- what is shown ---- */

  function matchId() {
    return board.shown().dataset.match || "";
  }

  function version() {
    return Number(board.shown().dataset.version);
  }

  function markFresh() {
    freshAt = new Date();
    showState("live");
    if (isUnsent) board.again();
    isUnsent = false;
  }

  function showState(next) {
    const wasOff = state === "off";
    state = next;
    view.dataset.state = next;
    if (next === "off" && !wasOff) offSince = Date.now();
    if (next === "off" && !wasOff) announce(withTime(view.dataset.lost));
    if (next === "live" && wasOff) announce(view.dataset.back);
    if (next === "live" && isLinkHeld) isLinkHeld = board.warn("");
    const strip = view.querySelector(".strip");
    if (strip && !strip.contains(badge)) (strip.querySelector("p") || strip.lastChild).after(badge);
    badge.hidden = !strip;
    badge.className = "badge" + (next === "live" ? "" : " " + next);
    badge.firstElementChild.textContent = withTime(badge.dataset[isAsking && next === "off" ? "still" : next]);
    if (retry) retry.hidden = next !== "off";
    const main = view.querySelector("#record");
    if (main && next === "off") main.dataset.later = document.getElementById("unsent").dataset.later;
    /* What is seen without a connection alone comes once there is one. */
    if (next === "live" && badge.dataset.style && !dress.isConnected) document.head.append(dress);
  }

  function withTime(words) {
    const hours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    return words.replace("{time}", () => freshAt.toLocaleTimeString(document.documentElement.lang, hours));
  }

  /* Has what is new read out once, politely: the first sentence that did not stand here before, such as a verdict, and that it is
     one's own turn now. A contest stays, and so does a verdict while cards are laid one by one: then it is the sentence of the
     newest entry, which is the last. */
  let lastVersion = version();
  let sentencesBefore = board.sentences();
  let hadTurn = ownTurn();
  view.addEventListener("board:shown", function () {
    const now = board.sentences();
    const mine = ownTurn();
    if (version() > lastVersion) [...entering.keys()].filter((who) => !who.endsWith("?")).forEach(stopEntering);
    drawEntering();
    if (version() > lastVersion) {
      const said = now.find((one) => !sentencesBefore.includes(one)) || now[now.length - 1] || "";
      announce(mine === hadTurn ? said : withTurn(said, mine));
    }
    lastVersion = version();
    sentencesBefore = now;
    hadTurn = mine;
    showState(state);
  });

  /* What says on the phone of one seat that it is its turn, if it is. */
  function ownTurn() {
    const said = [...view.querySelectorAll(".strip .ours, .own p:first-of-type b")].find((one) => one.checkVisibility());
    return said ? said.textContent.trim() : "";
  }

  /* What was entered ends with whose turn it is, or doesn't: on the phone of that seat it is said as its own. */
  function withTurn(said, mine) {
    const named = view.querySelector(".strip .theirs")?.textContent.trim();
    if (mine && named && said.endsWith(named)) return said.slice(0, -named.length) + mine;
    return [said, mine].filter(Boolean).join(/[.!?]$/.test(said) ? " " : ". ");
  }

  view.addEventListener("board:told", (event) => announce(event.detail));

  /* A reader of the screen takes the same words a second time for nothing new: a space behind them makes them new. It hears nothing as
     long as what it stands on is gone: the focus goes on first. */
  function announce(words) {
    if (!heard) setTimeout(function () {
      announced.textContent = announced.textContent === heard ? `${heard}\u00a0` : heard;
      heard = "";
    }, HEARS_MS);
    heard = [heard, words].filter(Boolean).join(" ");
  }

  /* ---- who is entering ---- */

  const line = document.getElementById("entering");
  const words = JSON.parse(view.dataset.entering || "{}");
  const entering = new Map();
  /* The entry about which each was asked last. */
  const asked = {};

  /* Says who of the others taps something just now, until a while after, or until something is recorded; or (`1?`, and a number that
     ends with the entry that stands) is asked which of two entries counts, which is said again until it is answered. */
  async function showEntering(said) {
    const [seat, level] = said.split("?");
    const who = level ? seat + "?" : seat;
    const index = level?.slice(-4);
    if (!line || seat === view.dataset.me) return;
    if (index === ANSWERED) return stopEntering(who);
    if (level && asked[who] !== index) {
      const { match } = board.shown().dataset;
      const where = `${view.dataset.asked}${match}/asked/${seat}/${+index}?language=${document.documentElement.lang}`;
      const answer = await fetch(where).catch(() => null);
      if (!answer?.ok) return;
      words[who] = await answer.text();
      asked[who] = index;
    }
    clearTimeout(entering.get(who));
    entering.set(who, setTimeout(stopEntering, seat === who ? ENTERING_SHOWN_MS : ASKED_SHOWN_MS, who));
    drawEntering();
  }

  function stopEntering(who) {
    clearTimeout(entering.get(who));
    entering.delete(who);
    drawEntering();
  }

  function drawEntering() {
    const strip = view.querySelector(".strip");
    if (strip && !strip.contains(line)) (strip.querySelector("p") || strip).append(line);
    const [first, ...more] = entering.keys();
    if (first !== undefined) line.textContent = words[first] + (more.length ? " +" + more.length : "");
    line.hidden = !entering.size || !strip || Boolean(board.shown().dataset.won);
  }

  /* ---- the page comes and goes ---- */

  function schedule(ms, what) {
    clearTimeout(timer);
    timer = setTimeout(what, ms);
  }

  function sleep() {
    clearTimeout(timer);
    closeStream();
    if (request) request.abort();
    request = null;
  }

  function wake() {
    if (document.hidden) return;
    sleep();
    failures = 0;
    offSince = Date.now();
    showState(state === "off" ? "off" : "wait");
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
    if (await fetchBoard()) location.assign(link.href);
    else if (state === "off") isLinkHeld = !board.warn(withTime(view.dataset.lost));
  });
  /* Of a phone that slept we may hear no more than that somebody taps: out of reach it asks at once, and what has been silent
     for longer than a beat is not trusted. How WebKit wakes: docs/waking.md. */
  function wakeIfSilent() {
    offSince = Date.now();
    if (state === "off") schedule(0, poll);
    else if (Date.now() - freshAt > SILENCE_MS) wake();
  }

  document.addEventListener("pointerdown", wakeIfSilent);
  /* By key it asks now: a finger has asked as it came down. For a moment it says that it was in vain, unless it was not. */
  function askAgain(event) {
    if (!event.detail) wakeIfSilent();
    isAsking = true;
    showState(state);
    setTimeout(function () {
      isAsking = false;
      showState(state);
    }, SAID_MS);
  }

  if (retry) retry.addEventListener("click", askAgain);
  window.addEventListener("focus", wakeIfSilent);
  document.addEventListener("resume", wakeIfSilent);
  window.addEventListener("pagehide", sleep);
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) wake();
  });
  window.addEventListener("online", wake);
  window.addEventListener("offline", function () {
    closeStream();
    poll();
  });
  /* What was entered here is brought by the stream; where it brings nothing, the page asks. */
  view.addEventListener("board:entered", function (event) {
    const newcomer = document.getElementById("newcomer");
    if (newcomer) newcomer.remove();
    entered = event.detail;
    if (source) expectNews();
    else poll();
  });
  view.addEventListener("board:sure", markFresh);
  view.addEventListener("board:doubted", refetch);
  view.addEventListener("board:unsent", function () {
    isUnsent = true;
    closeStream();
    failures = 1;
    showState("off");
    schedule(spread(RECONNECT_MS), poll);
  });
  wake();
})();
