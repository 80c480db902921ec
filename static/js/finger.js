/* A finger follows a route over the table of Down Under: each cell it crosses is a path, a swipe back takes back. It may be
   lifted: a stroke that begins on the last cell or beside it goes on, and a button saves. Taps on single cells, and the
   keyboard, are answered by the page itself, without this script too. */
(function () {
  "use strict";
  /* Of a cell: so far beyond a side a finger has left the cell, and one along the line between two has not. */
  const OVER = 0.14;
  /* Of a cell: how closely a fast finger is looked at. */
  const STEP = 0.2;
  let walk = null;

  const whole = (spot) => [Math.floor(spot[0]), Math.floor(spot[1])];
  const isSame = (one, other) => String(one) === String(other);
  const areBeside = (one, other) => Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) === 1;
  const middle = (cell) => cell.map((at) => 100 * at + 50);

  /* Where a finger is, in cells of the drawing. */
  function spotOf(event) {
    const box = walk.plot.getBoundingClientRect();
    const spot = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const quarters = Number(document.documentElement.dataset.side || 0);
    const [x, y] = Array.from({ length: quarters }).reduce(([right, down]) => [down, 1 - right], spot);
    return [walk.columns * x, walk.rows * y];
  }

  /* The route with the cell under the finger, side by side where it cut a corner. It stops at a side that it has crossed. */
  function follow(spot) {
    const ends = [walk.columns, walk.rows];
    if (walk.barred && !isSame(whole(spot), walk.cells.at(-1))) return;
    walk.barred = false;
    for (let isOn = true; isOn && !walk.barred; ) {
      const last = walk.cells.at(-1);
      const over = last.map((from, axis) => Math.min(ends[axis] - 0.5, Math.max(0.5, spot[axis])) - from - 0.5);
      const axis = Math.abs(over[0]) < Math.abs(over[1]) ? 1 : 0;
      isOn = Math.abs(over[axis]) > 0.5 + OVER;
      if (isOn) step(last.map((from, at) => from + (at === axis ? Math.sign(over[axis]) : 0)));
    }
  }

  function step(cell) {
    const { cells } = walk;
    const side = (one, other) => String([one, other].sort());
    walk.barred = cells.some((one, at) => at && side(one, cells[at - 1]) === side(cell, cells.at(-1)));
    if (isSame(cell, cells.at(-2))) walk.barred = !cells.pop();
    else if (!walk.barred) cells.push(cell);
  }

  /* All the way from the last spot, for a fast finger is reported in leaps. */
  function moved(event) {
    const [x, y] = walk.spot;
    const now = spotOf(event);
    const steps = Math.ceil(Math.hypot(now[0] - x, now[1] - y) / STEP);
    for (let at = 1; at <= steps; at += 1) follow([x + ((now[0] - x) * at) / steps, y + ((now[1] - y) * at) / steps]);
    walk.spot = now;
    if (walk.cells.length !== walk.before && !walk.line) begin(event);
    if (walk.line) show();
  }

  function begin(event) {
    const drawn = walk.plot.querySelector(".drawn");
    const look = walk.desk.dataset.follows;
    const own = look && "." + look;
    for (const one of drawn.querySelectorAll(`[data-moves] ${own || "*"}, .bad, :is(.tiled, .trail)${own}`)) one.remove();
    /* the numbers that are still coming are there at once */
    for (const one of drawn.getAnimations({ subtree: true })) one.finish();
    walk.desk.setPointerCapture(event.pointerId);
    drawn.insertAdjacentHTML("beforeend", `<g class="now ${look}"/>`);
    walk.line = drawn.lastElementChild;
  }

  /* Each cell as a tile, on them the road with its centre line, on that the numbers as the page writes them. */
  function show() {
    const middles = walk.cells.map(middle);
    const look = walk.desk.dataset.follows;
    const sides = middles.slice(1).map((here, at) => here.map((to, axis) => (to + middles[at][axis]) / 2));
    const bends = sides.map((side, at) => (at ? "Q" + middles[at] + " " : "L") + side).join("");
    const path = "M" + middles[0] + bends + "L" + middles.at(-1);
    const numbers = middles.map(function (own, at) {
      const [x, y] = own.map((from, axis) => ((sides[at - 1] || own)[axis] + (sides[at] || own)[axis] + 2 * from) / 4);
      return `<circle class="f-card ${look ? "s-p" : "s-acc"}" cx="${x}" cy="${y}" r="20" stroke-width="3.5"/><text class="f-ink" x="${x}" y="${y + 9.5}">${at + 1}</text>`;
    });
    const tiles = middles.map((own) => `M${own}m-50-50h100v100h-100z`).join("");
    walk.line.innerHTML = `<path class="tiled f-tile s-edge" d="${tiles}"/><path class="trail" d="${path}"/>` +
      (look && `<path class="core trail ${look}" d="${path}"/>`) +
      `<g font-size="27" text-anchor="middle">${numbers.join("")}</g>` +
      (walk.barred ? `<path class="s-bad" stroke-width="16" d="M${middles.at(-1)}m-36-36l72 72m0-72l-72 72"/>` : "");
    document.querySelectorAll("[data-count]").forEach(function (one) {
      one.textContent = walk.cells.length;
      one.classList.toggle("bad", walk.barred);
    });
  }

  /* The numbers of the cell in the corner of the drawing. */
  function corner() {
    return /^cell-(-?\d+)-(-?\d+)$/.exec(walk.plot.querySelector("[id^=cell-]").id).slice(1).map(Number);
  }

  const formOf = (desk) => document.getElementById("sketch") || desk.closest("form");

  /* What is followed already, where the finger goes on from its end; else a new route begins. */
  function begun(cell) {
    const [west, north] = corner();
    const values = [...formOf(walk.desk).querySelectorAll("[name^='cells.']")].map((one) => Number(one.value));
    const cells = values.flatMap((x, at) => (at % 2 ? [] : [[x - west, values[at + 1] - north]]));
    const last = cells.at(-1);
    return last && (isSame(cell, last) || areBeside(cell, last)) ? cells : [cell];
  }

  /* What was followed, as the fields of the form: those of the page go. */
  function fill(place) {
    const [west, north] = corner();
    place.querySelectorAll("[name^='cells.']").forEach((one) => one.remove());
    const fields = walk.cells.flatMap(([x, y], at) => [x + west, y + north].map(
      (value) => `<input type="hidden" name="cells.${at}" value="${value}" data-followed>`));
    place.insertAdjacentHTML("afterbegin", fields.join(""));
  }

  /* The page knows by now what was followed. What did not get through stays, and a button saves it. */
  function clear() {
    if (document.querySelector("[data-rests]")) return;
    document.querySelectorAll("[data-followed]").forEach((one) => one.remove());
    offer(false);
  }

  function offer(isOffered) {
    const button = document.getElementById("released");
    if (button) button.classList.toggle("hide", !isOffered);
  }

  function lifted() {
    const { desk, line } = walk;
    if (!line) return (walk = null);
    const place = formOf(desk);
    fill(place);
    walk = null;
    place.querySelector("input").dispatchEvent(new Event("change", { bubbles: true }));
  }

  function dropped() {
    if (walk && walk.line) walk.line.remove();
    walk = null;
  }

  document.addEventListener("pointerdown", function (event) {
    const desk = event.target.closest && event.target.closest("[data-follows]");
    if (walk || !desk || !event.isPrimary || event.button) return dropped();
    const plot = desk.querySelector(".plot");
    const lines = [...plot.querySelectorAll(".line")];
    walk = { desk, plot, cells: [], columns: lines[0].children.length, rows: lines.length, id: event.pointerId };
    walk.spot = spotOf(event);
    const cell = whole(walk.spot).map((at, axis) => Math.min([walk.columns, walk.rows][axis] - 1, Math.max(0, at)));
    walk.cells = begun(cell);
    walk.before = walk.cells.length;
    follow(walk.spot);
  });

  document.addEventListener("pointermove", (event) => walk && event.pointerId === walk.id && moved(event));
  document.addEventListener("pointerup", (event) => walk && event.pointerId === walk.id && lifted());
  document.addEventListener("pointercancel", dropped);

  document.addEventListener("board:shown", clear, true);
  document.addEventListener("board:unsent", () => offer(document.querySelector("[data-followed]") !== null), true);
})();
