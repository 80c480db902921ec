/* Says aloud what the table screen has just decided, whose turn it is and who has won, in its language and the browser's own
   voice: off until somebody taps it, and never over a sound. */
(function () {
  "use strict";
  /* How long each sound lasts, and a moment of rest: the voice waits for that. */
  const AFTER_MS = { end: 1600, splash: 800, tock: 400 };
  /* Boards that follow each other within this are read as one. */
  const LATER_MS = 400;
  const SAID = [".hero h1", ".taken h1", ".verdict p:first-child", ".beside h1"];
  const view = document.getElementById("view");
  const voice = window.speechSynthesis;
  if (!voice) return;
  /* A film, or a page loaded again, leaves it as it was. */
  let isOn = sessionStorage.getItem("announcer") === "on";
  /* What was read, by where it stands, and what had been before that. */
  let said = new Map();
  let saidBefore = said;
  let timer = 0;
  let quietAt = 0;

  /* The verdict comes first, then what is to be done; while somebody stands accused, that alone. What was read and stands there still
     is not read again; of two tricks in a row whose verdict is the same, both are. A sign is not read. */
  function fresh() {
    const scene = view.querySelector(".scene [data-announce]");
    const found = scene ? [["scene", scene]] : SAID.map((where) => [where, view.querySelector(where)]);
    return found.filter(([, one]) => one).map(([where, one]) => [where, wordsIn(one), one.closest("[data-step]")?.dataset.step])
      .filter(([where, words, step]) => said.get(where) !== `${step} ${words}`);
  }

  function wordsIn(one) {
    const copy = one.cloneNode(true);
    copy.querySelectorAll(".mark").forEach((mark) => mark.remove());
    return copy.textContent.trim().replace(/\u00ad/g, "").replace(/\s+/g, " ");
  }

  function speak() {
    const wait = quietAt - performance.now();
    if (wait > 0) return later(wait);
    const found = fresh();
    if (!isOn || !found.length || view.matches(".curtained")) return;
    saidBefore = said;
    said = new Map([...said, ...found.map(([where, words, step]) => [where, `${step} ${words}`])]);
    const spoken = new SpeechSynthesisUtterance(found.map(([, words]) => words).join(" "));
    spoken.lang = document.documentElement.lang;
    voice.cancel();
    voice.speak(spoken);
  }

  function later(ms) {
    clearTimeout(timer);
    timer = setTimeout(speak, ms);
  }

  const button = document.createElement("button");
  button.className = "badge hear";
  button.textContent = view.dataset.announce;
  button.setAttribute("aria-pressed", String(isOn));
  button.addEventListener("click", function () {
    isOn = !isOn;
    sessionStorage.setItem("announcer", isOn ? "on" : "off");
    said = new Map();
    button.setAttribute("aria-pressed", String(isOn));
    if (isOn) speak();
    else voice.cancel();
  });

  /* It stands in the head, which may be another one by now. */
  function stand() {
    const strip = view.querySelector(".strip");
    if (strip && !strip.contains(button)) strip.append(button);
  }

  view.addEventListener("board:heard", function (event) {
    quietAt = performance.now() + AFTER_MS[event.detail];
    if (!voice.speaking) return;
    /* What a sound cuts short is said from its beginning once that is over. */
    said = saidBefore;
    voice.cancel();
    later(AFTER_MS[event.detail]);
  });
  for (const kind of ["board:shown", "board:raised"]) {
    view.addEventListener(kind, function () {
      stand();
      later(LATER_MS);
    });
  }
  stand();
})();
