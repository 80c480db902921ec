/* A photo of the table of Down Under: straightened by its four corners, its tiles read, or laid under the drawing. It never
   leaves this browser.

   A worker (reader.js) straightens and reads. What is read is shown over the photo, and a tap goes on to what else may lie
   there. Nothing here needs a secure context. All words are in the page. */
(function () {
  "use strict";
  const LONGEST_SOURCE = 1600;
  const MOVED_BY_KEY = 0.005;
  const SNAPS = 0.012; // Of the longer side: how far a corner jumps to a strong one.
  const LENS = 60; // Dots of the photo under the magnifier.
  const NORTH_WEST = 500; // Cells are counted from here: an address holds no numbers below 0.
  const SVG = "http://www.w3.org/2000/svg";
  const PATHS = { straight: "M50 0V100", curve: "M50 0A50 50 0 0 0 100 50", terminus: "M50 0V32M34 32H66" };
  const MIDDLES = { N: "50 0", E: "100 50", S: "50 100", W: "0 50" };
  let tool = null;
  let source = null;
  let corners = [];
  let style = null;
  let address = "";
  let worker = null;
  let reading = null;
  let isCounted = false; // Somebody chose the columns or rows themselves.
  let reader = null; // A promise: the reader's functions are there.

  const find = (selector) => tool.querySelector(selector);
  const number = (name) => Number(find("." + name).value);

  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("[data-photo]")) open();
  });

  function open() {
    const template = document.getElementById("photo-tool");
    if (!template) return;
    if (!tool) {
      document.body.append(template.content.cloneNode(true));
      tool = document.querySelector("dialog.photo");
      prepare();
    }
    const take = template.content.querySelector("form.take");
    if (take) find("form.take").replaceWith(take.cloneNode(true));
    if (!source) for (const name of ["columns", "rows"]) find("." + name).value = template.dataset[name];
    tool.showModal();
  }

  function fetchReader() {
    const template = document.getElementById("photo-tool");
    if (!template || reader) return;
    reader = new Promise(function (ready, failed) {
      const script = document.createElement("script");
      [script.src, script.onload, script.onerror] = [template.dataset.reader, ready, failed];
      document.head.append(script);
    });
    reader.catch(() => (reader = null)); // The next photo asks for it again.
  }

  fetchReader(); // At once: a photo is read without a network, too.

  function prepare() {
    find("[type=file]").addEventListener("change", chosen);
    find(".strength").addEventListener("input", strength);
    for (const name of [".columns", ".rows"]) find(name).addEventListener("change", () => (isCounted = true));
    find(".read-it").addEventListener("click", read);
    find(".lay").addEventListener("click", lay);
    find(".away").addEventListener("click", away);
    find(".close").addEventListener("click", () => tool.close());
    find(".corners-again").addEventListener("click", () => step("second"));
    find(".measure").addEventListener("click", measure);
    find(".cells").addEventListener("click", tapped);
    tool.addEventListener("submit", taken);
    addEventListener("storage", (event) => event.key === tableReader.KEPT_HUES && !find(".third").hidden && read());
    tool.querySelectorAll(".corner").forEach(function (handle, at) {
      handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
      handle.addEventListener("pointermove", (event) => event.buttons && dragged(at, event));
      handle.addEventListener("pointerup", () => snap(at));
      handle.addEventListener("keydown", (event) => nudged(at, event));
    });
  }

  function step(name) {
    for (const one of ["second", "third"]) find("." + one).hidden = one !== name;
    complain("");
  }

  /* ---- the picture ---- */

  async function chosen(event) {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    try {
      fetchReader();
      await reader;
      show(await tableReader.drawn(file, find(".taken canvas"), LONGEST_SOURCE));
    } catch (error) {
      complain("unreadable"); // Not a picture, or none that this browser can show. The one before stays.
    }
  }

  function complain(problem) {
    const told = find(".wrong");
    told.hidden = !problem;
    told.textContent = problem ? told.dataset[problem] : "";
    if (problem) told.focus();
  }

  function show(canvas) {
    source = canvas;
    isCounted = false;
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]];
    step("second");
    placeCorners();
  }

  const dots = () => source.getContext("2d").getImageData(0, 0, source.width, source.height);

  /* ---- its corners ---- */

  function placeCorners() {
    tool.querySelectorAll(".corner").forEach(function (handle, at) {
      handle.style.left = 100 * corners[at][0] + "%";
      handle.style.top = 100 * corners[at][1] + "%";
    });
    const outline = corners.map((corner) => corner.map((part) => 100 * part).join(",")).join(" ");
    find("polygon").setAttribute("points", outline);
  }

  function move(at, x, y) {
    corners[at] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
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

  function snap(at) {
    find(".lens").hidden = true;
    const reach = Math.round(SNAPS * Math.max(source.width, source.height));
    const [x, y] = tableReader.nearestCorner(dots(), corners[at][0] * source.width, corners[at][1] * source.height, reach);
    move(at, x / source.width, y / source.height);
    propose();
  }

  /* How many columns and rows lie between the corners, as long as nobody says it better. */
  function propose() {
    if (isCounted) return;
    [find(".columns").value, find(".rows").value] = tableReader.gridOf(dots(), inDots());
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

  function read() {
    if (!worker) {
      worker = new Worker(document.getElementById("photo-tool").dataset.reader);
      worker.onmessage = (event) => readOut(event.data);
    }
    find(".read-it").setAttribute("aria-busy", "true");
    const { data, width, height } = dots();
    const asked = { picture: { data, width, height }, corners: inDots(), columns: number("columns"), rows: number("rows") };
    asked.hues = tableReader.knownHues();
    worker.postMessage(asked, [data.buffer]);
  }

  function readOut({ flat, problem, cells }) {
    find(".read-it").removeAttribute("aria-busy");
    const tiles = cells.filter((cell) => cell.tiles.length);
    if (problem || !tiles.length || 2 * tiles.filter((cell) => cell.isDoubtful).length > tiles.length + 1) {
      return complain(problem || "none");
    }
    reading = { cells: cells, columns: number("columns"), rows: number("rows") };
    const canvas = find(".third canvas");
    [canvas.width, canvas.height] = [flat.width, flat.height];
    canvas.getContext("2d").putImageData(new ImageData(flat.data, flat.width, flat.height), 0, 0);
    canvas.parentElement.style.setProperty("--of", flat.width / flat.height);
    step("third");
    drawReading();
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
    cells.replaceChildren(...reading.cells.map((cell, at) => drawCell(svg, cell, at)));
    if (focused >= 0) cells.children[focused].focus();
    const asked = reading.cells.filter((cell) => cell.isDoubtful).length;
    const clear = reading.cells.filter((cell) => cell.tiles.length && !cell.isDoubtful).length;
    for (const [name, count] of [[".to-check", asked], [".clear", clear]]) {
      find(name).textContent = find(name).dataset.words.replace("{count}", count);
    }
  }

  function drawCell(svg, cell, at) {
    const [x, y] = [at % reading.columns, Math.floor(at / reading.columns)];
    const group = element("g", { transform: "translate(" + 100 * x + " " + 100 * y + ")" }, svg);
    for (const tile of cell.tiles) {
      if (tile.through) {
        element("circle", { cx: 50, cy: 50, r: 34, class: "pond" }, group);
        for (const pair of tile.through) element("path", { d: "M" + pair.map((side) => MIDDLES[side]).join("L"), class: "casing" }, group);
        continue;
      }
      const path = { d: PATHS[tile.kind], transform: "rotate(" + tile.turn + " 50 50)" };
      element("path", { ...path, class: "casing" }, group);
      element("path", { ...path, class: "ink p" + "abcd"[tableReader.COLOURS.indexOf(tile.colour)] }, group);
    }
    if (cell.isDoubtful) element("rect", { x: 4, y: 4, width: 92, height: 92, rx: 6, class: "doubtful" }, group);
    if (cell.isDoubtful) element("text", { x: 50, y: 68, class: "asked" }, group).textContent = "?";
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", nameOf(cell, x, y));
    return button;
  }

  function nameOf(cell, x, y) {
    const { colours, kinds, empty, place, check } = find(".cells").dataset;
    const named = (tile) => [JSON.parse(colours)[tile.colour], JSON.parse(kinds)[tile.kind]].filter(Boolean).join(", ");
    const tiles = cell.tiles.map(named);
    const words = [place.replace("{x}", x + 1).replace("{y}", y + 1), ...(tiles.length ? tiles : [empty])];
    return (cell.isDoubtful ? [...words, check] : words).join(": ");
  }

  function tapped(event) {
    const at = [...find(".cells").children].indexOf(event.target);
    if (at < 0) return;
    const cell = reading.cells[at];
    cell.at = ((cell.at || 0) + 1) % cell.ways.length;
    cell.tiles = cell.ways[cell.at];
    cell.isDoubtful = false;
    drawReading();
  }

  /* ---- into the page ---- */

  function fieldsOf() {
    const { west, north } = document.getElementById("photo-tool").dataset;
    const found = [];
    let index = 0;
    reading.cells.forEach(function (cell, at) {
      const [x, y] = [Number(west) + (at % reading.columns), Number(north) + Math.floor(at / reading.columns)];
      for (const { through = [], ...tile } of cell.tiles) {
        for (const [name, value] of Object.entries({ x: x, y: y, ...tile })) found.push(["tiles." + index + "." + name, value]);
        through.forEach((pair, one) => pair.forEach((side) => found.push(["tiles." + index + ".through." + one, side])));
        index += 1;
      }
    });
    return found;
  }

  function fill(form, fields) {
    for (const [name, value] of fields) {
      const input = document.createElement("input");
      [input.type, input.name, input.value] = ["hidden", name, value];
      form.append(input);
    }
  }

  /* The judge's own page is filled in and asked; a match leads there. */
  function measure() {
    const sketch = document.getElementById("sketch");
    if (!sketch) {
      const asked = new URL(document.getElementById("photo-tool").dataset.judge, location.href);
      for (const [name, value] of fieldsOf()) asked.searchParams.append(name, value);
      return location.assign(asked);
    }
    sketch.querySelectorAll("[name^='tiles.'], [name^='tile.']").forEach((one) => one.remove());
    fill(sketch, fieldsOf());
    lay();
  }

  function taken(event) {
    if (event.target.matches("form.take")) fill(event.target, fieldsOf());
  }

  function lay() {
    const [columns, rows] = [number("columns"), number("rows")];
    const unit = tableReader.UNIT * 2;
    const flat = tableReader.straightened(dots(), inDots(), columns * unit, rows * unit);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [flat.width, flat.height];
    canvas.getContext("2d").putImageData(new ImageData(flat.data, flat.width, flat.height), 0, 0);
    canvas.toBlob(function (blob) {
      if (address) URL.revokeObjectURL(address);
      address = URL.createObjectURL(blob);
      rule().backgroundImage = 'url("' + address + '")';
      strength();
      tool.close();
      tell(columns, rows);
    }, "image/jpeg", 0.85);
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
})();
