/* Who came in first is tapped first: each tap gives the next place, and the last one left has the last. A second tap shares the
   place before, a third takes it back. Without this script the places are typed. */
(function () {
  "use strict";
  const view = document.getElementById("view");
  if (!view) return;
  /* The box that was filled with the last place: whose turn it is to be tapped has it already. */
  let given = "";
  const boxes = () => [...view.querySelectorAll("li[data-side] [data-figure]")];
  const place = (one) => Number(one.value || one.textContent.replace(/\D/g, "")) || 0;
  const taken = () => [...view.querySelectorAll("li[data-side] :is([data-figure], output)")].map(place).filter(Boolean);

  function put(box, number) {
    box.value = number || "";
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function come(box) {
    put(box, taken().length + 1);
    const left = boxes().filter((one) => !one.value);
    if (left.length !== 1) return;
    put(left[0], taken().length + 1);
    given = left[0].id;
  }

  function takeBack(box) {
    const was = place(box);
    put(box, 0);
    for (const one of boxes()) if (place(one) > was) put(one, place(one) - 1);
    /* Two are left again: the last place is nobody's. */
    const last = boxes().find((one) => one.id === given);
    if (last) put(last, 0);
    given = "";
  }

  function again(box) {
    const was = place(box);
    const all = taken();
    const before = Math.max(0, ...all.filter((one) => one < was));
    if (before && all.filter((one) => one === was).length === 1) put(box, before);
    else takeBack(box);
  }

  view.addEventListener("click", function (event) {
    const box = event.target.closest("li[data-side]")?.querySelector("[data-figure]");
    if (!box) return;
    event.preventDefault();
    const isGiven = box.id === given;
    if (isGiven) given = "";
    if (!place(box)) come(box);
    else if (!isGiven) again(box);
    drawn();
    box.dispatchEvent(new Event("change", { bubbles: true }));
  });

  /* No keyboard comes up over those who are to be tapped; who lacks a place of an edit is marked. */
  function drawn() {
    for (const one of boxes()) {
      one.inputMode = "none";
      one.form.dataset.marks = "";
    }
  }
  view.addEventListener("board:shown", drawn);
  drawn();
})();
