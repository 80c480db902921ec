/* On the phone that is asked which of two entries counts: the others see that it is for as long as this says so again, and that it has
   answered. What was chosen is said for a moment in place of the question; of what is saved instead, once it is (`#chosen`). */
(function () {
  "use strict";
  /* No worker of the server keeps for a page that is opened what was said to others. */
  const ASKS_MS = 4000;
  const CHOSEN_MS = 4000;
  const ANSWERED = 9999;
  const view = document.getElementById("view");
  const key = "asked " + view.dataset.preview;
  let index;

  function tell(what) {
    const { match } = document.getElementById("shown").dataset;
    fetch(`${view.dataset.asked}${match}/asked/${what}`, { method: "POST", keepalive: true }).catch(() => {});
  }

  /* Whether a question has had its time: a round may still be put right while the first step after it lasts. An end is not covered by
     what was asked of a step before it. */
  function lapses(question) {
    const { moment, lap, won } = board.shown().dataset;
    if (won || moment === "broken off") return question.at !== moment;
    if (question.lap === lap) delete question.after;
    else question.after ||= moment;
    return Boolean(question.after) && question.after !== moment;
  }

  /* With the next entry of the round all that is left of a question is a dot at the log, so that what comes of it is read. */
  function fold(question) {
    const { moment, lap } = board.shown().dataset;
    question.hidden = question.dataset.at !== moment && (question.hidden || question.dataset.lap === lap);
    if (question.hidden) stored((storage) => storage.setItem(key, question.outerHTML));
  }

  /* It goes by itself, too: with an undo, with the next round, with the end of the game. */
  function follow() {
    const asked = document.querySelector("#beside[data-index]");
    if (asked && lapses(asked.dataset)) board.close();
    else if (asked) fold(asked);
    const now = document.querySelector("#beside[data-index]:not([hidden])")?.dataset.index;
    if (index && !now) tell(ANSWERED);
    if (now && now !== index) tell(now);
    index = now;
  }

  function stored(how) {
    try {
      return how(sessionStorage);
    } catch (error) {
      return null;
    }
  }

  /* What was chosen alone, and of what it is: it is no question any more. */
  function answered(button) {
    const bar = button.closest(".notice").cloneNode(true);
    const said = bar.querySelector(`.apart ${button.localName} span:not(.hide)`);
    bar.querySelector(".apart").replaceWith(said);
    for (const question of bar.querySelectorAll("[data-of]")) question.textContent = question.dataset.of;
    bar.id = "chosen";
    bar.classList.add("chosen");
    return bar;
  }

  function show(bar, place) {
    place.append(bar);
    setTimeout(() => bar.remove(), CHOSEN_MS);
  }

  /* The board closes the question by the same tap. */
  document.addEventListener("click", function (event) {
    const button = event.target.closest("#beside .apart .btn");
    if (!button) return;
    if (button.matches("[data-close]")) show(answered(button), view.querySelector(".foot"));
    delete button.closest("#beside").dataset.index;
    follow();
  }, true);
  document.addEventListener("submit", function ({ target }) {
    const button = target.closest("#beside .apart") && target.querySelector("button");
    if (button) stored((storage) => storage.setItem(key, answered(button).outerHTML));
  });
  view.addEventListener("board:shown", follow);
  setInterval(function () {
    follow();
    if (index) tell(index);
  }, ASKS_MS);
  follow();

  const kept = document.createElement("template");
  kept.innerHTML = stored((storage) => storage.getItem(key)) || "";
  const chosen = kept.content.querySelector(".chosen");
  if (chosen) stored((storage) => storage.removeItem(key));
  if (chosen && location.hash === "#chosen") show(chosen, view.querySelector(".foot"));
  if (location.hash === "#chosen") history.replaceState(null, "", location.pathname);
})();
