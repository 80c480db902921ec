/* Shows beside each question what has just been tapped, folds a long grid away once a finger has chosen in it, leads a finger
   to what is asked next, and lets the verdict wait for the last tap. */
"use strict";
(() => {
  const wordsOf = (input) => {
    const name = input.parentElement.querySelector("bdi") || input.parentElement.querySelector(".face");
    return name ? name.textContent.trim() : "";
  };

  const shownAt = (question) => document.querySelector(`[data-shows="${question.id}"]`);

  const show = (question) => {
    const cell = shownAt(question);
    const tapped = question.querySelector("input:checked");
    if (cell && tapped) cell.textContent = wordsOf(tapped);
    const answer = question.querySelector("[data-answer]");
    if (!answer) return;
    const picked = [...question.querySelectorAll("input:checked")].filter((input) => input.value !== "");
    const wanted = answer.dataset.answer;
    answer.textContent = wanted && picked.length ? `${picked.length} / ${wanted}` : picked.map(wordsOf).join(", ");
    answer.classList.toggle("none", picked.length === 0);
  };

  /* What was missing is there now: its mark goes and its place stays, so that nothing moves under the finger. */
  const mend = (question) => {
    question.classList.add("mended");
    question.removeAttribute("aria-describedby");
  };

  document.addEventListener("change", (event) => {
    const question = event.target.closest("#facts .question");
    if (!question) return;
    show(question);
    if (question.matches(".wrong:has(input:checked)")) mend(question);
  });

  /* What the foot asks is marked where it is answered. */
  const mark = () => {
    const id = document.getElementById("so-far")?.dataset.asks;
    for (const one of document.querySelectorAll("#facts .asked")) one.classList.remove("asked");
    document.getElementById(id)?.classList.add("asked");
  };
  document.addEventListener("htmx:afterSettle", mark);
  mark();
  [...document.querySelectorAll("#facts .wrong input, #facts .wrong summary")].find((one) => one.checkVisibility())?.focus();

  /* One tap after the other, each on the form that the one before it led to. What was tapped may be gone by then. */
  const waiting = [];
  let isAsking = false;
  let judge = null;

  const goOn = () => {
    while (waiting.length && !isAsking) waiting.shift().issueRequest(true);
    if (!judge || isAsking) return;
    const asked = judge;
    judge = null;
    asked();
  };

  /* Why not htmx's own queue (`hx-sync`): it stands still once the tapped element is gone from the page (ADR 5). */
  document.addEventListener("htmx:confirm", (event) => {
    const { elt } = event.detail;
    event.preventDefault();
    /* The waiting tap takes along everything tapped into the form until it is sent. */
    if (elt.localName !== "button" && waiting.some((one) => one.elt === elt)) return;
    waiting.push(event.detail);
    goOn();
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    isAsking = true;
    event.detail.xhr.addEventListener("loadend", () => {
      isAsking = false;
      goOn();
    });
  });

  /* Whoever asks for a verdict means it with the last tap, even if that is still on its way. */
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "facts" || !isAsking || !event.submitter) return;
    event.preventDefault();
    judge = () => event.target.requestSubmit(event.submitter);
  });

  /* If a browser gives a clicked button no focus, htmx would press the form's last one again with every answer. */
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id === "facts") event.detail.formData.delete("_set");
  });

  document.addEventListener("click", (event) => {
    if (event.detail === 0 || !event.target.matches("input")) return;
    const fold = event.target.closest("#facts details.fold.question");
    if (fold) fold.open = false;
    if (event.target.checked && event.target.closest("[data-next], .said")) goToNext();
  });

  /* What is asked one after the other: the panel that shows is the one whose radio button stands before it. */
  const panels = () => [...document.querySelectorAll("#facts .whose")];
  const isShown = (panel) => panel.previousElementSibling.checked;
  const isSettled = (panel) => document.querySelector(`#facts [data-settles="${panel.dataset.row}"]:checked`) !== null;
  const isAnswered = (one) => (one.matches("input") ? one.value !== "" : one.querySelector(":checked") !== null);
  const isSpared = (panel) => panel.dataset.rare && !document.querySelector(`.wrong[for=${panel.dataset.rare}]`);
  const isDone = (panel) => isSettled(panel) || isSpared(panel) || [...panel.querySelectorAll("[data-next]")].every(isAnswered);

  const goToNext = () => {
    const all = panels();
    const now = all.findIndex(isShown);
    if (now < 0 || !isDone(all[now])) return;
    const next = [...all.slice(now + 1), ...all.slice(0, now)].find((one) => !isDone(one));
    if (!next) return;
    next.previousElementSibling.checked = true;
  };
})();
