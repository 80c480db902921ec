/* The table of Down Under, enlarged: it begins at what is looked for, and fades at the sides beyond which it goes on.

   Its script comes when it is enlarged for the first time (tiles.js), because hardly any visit needs it.
   Sizes are set as rules in our own style sheet, which an arriving board leaves alone. */
(function () {
  "use strict";
  const FINGER = 44;
  const LEAST_GROWN = 1.2;
  const FADES = 32;
  const sheet = [...document.styleSheets].find((one) => one.href && one.href.includes("components"));
  const enlarged = rule("#desk#desk .fingers");
  const goesOn = rule("#desk#desk");
  let begun = ""; // What was looked for.

  function rule(selector) {
    return sheet.cssRules[sheet.insertRule(selector + "{}", sheet.cssRules.length)].style;
  }

  function settle() {
    const desk = document.querySelector("#desk:has(.fingers)");
    const route = desk?.closest("main.ended") && desk.querySelector("[data-moves^=route]")?.dataset.moves;
    const shown = desk && document.getElementById("shown")?.dataset.version + route;
    if (desk && shown !== begun) begin(desk);
    begun = shown;
  }

  /* Enlarged no further than that what is looked for stays in sight, or at least as much of it as there is room for. */
  function begin(desk) {
    const plot = desk.firstElementChild;
    const isOver = plot.closest("main.ended");
    for (const one of plot.getAnimations()) one.finish();
    enlarged.setProperty("--cell", "");
    const fits = (parts) => Math.min(desk.clientWidth / boxOf(parts).width, desk.clientHeight / boxOf(parts).height);
    const cell = plot.querySelector(".line > *").offsetWidth;
    const least = Math.max((isOver ? 1 : LEAST_GROWN) * fits([plot]), FINGER / cell);
    enlarged.setProperty("--cell", cell * Math.min(1, Math.max(least, fits(sought(plot)))) + "px");
    const parts = sought(plot);
    while (parts.length > 1 && fits(parts) < 0.98) parts.pop();
    const [box, ground] = [boxOf(parts), desk.getBoundingClientRect()];
    desk.scrollBy(box.x + (box.width - ground.width) / 2 - ground.x, box.y + (box.height - ground.height) / 2 - ground.y);
    hint(desk);
  }

  /* In play where a tile may be placed, and the one placed last; at the end the paths of the route from its first. */
  function sought(plot) {
    const kinds = plot.closest("main.ended") ? ["[data-moves^=route] > g"] : [".end", ".laid"];
    const found = kinds.flatMap((one) => [...plot.querySelectorAll(one)]).filter((one) => one.getBoundingClientRect().width);
    return found.length ? found : [plot];
  }

  /* The box round these, with a third of a cell at each side. */
  function boxOf(parts) {
    const beside = parts[0].closest(".plot").querySelector(".line > *").offsetWidth / 3;
    const boxes = parts.map((one) => one.getBoundingClientRect());
    const [x, y] = ["x", "y"].map((side) => Math.min(...boxes.map((one) => one[side])) - beside);
    const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((one) => one[side])) + beside);
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

  document.addEventListener("scroll", (event) => event.target.id === "desk" && hint(event.target), true);
  matchMedia("(orientation: portrait)").addEventListener("change", function () {
    begun = "";
    settle();
  });

  document.addEventListener("board:shown", settle, true);
  settle();
})();
