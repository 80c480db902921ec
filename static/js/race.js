/* Who came in first is tapped first: each tap gives the next place, and the last one left has the last. The first three climb a
   podium. A second tap on someone takes them down; one on their step shares the place before. Who won climbs as well. Without
   this script the places are typed. */
(function () {
  "use strict";
  const view = document.getElementById("view");
  if (!view) return;
  /* The box that was filled with the last place: whose turn it is to be tapped has it already. */
  let given = "";
  const boxes = () => [...view.querySelectorAll("li[data-side] [data-figure]")];
  const place = (one) => Number(one.value || one.textContent.replace(/\D/g, "")) || 0;
  const taken = () => [...view.querySelectorAll("li[data-side] :is([data-figure], output)")].map(place).filter(Boolean);

  const standing = (line) => (line.querySelector(":checked") ? 1 : place(line.querySelector("[data-figure], output") || line));

  /* The first three stand on the podium, whoever shares a place as high; all others on the floor, each where they began until
     everyone has a place. */
  function stand() {
    const them = [...view.querySelectorAll(".climb > [data-side]")];
    const placed = them.filter(standing).sort((one, other) => standing(one) - standing(other));
    const up = placed.slice(0, 3);
    const floor = placed.length === them.length ? them.filter((one) => !up.includes(one)) : them;
    const rows = Math.ceil(floor.length / 3);
    for (const line of them) {
      const slot = up.indexOf(line);
      const at = floor.indexOf(line);
      const row = Math.floor(((at + 1) * rows - 1) / floor.length);
      const [from, to] = [row, row + 1].map((one) => Math.floor((one * floor.length) / rows));
      const wide = 12 / (to - from);
      line.style.gridArea = slot < 0 ? `${row + 3} / ${(at - from) * wide + 1} / auto / span ${wide}` : `2 / ${[5, 1, 9][slot]} / auto / span 4`;
      line.dataset.step = slot < 0 ? 0 : Math.min(3, standing(line));
    }
    view.querySelector(".climb")?.classList.toggle("full", placed.length === them.length);
  }

  /* Whoever climbs, and whoever steps down, is seen to. */
  function climb() {
    const them = [...view.querySelectorAll(".climb > [data-side]")];
    const before = them.map((line) => line.getBoundingClientRect());
    stand();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    them.forEach(function (line, at) {
      const { left, top } = line.getBoundingClientRect();
      const [x, y] = [before[at].left - left, before[at].top - top];
      if (x || y) line.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, { duration: 300, easing: "ease-out" });
    });
  }

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
    else if (!isGiven) (event.target === box && box.closest("li").dataset.step !== "0" ? again : takeBack)(box);
    climb();
    box.dispatchEvent(new Event("change", { bubbles: true }));
  });

  view.addEventListener("change", climb);

  /* No keyboard comes up over those who are to be tapped; who lacks a place of an edit is marked. */
  function drawn() {
    for (const one of boxes()) {
      one.inputMode = "none";
      one.form.dataset.marks = "";
    }
    stand();
  }
  view.addEventListener("board:shown", drawn);
  drawn();
})();
