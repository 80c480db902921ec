/* A tock for what was entered, a splash for a lost ring, three bars for the end; on one's own phone a short buzz when it is
   one's turn or one's ring. board.js loads this on devices that want it. Browsers play nothing before a tap: on the table
   screen a button asks for one, and silences it again; phones have been tapped, and are silenced in their settings. */
(function () {
  "use strict";
  const TURN_MS = 40;
  const LOSS_MS = [60, 50, 60];
  const view = document.getElementById("view");
  const { sounds, buzzes, hear } = view.dataset;
  const addresses = sounds ? JSON.parse(sounds) : {};
  const kept = new Map();
  let speaker = null;
  let isLoud = !hear;
  let before = null;

  /* Decoded once and kept: a tock that comes late belongs to another tap. */
  function load(name) {
    if (!kept.has(name)) {
      const decoded = fetch(addresses[name]).then((answer) => answer.arrayBuffer()).then((bytes) => speaker.decodeAudioData(bytes));
      kept.set(name, decoded);
    }
    return kept.get(name);
  }

  /* A sound that cannot be fetched just now is not worth a word: the board says that the connection is lost. */
  function play(name) {
    if (!speaker || !isLoud || speaker.state !== "running") return;
    load(name).then(function (sound) {
      const source = speaker.createBufferSource();
      source.buffer = sound;
      source.connect(speaker.destination);
      source.start();
      view.dispatchEvent(new CustomEvent("board:heard", { detail: name }));
    }, () => kept.delete(name));
  }

  function wake() {
    speaker = speaker || new AudioContext();
    speaker.resume();
  }

  /* What sounds and buzzes go by, as the board says it. */
  function noted() {
    const { version, turn, seat } = document.getElementById("shown").dataset;
    const tanks = [...view.querySelectorAll("[data-rings]")].map((one) => [one.dataset.moves, one.dataset.rings]);
    const isMine = (one) => Boolean(one && seat && seat.includes(one));
    return { version: Number(version), isMyTurn: turn === "own", tanks: new Map(tanks), isMine, won: view.querySelector(".won") };
  }

  view.addEventListener("board:before", function () {
    before = before || noted();
  });

  view.addEventListener("board:shown", function () {
    if (!before) return;
    const [was, now] = [before, noted()];
    before = null;
    if (now.version <= was.version) return;
    const lost = [...now.tanks].filter(([tank, rings]) => rings && Number(rings) < Number(was.tanks.get(tank) || 0));
    /* Motion may have put a curtain before the end by then. */
    queueMicrotask(() => play(now.won && !was.won && !view.matches(".curtained") ? "end" : lost.length ? "splash" : "tock"));
    if (!buzzes || !navigator.vibrate) return;
    if (lost.some(([tank]) => now.isMine(tank.split(" ")[1]))) navigator.vibrate(LOSS_MS);
    else if (now.isMyTurn && !was.isMyTurn) navigator.vibrate(TURN_MS);
  });

  view.addEventListener("board:raised", () => play("end"));

  if (!sounds) return;
  document.addEventListener("pointerdown", wake, { once: true });
  if (!hear) return;

  const button = document.createElement("button");
  button.className = "badge hear";
  button.textContent = hear;
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", function () {
    isLoud = !isLoud;
    button.setAttribute("aria-pressed", String(isLoud));
    if (isLoud) wake();
    play("tock");
  });

  /* It stands in the head, which may be another one by now. */
  function stand() {
    const strip = view.querySelector(".strip");
    if (strip && !strip.contains(button)) strip.append(button);
  }

  view.addEventListener("board:shown", stand);
  stand();
})();
