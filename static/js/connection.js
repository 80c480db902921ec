/* Measures what works on this connection, and says so in place of the server's guess. */
"use strict";
(() => {
  const works = document.getElementById("works");
  const pace = document.getElementById("pace");
  const STREAM_MS = 4000;

  function say(name, isSo) {
    const line = works.querySelector(`[data-check="${name}"]`);
    line.className = isSo ? "yes" : "no";
    line.querySelector("span").textContent = isSo ? line.dataset.yes : line.dataset.no;
  }

  function tryStream() {
    if (!window.EventSource) return say("stream", false);
    const source = new EventSource(works.dataset.stream);
    const patience = setTimeout(() => heard(false), STREAM_MS);
    function heard(isSo) {
      clearTimeout(patience);
      source.close();
      say("stream", isSo);
    }
    source.addEventListener("board", () => heard(true));
    source.addEventListener("error", () => heard(false));
  }

  async function measurePace() {
    const taken = [];
    for (let round = 0; round < 3; round += 1) {
      const since = performance.now();
      const answer = await fetch(works.dataset.ask, { method: "HEAD", cache: "no-store" });
      if (!answer.ok) return;
      taken.push(performance.now() - since);
    }
    pace.textContent = pace.dataset.pace.replace("{time}", Math.max(1, Math.round(Math.min(...taken))));
    pace.hidden = false;
  }

  say("secure", window.isSecureContext);
  say("awake", "wakeLock" in navigator);
  say("cookies", navigator.cookieEnabled);
  tryStream();
  /* Away just now: the line about the stream says so. */
  measurePace().catch(() => {});
})();
