/* The table of Down Under, enlarged: it begins at what is looked for, and fades at the sides beyond which it goes on.

   Its script comes when it is enlarged for the first time (tiles.js), because hardly any visit needs it.
   Sizes are set as rules in our own style sheet, which an arriving board leaves alone. */
(function () {
  "use strict";
  const FINGER = 44;
  const LEAST_GROWN = 1.2;
  const LARGEST = 224;
  const FADES = 10;
  const sheet = [...document.styleSheets].find((one) => one.href && one.href.includes("components"));
  const enlarged = rule("#desk#desk .fingers");
  const goesOn = rule("#desk#desk");
  let begun = ""; // What was looked for.
  let least = 0;
  let size = Infinity; // Of a cell.

  function rule(selector) {
    return sheet.cssRules[sheet.insertRule(selector + "{}", sheet.cssRules.length)].style;
  }

  function settle() {
    // What arrives is whole until it is known that here it is enlarged.
    if (size < Infinity) document.querySelector("main:not(.ended) #desk > .whole")?.classList.replace("whole", "fingers");
    const desk = document.querySelector("#desk:has(.fingers)");
    const route = desk?.closest("main.ended") && desk.querySelector("[data-moves^=route]")?.dataset.moves;
    const shown = desk && document.getElementById("shown")?.dataset.version + route;
    if (desk && shown !== begun) begin(desk);
    begun = shown;
  }

  /* All tiles, and wherever one may be placed, stay in sight as long as a finger can tap a cell. A cell keeps its size from turn
     to turn while they fit, and then shrinks; a table that is as large when shown whole is enlarged beyond that. */
  function begin(desk) {
    const plot = desk.firstElementChild;
    const isOver = plot.closest("main.ended");
    for (const one of plot.getAnimations()) one.finish();
    enlarged.setProperty("--cell", "var(--most)"); // Shown whole, it is no larger.
    const cell = plot.querySelector(".line > *").offsetWidth;
    const parts = sought(plot, isOver);
    const all = isOver ? [plot] : parts;
    const fits = cell * room(desk, all, isOver ? 0 : cell / 6);
    const whole = cell * Math.min(1, room(desk, [plot]));
    if (size === Infinity) least = Math.max(FINGER, isOver || fits > 1.05 * whole ? 0 : LEAST_GROWN * whole);
    if (cell * room(desk, all) < size) size = Math.max(least, Math.min(fits, LARGEST));
    enlarged.setProperty("--cell", size + "px");
    while (parts.length > 1 && room(desk, parts) < 1) parts.pop();
    const [box, ground] = [boxOf(parts), desk.getBoundingClientRect()];
    desk.scrollBy(box.x + (box.width - ground.width) / 2 - ground.x, box.y + (box.height - ground.height) / 2 - ground.y);
    hint(desk);
  }

  /* In play where a tile may be placed, and the tiles, newest first; at the end the paths of the route from its first. */
  function sought(plot, isOver) {
    const all = (kind) => [...plot.querySelectorAll(kind)].filter((one) => one.getBoundingClientRect().width);
    const found = isOver ? all("[data-moves^=route] > g") : [...all(".end"), ...all(".piece").reverse()];
    return found.length ? found : [plot];
  }

  /* How many times as large these could be, with so much at each side. */
  function room(desk, parts, beside = 0) {
    const box = boxOf(parts);
    const [across, down] = [desk.clientWidth, desk.clientHeight].map((one) => one - 10);
    return Math.min(across / (box.width + 2 * beside), down / (box.height + 2 * beside));
  }

  function boxOf(parts) {
    const boxes = parts.map((one) => one.getBoundingClientRect());
    const [x, y] = ["x", "y"].map((side) => Math.min(...boxes.map((one) => one[side])));
    const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((one) => one[side])));
    return new DOMRect(x, y, right - x, bottom - y);
  }

  /* The table fades at the sides beyond which it goes on. */
  function hint(desk) {
    const beyond = {
      west: desk.scrollLeft,
      north: desk.scrollTop,
      east: desk.scrollWidth - desk.clientWidth - desk.scrollLeft,
      south: desk.scrollHeight - desk.clientHeight - desk.scrollTop,
    };
    for (const side in beyond) goesOn.setProperty("--" + side, Math.min(FADES, beyond[side]) + "px");
  }

  function again() {
    [begun, size] = ["", Infinity];
  }

  function anew() {
    again();
    settle();
  }

  document.addEventListener("scroll", (event) => event.target.id === "desk" && hint(event.target), true);
  document.addEventListener("click", function (event) {
    if (event.target.closest?.("#zoom")) again();
    else if (event.target.closest?.("[data-round]")) anew();
  }, true);
  matchMedia("(orientation: portrait)").addEventListener("change", anew);

  document.addEventListener("board:shown", settle, true);
  settle();
})();
