/* A photo of the table of Down Under: straightened by its four corners, its tiles read, or laid under the drawing. It never
   leaves this browser.

   A worker (reader.js) counts columns and rows, straightens and reads. What is read is shown over the photo; below it stands all
   that may lie in the cell that was tapped. Nothing here needs a secure context. All words are in the page. */
(function () {
  "use strict";
  const LONGEST_SOURCE = 1600;
  const MOVED_BY_KEY = 0.005;
  const FINE = 100; // Dots of a cell for the eye; it is read off fewer.
  const LIKELY = 8; // So many readings of a cell are tried, to mend a board that can't be.
  const MANY = 0.25; // Of the tiles asked about: a finger traces a route sooner.
  const KEPT = "tableside.down-under.photo"; // Until the page that it is traced on has it; or that what was read has been sent.
  const READ = "tableside.down-under.read"; // What was read for a match, until that is over.
  const SENT = "sent";
  const LENS = 60; // Dots of the photo under the magnifier.
  const MOST_LINES = 16; // Columns or rows of a photo.
  const NORTH_WEST = 500; // Cells are counted from here: an address holds no numbers below 0.
  const SVG = "http://www.w3.org/2000/svg";
  const PATHS = { straight: "M50 0V100", curve: "M50 0A50 50 0 0 0 100 50", terminus: "M50 0V32M34 32H66" };
  const LINES = { red: "pa", yellow: "pb", green: "pc", blue: "pd" };
  const ENDS = "M50 0V8M50 92V100M0 50H8M92 50H100"; // Routes that end at a billabong.
  const SIDES = { N: "↑", E: "→", S: "↓", W: "←" };
  const MIDDLES = { N: "50 0", E: "100 50", S: "50 100", W: "0 50" };
  let tool = null;
  let source = null;
  let corners = [];
  let style = null;
  let worker = null;
  const waiting = []; // Who waits for the worker's next answers, in order.
  let proposed = null; // A promise while columns and rows are being proposed.
  let isMoved = false; // A corner has been moved since they were asked for.
  const placed = new Set(); // The corners that were moved: before all are, what lies between them tells nothing.
  let reading = null;
  let box = []; // The colours in the order of those who play them.
  let tappedLast = -1;
  let ink = ""; // In which colour tiles are offered for it.
  let inkedAt = -1; // The cell for which that was chosen by hand.
  let mend = null; // The cell, and the tiles in it, that one tap mends the board by.
  let refused = ""; // Why what is read cannot be counted.
  let question = ""; // What the table asked of it when it was sent.
  let isCounted = false; // Somebody chose the columns or rows themselves.
  let reader = null; // A promise: the reader's functions are there.
  let styled = null; // A promise: so is the style of the sheet.

  const find = (selector) => tool.querySelector(selector);
  const number = (name) => Number(find("." + name).value);

  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("[data-photo]")) open();
  });

  async function open() {
    const template = document.getElementById("photo-tool");
    if (!template) return;
    fetchParts();
    await styled;
    if (!tool) {
      document.body.append(template.content.cloneNode(true));
      tool = document.querySelector("dialog.photo");
      prepare();
    }
    const take = template.content.querySelector("form.take");
    if (take) find("form.take").replaceWith(take.cloneNode(true));
    if (take) box = box.length ? box : take.dataset.box.split(" ");
    if (!source && !reading) await restore().catch(() => {}); // Without its parts the photo is taken anew.
    if (reading) showRoutes();
    if (!source) for (const name of ["columns", "rows"]) find("." + name).value = template.dataset[name];
    tool.showModal();
  }

  /* What the sheet needs, asked for at once: a photo is read without a network, too. */
  function fetchParts() {
    const template = document.getElementById("photo-tool");
    if (!template || reader) return;
    const loaded = (part) => new Promise((ready, failed) => ([part.onload, part.onerror] = [ready, failed]));
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: template.dataset.style });
    const script = Object.assign(document.createElement("script"), { src: template.dataset.reader });
    styled = loaded(link).catch(() => {}); // Plain is better than nothing.
    reader = loaded(script);
    reader.catch(() => (reader = null)); // The next photo asks for it again.
    document.head.append(link, script);
  }

  fetchParts();

  function prepare() {
    find("[type=file]").addEventListener("change", chosen);
    find(".strength").addEventListener("input", strength);
    for (const select of tool.querySelectorAll(".stepper select")) {
      for (let n = 1; n <= MOST_LINES; n += 1) select.add(new Option(n));
      select.addEventListener("change", counted);
    }
    find(".stepper").parentElement.addEventListener("click", stepped);
    find(".read-it").addEventListener("click", read);
    find(".lay").addEventListener("click", lay);
    find(".away").addEventListener("click", away);
    find(".close").addEventListener("click", () => tool.close());
    find(".corners-again").addEventListener("click", () => step("second"));
    find(".sure").addEventListener("click", () => leave(reading.cells[tappedLast]));
    const unfolds = find(".corners-again").cloneNode(true);
    unfolds.className = "btn quiet unfolds";
    find(".second").append(unfolds);
    unfolds.addEventListener("click", () => tool.classList.remove("folded"));
    if (find(".measure")) find(".measure").addEventListener("click", measure);
    tool.addEventListener("click", (event) => event.target.closest(".whose-colour") && passOn(event.target.closest(".whose-colour")));
    find(".cells").addEventListener("click", tapped);
    find(".inks").append(...Object.keys(LINES).map(inkOf), noInk());
    find(".inks").addEventListener("click", inked);
    find(".picks").addEventListener("click", picked);
    find(".mends").addEventListener("click", mended);
    find(".by-finger").addEventListener("click", trace);
    find("details").hidden = !document.querySelector(".drawn");
    tool.addEventListener("submit", taken);
    addEventListener("storage", (event) => event.key === tableReader.KEPT_HUES && !find(".third").hidden && read());
    tool.querySelectorAll(".corner").forEach(function (handle, at) {
      handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
      handle.addEventListener("pointermove", (event) => event.buttons && dragged(at, event));
      handle.addEventListener("pointerup", released);
      handle.addEventListener("keydown", (event) => nudged(at, event));
    });
  }

  function inkOf(ink) {
    const button = document.createElement("button");
    [button.type, button.className, button.dataset.ink] = ["button", "btn " + LINES[ink], ink];
    button.textContent = JSON.parse(find(".cells").dataset.colours)[ink];
    return button;
  }

  function noInk() {
    const button = document.createElement("button");
    [button.type, button.className, button.dataset.ink] = ["button", "btn", ""];
    button.textContent = find(".cells").dataset.empty;
    return button;
  }

  function step(name) {
    for (const one of ["second", "third"]) find("." + one).hidden = one !== name;
    find("label").classList.remove("main"); // The one before stays until another is chosen.
    find(".by-finger").hidden = true;
    complain("");
  }

  /* ---- the picture ---- */

  async function chosen(event) {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    try {
      fetchParts();
      await reader;
      show(await tableReader.drawn(file, find(".taken canvas"), LONGEST_SOURCE));
    } catch (error) {
      complain("unreadable"); // Not a picture, or none that this browser can show. The one before stays.
    }
  }

  function complain(problem) {
    const wrong = find(".wrong");
    wrong.hidden = !problem;
    wrong.textContent = problem ? wrong.dataset[problem] : "";
    offerAnother(Boolean(problem && problem !== "none" && source)); // What the corners may mend, they mend first.
    tool.classList.toggle("folded", ["dark", "blurred", "grey"].includes(problem)); // No corner mends it.
    find(".unfolds").hidden = problem === "dark"; // There are none to be seen.
    if (!problem) return;
    find(".by-finger").hidden = !source; // What can't be read can be looked at.
    wrong.focus();
  }

  /* Where nothing can be read, another photo is the large button, until the corners or the lines are changed. */
  function offerAnother(isFirst) {
    tool.classList.toggle("again", isFirst);
    find(".read-it").classList.toggle("main", !isFirst);
    if (!source) return;
    const label = find("label");
    label.classList.toggle("main", isFirst);
    label.lastChild.textContent = label.dataset.another;
  }

  function show(canvas) {
    source = canvas;
    find(".corners-again").hidden = false;
    isCounted = false;
    isMoved = true;
    placed.clear();
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]];
    step("second");
    placeCorners();
    // What no corner mends is said before any is asked for.
    const whole = dots();
    complain(tableReader.fault(whole) || (isGrey(whole) ? "grey" : ""));
  }

  const dots = () => source.getContext("2d").getImageData(0, 0, source.width, source.height);

  /* ---- its corners ---- */

  function placeCorners() {
    tool.querySelectorAll(".corner").forEach(function (handle, at) {
      handle.style.left = 100 * corners[at][0] + "%";
      handle.style.top = 100 * corners[at][1] + "%";
    });
    drawLines();
  }

  /* The columns and rows between the corners, as they are counted now. */
  function drawLines() {
    const [a, b, c, d, e, f, g, h] = tableReader.projection(corners);
    const place = (u, v) => [a * u + b * v + c, d * u + e * v + f].map((part) => (100 * part) / (g * u + h * v + 1)).join(" ");
    const line = (from, to) => "M" + place(...from) + "L" + place(...to);
    const lines = (count, way) => Array.from({ length: count + 1 }, (_, at) => way(at / count)).join("");
    const drawn = lines(number("columns"), (u) => line([u, 0], [u, 1])) + lines(number("rows"), (v) => line([0, v], [1, v]));
    tool.querySelectorAll(".second path").forEach((path) => path.setAttribute("d", drawn));
  }

  function move(at, x, y) {
    placed.add(at);
    corners[at] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
    offerAnother(false);
    placeCorners();
  }

  function dragged(at, event) {
    const box = source.getBoundingClientRect();
    move(at, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    magnify(at);
  }

  /* What lies under the thumb, large, on the other side of the photo. */
  function magnify(at) {
    const lens = find(".lens");
    const [x, y] = [corners[at][0] * source.width, corners[at][1] * source.height];
    const context = lens.getContext("2d");
    context.fillRect(0, 0, lens.width, lens.height);
    context.drawImage(source, x - LENS / 2, y - LENS / 2, LENS, LENS, 0, 0, lens.width, lens.height);
    context.strokeRect(lens.width / 2 - 8, lens.height / 2, 16, 0);
    context.strokeRect(lens.width / 2, lens.height / 2 - 8, 0, 16);
    lens.classList.toggle("right", corners[at][0] < 0.5);
    lens.hidden = false;
  }

  function released() {
    find(".lens").hidden = true;
    propose();
  }

  /* One column or row fewer, or one more. */
  function stepped(event) {
    const { step: by } = event.target.dataset;
    if (!by) return;
    const select = event.target.parentElement.querySelector("select");
    select.value = Math.min(MOST_LINES, Math.max(1, Number(select.value) + Number(by)));
    counted();
  }

  function counted() {
    isCounted = true;
    offerAnother(false);
    drawLines();
  }

  function propose() {
    isMoved = true;
    proposed = proposed || proposal().finally(() => (proposed = null));
  }

  /* How many columns and rows lie between the corners as they are at the end, as long as nobody says it better. */
  async function proposal() {
    while (isMoved && !isCounted && placed.size === corners.length && isConvex()) {
      isMoved = false;
      const { grid } = await ask({});
      if (isMoved || isCounted) continue;
      [find(".columns").value, find(".rows").value] = grid;
      drawLines();
    }
  }

  const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

  function nudged(at, event) {
    const way = STEPS[event.key];
    if (!way) return;
    event.preventDefault();
    move(at, corners[at][0] + MOVED_BY_KEY * way[0], corners[at][1] + MOVED_BY_KEY * way[1]);
    propose();
  }

  const inDots = () => corners.map(([x, y]) => [x * source.width, y * source.height]);

  /* ---- its tiles ---- */

  /* A promise of what the worker says of the photo between its corners: its grid, or its tiles on a grid that is asked for. */
  function ask(grid) {
    if (!worker) {
      worker = new Worker(document.getElementById("photo-tool").dataset.reader);
      worker.onmessage = (event) => waiting.shift()(event.data);
    }
    const { data, width, height } = dots();
    const photo = { picture: { data, width, height }, corners: inDots(), hues: tableReader.knownHues(), fine: FINE };
    worker.postMessage({ ...photo, ...grid }, [data.buffer]);
    return new Promise((answered) => waiting.push(answered));
  }

  /* Whether the sides between the corners cross nowhere, each corner in its place: nothing can be straightened otherwise. */
  const isConvex = () => corners.every(function ([x, y], at) {
    const [[nextX, nextY], [lastX, lastY]] = [corners[(at + 1) % 4], corners[(at + 2) % 4]];
    return (nextX - x) * (lastY - nextY) > (nextY - y) * (lastX - nextX);
  });

  async function read() {
    if (!isConvex()) return complain("none");
    find(".read-it").setAttribute("aria-busy", "true");
    await proposed;
    const grid = { columns: number("columns"), rows: number("rows") };
    const answer = await ask(grid);
    find(".read-it").removeAttribute("aria-busy");
    readOut(grid, answer);
  }

  function readOut(grid, { flat, problem, cells }) {
    const tiles = cells.filter((cell) => cell.tiles.length);
    const isUnclear = 2 * tiles.filter((cell) => !cell.isClear).length > tiles.length + 1;
    if (problem || isUnclear || !tiles.length) return complain(problem || (isGrey(flat) ? "grey" : "none"));
    reading = { ...grid, cells: cells };
    tappedLast = -1;
    paint(find(".third canvas"), flat);
    find(".third canvas").parentElement.style.setProperty("--of", flat.width / flat.height);
    step("third");
    find(".by-finger").hidden = tiles.filter((cell) => cell.isDoubtful).length < MANY * tiles.length;
    drawReading();
  }

  /* Whether hardly a dot has a colour: of a thousand, fewer than five. */
  function isGrey({ data }) {
    let coloured = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [least, most] = [Math.min(data[at], data[at + 1], data[at + 2]), Math.max(data[at], data[at + 1], data[at + 2])];
      coloured += most - least > 40;
    }
    return coloured * 200 < data.length / 4;
  }

  function paint(canvas, flat) {
    [canvas.width, canvas.height] = [flat.width, flat.height];
    canvas.getContext("2d").putImageData(new ImageData(flat.data, flat.width, flat.height), 0, 0);
    return canvas;
  }

  function element(name, attributes, parent) {
    const made = document.createElementNS(SVG, name);
    for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key]);
    parent.append(made);
    return made;
  }

  function drawReading() {
    const svg = find(".third svg");
    svg.setAttribute("viewBox", "0 0 " + 100 * reading.columns + " " + 100 * reading.rows);
    svg.replaceChildren();
    const cells = find(".cells");
    cells.style.gridTemplateColumns = "repeat(" + reading.columns + ", 1fr)";
    const focused = [...cells.children].indexOf(document.activeElement);
    const faulty = tableReader.faultyCells(reading.cells.map((cell) => cell.tiles), reading.columns);
    mend = mendOf(faulty);
    const isFaulty = (cell, at) => faulty.has(at) || isNobodys(cell);
    cells.replaceChildren(...reading.cells.map((cell, at) => drawCell(svg, cell, at, isFaulty(cell, at))));
    offerMend();
    if (focused >= 0) cells.children[focused].focus();
    drawPicks();
    const isMarked = (cell, at) => cell.isDoubtful || isFaulty(cell, at);
    const asked = reading.cells.filter(isMarked).length;
    const clear = reading.cells.filter((cell, at) => cell.tiles.length && !isMarked(cell, at)).length;
    const { words, none } = find(".to-check").dataset;
    find(".to-check").classList.toggle("big", asked > 0);
    find(".to-check").textContent = asked ? words.replace("{count}", asked) : none;
    find(".clear").textContent = find(".clear").dataset.words.replace("{count}", clear);
    offerCorners(2 * asked >= Math.max(clear, 1) && tappedLast < 0);
    keep();
    showRoutes();
  }

  /* Where a third of the tiles is unsure, the corners lie wrong rather than the tiles: the large button leads back to them. */
  function offerCorners(isFirst) {
    const [measure, corners] = [find(".measure"), find(".corners-again")];
    if (!measure) return; // A match is ended by a button of its own.
    measure.classList.toggle("main", !isFirst);
    corners.classList.toggle("main", isFirst);
    corners.classList.toggle("quiet", !isFirst);
  }

  /* ---- a board that can't be ---- */

  /* What else may lie in a cell, the likeliest first: as the photo was read, then its tile in another colour, then nothing. */
  function othersFor(cell) {
    const [tile, another] = cell.tiles;
    const inked = tile && tile.colour && !another ? played().map((colour) => [{ ...tile, colour }]) : [];
    const isPlayed = (tiles) => tiles.every(({ colour }) => !colour || played().includes(colour));
    const ways = cell.ways.slice(0, LIKELY).filter((tiles) => tiles.length && isPlayed(tiles));
    return [...ways.slice(0, 3), ...inked, ...ways.slice(3), []];
  }

  /* The one cell in which something else leaves the fewest at fault. */
  function mendOf(faulty) {
    let best = null;
    let least = faulty.size;
    const lying = reading.cells.map(({ tiles }) => tiles);
    const others = [...faulty].map((at) => ({ at, ways: othersFor(reading.cells[at]) }));
    const most = Math.max(0, ...others.map(({ ways }) => ways.length));
    for (let turn = 0; turn < most; turn += 1) {
      for (const { at, ways } of others.filter((one) => one.ways.length > turn)) {
        const left = tableReader.faultyCells(lying.map((tiles, cell) => (cell === at ? ways[turn] : tiles)), reading.columns).size;
        if (left < least) [least, best] = [left, { at, tiles: ways[turn] }];
      }
    }
    return best;
  }

  function offerMend() {
    const button = find(".mends");
    button.hidden = !mend;
    button.firstElementChild.replaceChildren();
    if (!mend) return;
    drawTiles(button.firstElementChild, mend.tiles);
    const place = [mend.at % reading.columns, Math.floor(mend.at / reading.columns)];
    button.setAttribute("aria-label", button.textContent + ": " + nameOf({ tiles: mend.tiles }, ...place));
  }

  function mended() {
    const { at, tiles } = mend;
    if (at === tappedLast) offerFor({ ...reading.cells[at], tiles });
    decide(reading.cells[at], tiles);
    if (!mend) find(":is(form.take .main, .measure)").focus();
  }

  /* ---- in a match: whose route is how long, and in which colour ---- */

  const chips = () => [...tool.querySelectorAll(".whose-colour")];

  /* The next colour; whoever has it takes the one of this player. */
  function passOn(chip) {
    const inks = Object.keys(LINES);
    const at = chips().indexOf(chip);
    const wanted = inks[(inks.indexOf(box[at]) + 1) % inks.length];
    [box[box.indexOf(wanted)], box[at]] = [box[at], wanted];
    doubt("");
    drawReading();
  }

  /* What can't be counted says so: the figures, the button, and in words why. */
  function refuse(why) {
    refused = why;
    find("form.take").classList.toggle("refused", Boolean(why));
    find("form.take .main").classList.toggle("wait", Boolean(why));
    const said = find(".mid");
    said.dataset.words = said.dataset.words || said.textContent;
    said.classList.remove("told");
    said.textContent = why || [question, said.dataset.words].filter(Boolean).join(" ");
  }

  /* Until something is put right, the button says that it is meant so. */
  function doubt(asked, meant) {
    const button = find("form.take .main");
    button.dataset.words = button.dataset.words || button.textContent;
    button.textContent = meant || button.dataset.words;
    [button.name, button.value] = [meant ? "anyway" : "", "true"];
    question = asked;
  }

  async function showRoutes() {
    const form = find("form.take");
    if (!form) return;
    const words = JSON.parse(find(".cells").dataset.colours);
    chips().forEach(function (chip, at) {
      chip.classList.remove(...Object.values(LINES));
      chip.classList.add(LINES[box[at]]);
      chip.querySelector(".hide").textContent = words[box[at]];
      chip.querySelector("b").textContent = "–";
    });
    const asked = JSON.stringify({ facts: { tiles: tiles(), colours: box.slice(0, chips().length) } });
    showRoutes.asked = asked;
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(form.dataset.score, { method: "POST", body: asked, headers }).catch(() => null);
    if (!answer || showRoutes.asked !== asked) return; // Without a network the table counts.
    const { verdict, detail } = await answer.json();
    const isEmpty = answer.ok && !Object.values(verdict.length).some(Boolean);
    refuse(isEmpty ? find("[data-none]").dataset.none : detail || "");
    if (!answer.ok || isEmpty) return;
    chips().forEach((chip, at) => (chip.querySelector("b").textContent = verdict.length[box[at]]));
  }

  /* What is read is there again after another page, or a look at the board. */
  function keep() {
    const match = find("form.take") && find("form.take").action;
    if (!match) return;
    const picture = find(".third canvas").toDataURL("image/jpeg", 0.7);
    try {
      sessionStorage.setItem(READ, JSON.stringify({ match, reading, box, picture }));
    } catch (error) {
      return; // A browser that stores nothing reads the photo again.
    }
  }

  async function restore() {
    const form = find("form.take");
    const kept = form && JSON.parse(sessionStorage.getItem(READ) || "null");
    if (!kept || kept.match !== form.action) return;
    const picture = new Image();
    picture.src = kept.picture;
    await Promise.all([picture.decode(), reader]); // Its functions say which tiles a cell may hold.
    [reading, box] = [kept.reading, kept.box];
    const canvas = find(".third canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext("2d").drawImage(picture, 0, 0);
    canvas.parentElement.style.setProperty("--of", picture.width / picture.height);
    step("third");
    find(".corners-again").hidden = true; // Its photo is gone.
    drawReading();
  }

  function drawTiles(group, tiles) {
    for (const tile of tiles) {
      if (tile.kind === "billabong") {
        element("circle", { cx: 50, cy: 50, r: 34, class: "pond" }, group);
        for (const pair of tile.through || []) element("path", { d: "M" + pair.map((side) => MIDDLES[side]).join("L"), class: "casing" }, group);
        continue;
      }
      const path = { d: PATHS[tile.kind], transform: "rotate(" + tile.turn + " 50 50)" };
      element("path", { ...path, class: "casing" }, group);
      element("path", { ...path, class: "ink " + LINES[tile.colour] }, group);
    }
  }

  function drawCell(svg, cell, at, isFaulty) {
    const [x, y] = [at % reading.columns, Math.floor(at / reading.columns)];
    const group = element("g", { transform: "translate(" + 100 * x + " " + 100 * y + ")" }, svg);
    drawTiles(group, cell.tiles);
    const frame = { x: 3, y: 3, width: 94, height: 94, rx: 6 };
    if (cell.isDoubtful || isFaulty || at === tappedLast) element("rect", { ...frame, class: "framed" }, group);
    if (at === tappedLast) element("rect", { ...frame, class: "chosen" }, group);
    if (isFaulty) element("rect", { ...frame, class: "faulty" }, group);
    if (mend && mend.at === at) element("rect", { ...frame, class: "mended" }, group);
    if (cell.isDoubtful) {
      element("rect", { ...frame, class: "doubtful" }, group);
      element("circle", { cx: 82, cy: 18, r: 15, class: "badge" }, group);
      element("text", { x: 82, y: 27, class: "asked" }, group).textContent = "?";
    }
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", nameOf(cell, x, y));
    return button;
  }

  function named(tile) {
    const { colours, kinds } = find(".cells").dataset;
    const joined = (tile.through || []).map((pair) => pair.map((side) => SIDES[side]).join(""));
    return [JSON.parse(colours)[tile.colour], JSON.parse(kinds)[tile.kind], ...joined].filter(Boolean).join(", ");
  }

  function nameOf(cell, x, y) {
    const { empty, place, check } = find(".cells").dataset;
    const tiles = cell.tiles.map(named);
    const words = [place.replace("{x}", x + 1).replace("{y}", y + 1), ...(tiles.length ? tiles : [empty])];
    return (cell.isDoubtful ? [...words, check] : words).join(": ");
  }

  /* A cell is chosen by a tap; one more leaves it as it is, looked at. */
  function tapped(event) {
    const at = [...find(".cells").children].indexOf(event.target);
    if (at < 0) return;
    const cell = reading.cells[at];
    if (at === tappedLast) return leave(cell);
    tappedLast = at;
    offerFor(cell);
    drawReading();
  }

  /* Tiles are offered in the colour of what lies in the tapped cell, else of what may. */
  function offerFor(cell) {
    inkedAt = -1;
    const coloured = [cell.tiles, ...cell.ways].flat().find((tile) => played().includes(tile.colour));
    ink = coloured ? coloured.colour : played()[0];
  }

  function leave(cell) {
    tappedLast = -1;
    decide(cell, cell.tiles);
  }

  /* The colours there are on this table. */
  const played = () => (chips().length ? box.slice(0, chips().length) : Object.keys(LINES));
  const isNobodys = (cell) => cell.tiles.some(({ colour }) => colour && !played().includes(colour));

  const isSame = (one, other) => one.kind === other.kind && one.colour === other.colour && one.turn === other.turn;
  const areSame = (some, others) => JSON.stringify(some) === JSON.stringify(others);

  const isPond = ([tile]) => Boolean(tile) && tile.kind === "billabong";

  /* All that may lie in a cell: each tile of a colour, the reading that is likeliest after its own, a billabong. Where one lies,
     the key before it passes the routes through it in another way: to tap what lies there only says that it does. */
  function picksFor(cell) {
    const shapes = tableReader.shapesIn(ink).slice(0, 10).map(([tile]) => ({
      shown: [tile],
      tiles: withTile(cell, tile),
      isNow: cell.tiles.some((one) => isSame(one, tile)),
    }));
    const ponds = cell.ways.filter(isPond);
    const isNow = isPond(cell.tiles);
    const pond = { shown: [{ kind: "billabong" }], tiles: isNow ? cell.tiles : ponds[0], isNow };
    const crossed = isNow && ponds[(ponds.findIndex((tiles) => areSame(tiles, cell.tiles)) + 1) % ponds.length];
    const isOther = (tiles) => !areSame(tiles, cell.tiles) && tiles.every(({ colour }) => colour === ink);
    const likely = cell.ways.find((tiles) => tiles.length && isOther(tiles) && !shapes.some(({ shown }) => areSame(shown, tiles)));
    const other = crossed || likely;
    return [...shapes, ...(other ? [{ shown: other, tiles: other, isCrossing: isNow }] : []), pond];
  }

  /* A cell with one more tile: an end tile lies beside that of the other half, and is taken away by another tap. */
  function withTile(cell, tile) {
    const halves = cell.tiles.filter((one) => one.kind === "terminus" && !isSame(one, tile));
    if (tile.kind !== "terminus") return [tile];
    if (halves.length < cell.tiles.length) return halves.length ? halves : [tile];
    const rest = halves.filter((one) => one.turn === (tile.turn + 180) % 360);
    return [...rest, tile].sort((one, other) => one.turn - other.turn);
  }

  /* Whether the box has no more of a tile than lie in the other cells. */
  function isUsedUp([tile]) {
    const others = reading.cells.flatMap((cell, at) => (at === tappedLast ? [] : cell.tiles));
    const alike = others.filter(({ kind, colour }) => kind === tile.kind && colour === tile.colour);
    return alike.length >= tableReader.STOCK[tile.kind];
  }

  function drawPicks() {
    const place = find(".picks");
    for (const one of [place, find(".inks")]) one.hidden = tappedLast < 0;
    find(".sure").hidden = tappedLast < 0 || !reading.cells[tappedLast].isDoubtful;
    if (tappedLast < 0) return;
    const cell = reading.cells[tappedLast];
    const isEmpty = !cell.tiles.length && inkedAt !== tappedLast;
    for (const one of find(".inks").children) {
      one.hidden = Boolean(one.dataset.ink) && !played().includes(one.dataset.ink);
      one.setAttribute("aria-pressed", one.dataset.ink ? one.dataset.ink === ink && !isEmpty : isEmpty);
    }
    const focused = [...place.children].indexOf(document.activeElement);
    const isLast = focused === place.children.length - 1; // The billabong stays the last.
    drawPicks.all = picksFor(cell);
    place.replaceChildren(...drawPicks.all.map((one) => drawPick(one, isEmpty)));
    place.classList.toggle("bare", isEmpty);
    if (focused >= 0) (isLast ? place.lastChild : place.children[focused]).focus();
  }

  function drawPick({ shown, isNow, isCrossing }, isEmpty) {
    const button = document.createElement("button");
    const isColourless = isEmpty && shown.some(({ colour }) => colour);
    const isNone = isColourless || (!isNow && shown.some((tile) => isUsedUp([tile])));
    [button.type, button.className, button.disabled] = ["button", "btn", isNone];
    button.setAttribute("aria-pressed", Boolean(isNow));
    button.setAttribute("aria-label", shown.map((tile) => named(tile) + (tile.turn === undefined ? "" : " " + tile.turn + "°")).join(", "));
    const svg = element("svg", { viewBox: "0 0 100 100", class: "reading" }, button);
    drawTiles(svg, shown);
    if (isCrossing) button.classList.add("crossing");
    if (isCrossing && !shown[0].through.length) element("path", { d: ENDS, class: "casing" }, svg);
    return button;
  }

  function picked(event) {
    const at = [...find(".picks").children].indexOf(event.target.closest("button"));
    if (at >= 0) decide(reading.cells[tappedLast], drawPicks.all[at].tiles);
  }

  /* The tapped cell's tile in another colour, or no tile there. */
  function inked(event) {
    const button = event.target.closest("[data-ink]");
    if (!button) return;
    const cell = reading.cells[tappedLast];
    const [tile] = cell.tiles;
    inkedAt = -1;
    if (!button.dataset.ink) return decide(cell, []);
    [ink, inkedAt] = [button.dataset.ink, tappedLast];
    if (cell.tiles.length === 1 && tile.colour) decide(cell, [{ ...tile, colour: ink }]);
    else drawPicks();
  }

  function decide(cell, tiles) {
    [cell.tiles, cell.isDoubtful] = [tiles, false];
    if (question) doubt("");
    drawReading();
  }

  /* ---- into the page ---- */

  function tiles() {
    const { west, north } = document.getElementById("photo-tool").dataset;
    return reading.cells.flatMap(function (cell, at) {
      const [x, y] = [Number(west) + (at % reading.columns), Number(north) + Math.floor(at / reading.columns)];
      return cell.tiles.map((tile) => ({ x, y, ...tile }));
    });
  }

  function fieldsOf() {
    return tiles().flatMap(function ({ through = [], ...tile }, index) {
      const sides = through.flatMap((pair, one) => pair.map((side) => ["tiles." + index + ".through." + one, side]));
      return [...Object.entries(tile).map(([name, value]) => ["tiles." + index + "." + name, value]), ...sides];
    });
  }

  function fill(form, fields) {
    for (const [name, value] of fields) {
      const input = document.createElement("input");
      [input.type, input.name, input.value] = ["hidden", name, value];
      form.append(input);
    }
  }

  /* The judge's page of tiles is filled in and asked; a match leads there, and so does a route that is traced. */
  function measure() {
    const sketch = !document.querySelector("[data-follows]") && document.getElementById("sketch");
    if (!sketch) {
      const asked = new URL(document.getElementById("photo-tool").dataset.judge, location.href);
      for (const [name, value] of fieldsOf()) asked.searchParams.append(name, value);
      return location.assign(asked);
    }
    sketch.querySelectorAll("[name^='tiles.'], [name^='tile.']").forEach((one) => one.remove());
    fill(sketch, fieldsOf());
    lay();
  }

  /* The sentence shakes and stays framed, the ringed cell comes into sight, and what mends it is the next key away. */
  function answerWhy() {
    find(".mid").classList.add("told");
    (find(".reading .faulty") || find(".mid")).scrollIntoView({ block: "nearest" });
    find(mend ? ".mends" : ".mid").focus();
    const mayMove = matchMedia("(prefers-reduced-motion: no-preference)").matches;
    const there = [0, -6, 6, -4, 0].map((dx) => ({ translate: dx + "px" }));
    if (mayMove) find(".mid").parentElement.animate(there, 300);
  }

  function taken(event) {
    if (!event.target.matches("form.take")) return;
    if (refused) {
      event.preventDefault();
      return answerWhy();
    }
    const said = [...box.map((one, at) => ["colours." + at, one]), ...played().map((one, at) => ["done." + at, one])];
    fill(event.target, [...fieldsOf(), ...said]);
    sessionStorage.setItem(KEPT, SENT);
  }

  /* The photo straightened, as a picture that a style or another page can hold. */
  function straight() {
    const [columns, rows] = [number("columns"), number("rows")];
    const flat = tableReader.straightened(dots(), inDots(), columns, rows, FINE);
    return [paint(document.createElement("canvas"), flat).toDataURL("image/jpeg", 0.85), columns, rows];
  }

  async function lay() {
    await proposed;
    underneath(...straight());
    strength();
    tool.close();
  }

  /* Where routes are followed with a finger the photo is laid underneath; from elsewhere it goes along to where they are. */
  async function trace() {
    if (document.querySelector("[data-follows]")) return lay();
    await proposed;
    sessionStorage.setItem(KEPT, JSON.stringify(straight()));
    location.assign(document.getElementById("photo-tool").dataset.walk);
  }

  function arrive() {
    const kept = sessionStorage.getItem(KEPT);
    const isTraced = document.querySelector("[data-follows]");
    if (!kept || (kept !== SENT && !isTraced)) return;
    sessionStorage.removeItem(KEPT);
    if (kept === SENT) comeBack(document.querySelector("#problem:has(#anyway)"));
    else underneath(...JSON.parse(kept));
  }

  /* What the table doubts comes back as it was read, with the doubt. */
  async function comeBack(problem) {
    if (problem) await open();
    if (!reading) return;
    const said = [...problem.querySelectorAll("p:not(.row)")].map((one) => one.firstChild.textContent.trim());
    doubt(said.join(" "), problem.querySelector("#anyway").textContent.trim());
    problem.remove();
    drawReading();
  }

  function underneath(picture, columns, rows) {
    rule().backgroundImage = 'url("' + picture + '")';
    tell(columns, rows);
  }

  function away() {
    rule().backgroundImage = "none";
    tool.close();
    tell(0, 0);
  }

  function strength() {
    rule().opacity = find(".strength").value / 100;
  }

  function rule() {
    if (style) return style;
    const sheet = [...document.styleSheets].find((one) => one.href && one.href.includes("components"));
    style = sheet.cssRules[sheet.insertRule(".drawn .photo{}", sheet.cssRules.length)].style;
    return style;
  }

  /* Which cells it covers. A new photo takes the place of an old one. */
  function tell(columns, rows) {
    const template = document.getElementById("photo-tool");
    const place = {
      px: NORTH_WEST + Number(template.dataset.west),
      py: NORTH_WEST + Number(template.dataset.north),
      pc: columns,
      pr: rows,
    };
    for (const name of Object.keys(place)) document.querySelector("input[name=_" + name + "]").value = place[name];
    document.querySelector("[data-photo-laid]").click();
  }

  if (document.readyState === "complete") arrive();
  else addEventListener("load", arrive); // Until then a button asks for a whole new page.
})();
