// Shows beside each question what has just been tapped, folds a long grid away once a finger has chosen in it, and waits with
// the verdict for what was tapped last.
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

  // Whoever has it judged means it with what was tapped last, though that is still on its way.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "facts" || !document.querySelector(".htmx-request")) return;
    event.preventDefault();
    const again = () => setTimeout(() => event.target.requestSubmit(event.submitter));
    document.addEventListener("htmx:afterRequest", again, { once: true });
  });

  // Where browsers give a clicked button no focus, htmx would press the last one of the form once more with every answer.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id === "facts") event.detail.formData.delete("_set");
  });

  document.addEventListener("click", (event) => {
    const fold = event.target.closest("#facts details.fold.question");
    if (fold && event.detail > 0 && event.target.matches("input")) fold.open = false;
  });
})();
