// Shows beside each question what has just been tapped, and folds a long grid away once a finger has chosen in it.
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

  document.addEventListener("click", (event) => {
    const fold = event.target.closest("#facts details.fold.question");
    if (fold && event.detail > 0 && event.target.matches("input")) fold.open = false;
  });
})();
