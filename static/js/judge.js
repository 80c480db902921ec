// Shows beside each question what has just been tapped, folds a long grid away once a finger has chosen in it, and lets the
// verdict wait for the last tap.
"use strict";
(() => {
  const wordsOf = (input) => {
    const name = input.parentElement.querySelector("bdi, .face");
    return name ? name.textContent.trim() : "";
  };

  const show = (question) => {
    const answer = question.querySelector("[data-answer]");
    if (!answer) return;
    const picked = [...question.querySelectorAll("input:checked")].filter((input) => input.value !== "");
    const wanted = answer.dataset.answer;
    answer.textContent = wanted && picked.length ? `${picked.length} / ${wanted}` : picked.map(wordsOf).join(", ");
    answer.classList.toggle("none", picked.length === 0);
  };

  document.addEventListener("change", (event) => {
    const question = event.target.closest("#facts .question");
    if (question) show(question);
  });

  // One tap after the other, each on the form that the one before it led to. What was tapped may be gone by then.
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

  document.addEventListener("htmx:confirm", (event) => {
    const { elt } = event.detail;
    event.preventDefault();
    // The waiting tap takes along everything tapped into the form until it is sent.
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

  // Whoever asks for a verdict means it with the last tap, even if that is still on its way.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "facts" || !isAsking || !event.submitter) return;
    event.preventDefault();
    judge = () => event.target.requestSubmit(event.submitter);
  });

  // If a browser gives a clicked button no focus, htmx would press the form's last one again with every answer.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id === "facts") event.detail.formData.delete("_set");
  });

  document.addEventListener("click", (event) => {
    if (event.detail === 0 || !event.target.matches("input")) return;
    const fold = event.target.closest("#facts details.fold.question");
    if (fold) fold.open = false;
    // A finger that has said what one player shows is led to the next who has not been asked.
    if (!event.target.checked || !event.target.closest("[data-next]")) return;
    const next = [...document.querySelectorAll("#facts .whose")].find((one) => !one.querySelector("[data-next] :checked"));
    if (next) next.previousElementSibling.checked = true;
  });
})();
