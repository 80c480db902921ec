/* Steps through a match that is over, in one place; plays them one after the other where things may move. On the television
   it plays by itself, in a minute and a half at most, and goes back to the table at the end, or as soon as the next match
   begins. */
(function () {
  "use strict";
  const STEP_MS = 1800;
  const REST_MS = 6000;
  const MOST_STEPS = 50;
  const form = document.getElementById("reel");
  const view = document.getElementById("view");
  const slider = form.elements.step;
  const plays = document.getElementById("plays");
  const { steps, back } = form.dataset;
  const words = [plays.textContent, plays.dataset.pause];
  const mayMove = matchMedia("(prefers-reduced-motion: no-preference)").matches;
  let wanted = slider.value;
  let timer = 0;
  let isPlaying = false;

  function addressOf(step) {
    const asked = new URLSearchParams(new FormData(form));
    asked.set("step", step);
    return form.action + "?" + asked;
  }

  /* Of steps asked for in quick succession the last is shown. False if it could not be had. */
  async function show(step) {
    wanted = String(Math.min(Math.max(step, 0), steps));
    slider.value = wanted;
    const asked = wanted;
    const answer = await fetch(addressOf(asked)).catch(() => null);
    if (!answer || !answer.ok || answer.redirected) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (asked !== wanted) return true;
    view.replaceChildren(...page.getElementById("view").childNodes);
    form.querySelector("output").textContent = page.querySelector("#reel output").textContent;
    history.replaceState(null, "", addressOf(asked));
    return true;
  }

  function play(on) {
    clearTimeout(timer);
    isPlaying = on;
    plays.textContent = words[Number(on)];
    if (on) timer = setTimeout(next, STEP_MS);
  }

  async function next() {
    const isThere = Number(wanted) >= steps || (await show(Number(wanted) + Math.ceil(steps / MOST_STEPS)));
    if (!isPlaying) return;
    if (isThere && Number(wanted) < steps) timer = setTimeout(next, STEP_MS);
    else if (back) timer = setTimeout(() => location.assign(back), isThere ? REST_MS : 0);
    else play(false);
  }

  for (const [id, by] of [["earlier", -1], ["later", 1]]) {
    document.getElementById(id).addEventListener("click", function (event) {
      event.preventDefault();
      play(false);
      show(Number(wanted) + by);
    });
  }
  slider.addEventListener("input", function () {
    play(false);
    show(slider.value);
  });
  if (!mayMove) return;
  plays.hidden = false;
  plays.addEventListener("click", async function () {
    if (!isPlaying && wanted === steps) await show(0);
    play(!isPlaying);
  });
  if ("plays" in form.dataset) play(true);
})();
