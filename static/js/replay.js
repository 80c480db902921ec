/* Steps through a match that is over, in one place; plays them one after the other where things may move, an accusation card
   by card. On the television it plays by itself, every step of it, and goes back to the table at the end, or as soon as
   the next match begins. */
(function () {
  "use strict";
  const STEP_MS = 1800;
  const REST_MS = 6000;
  /* A long match plays faster: its film takes no longer than this. */
  const FILM_MS = 90000;
  const TIMES = 4;
  /* Of some steps there is little to see. */
  const BRIEF = 3;
  const form = document.getElementById("reel");
  const view = document.getElementById("view");
  const slider = form.elements.step;
  const plays = document.getElementById("plays");
  const { steps, back } = form.dataset;
  const mayMove = matchMedia("(prefers-reduced-motion: no-preference)").matches;
  const fast = document.getElementById("fast");
  const stepMs = () => Math.min(STEP_MS, FILM_MS / steps) / (isFast ? TIMES : 1) / ("brief" in form.dataset ? BRIEF : 1);
  let wanted = slider.value;
  let timer = 0;
  let isPlaying = false;
  let isFast = false;
  /* What comes next in a film, asked for while the step before it is shown. */
  let ahead = {};

  const say = (kind) => view.dispatchEvent(new CustomEvent("board:" + kind));

  function addressOf(step) {
    const asked = new URLSearchParams(new FormData(form));
    asked.set("step", step);
    return form.action + "?" + asked;
  }

  const had = (step) => fetch(addressOf(step)).catch(() => null);

  /* Of steps asked for in quick succession the last is shown. False if it could not be had. */
  async function show(step) {
    wanted = String(Math.min(Math.max(step, slider.min), steps));
    slider.value = wanted;
    const asked = wanted;
    const answer = await (ahead.step === asked ? ahead.answer : had(asked));
    if (!answer || !answer.ok || answer.redirected) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (asked !== wanted) return true;
    say("before");
    view.replaceChildren(...page.getElementById("view").childNodes);
    say("shown");
    /* The television says in its own head where that was. */
    for (const one of document.querySelectorAll("#reel output, body > .strip .serif")) {
      one.textContent = page.querySelector(one.matches("output") ? "#reel output" : "body > .strip .serif").textContent;
    }
    form.toggleAttribute("data-brief", page.getElementById("reel").hasAttribute("data-brief"));
    history.replaceState(null, "", addressOf(asked));
    return true;
  }

  function after(ms, what) {
    clearTimeout(timer);
    timer = setTimeout(what, ms);
  }

  function play(on) {
    clearTimeout(timer);
    isPlaying = on;
    plays.classList.toggle("on", on);
    if (on) after(stepMs(), next);
  }

  async function next() {
    const isThere = Number(wanted) >= steps || (await show(Number(wanted) + 1));
    if (isPlaying && Number(wanted) < steps) ahead = { step: String(Number(wanted) + 1), answer: had(Number(wanted) + 1) };
    /* Water flows for ever. */
    const moving = view.getAnimations({ subtree: true }).filter((one) => one.effect.getComputedTiming().endTime < Infinity);
    if (!isFast) await Promise.allSettled(moving.map((one) => one.finished));
    if (!isPlaying) return;
    if (isThere && Number(wanted) < steps) after(stepMs(), next);
    else if (back) after(isThere ? REST_MS : 0, () => location.assign(back));
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
  const script = document.createElement("script");
  script.src = mayMove ? view.dataset.motion : view.dataset.still;
  document.head.append(script);
  if (!mayMove) return;
  plays.hidden = false;
  plays.addEventListener("click", async function () {
    if (!isPlaying && wanted === steps) await show(slider.min);
    play(!isPlaying);
  });
  if ("plays" in form.dataset) play(true);
  if (!fast) return;
  fast.hidden = false;
  fast.addEventListener("click", function () {
    isFast = !isFast;
    fast.setAttribute("aria-pressed", isFast);
    if (isPlaying) play(true);
  });
})();
