/* A photo of the table under the drawing of Down Under, straightened by its four corners. It never leaves this browser.

   The picture becomes a rule in our own style sheet, which an arriving board leaves alone. The server is told which cells it
   covers, and draws the frame for it. Nothing here needs a secure context. All words are in the page. */
(function () {
  "use strict";
  const LONGEST_SOURCE = 1600;
  const LONGEST_RESULT = 1200;
  const MOVED_BY_KEY = 0.01;
  const NORTH_WEST = 500; // Cells are counted from here: an address holds no numbers below 0.
  let tool = null;
  let source = null;
  let corners = [];
  let style = null;
  let address = "";

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
    for (const name of ["columns", "rows"]) tool.querySelector("." + name).value = template.dataset[name];
    tool.showModal();
  }

  function prepare() {
    tool.querySelector("[type=file]").addEventListener("change", chosen);
    tool.querySelector(".strength").addEventListener("input", strength);
    tool.querySelector(".lay").addEventListener("click", lay);
    tool.querySelector(".away").addEventListener("click", away);
    tool.querySelector(".close").addEventListener("click", () => tool.close());
    tool.querySelectorAll(".corner").forEach(function (handle, at) {
      handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
      handle.addEventListener("pointermove", (event) => event.buttons && dragged(at, event));
      handle.addEventListener("keydown", (event) => nudged(at, event));
    });
  }

  /* ---- the picture ---- */

  async function chosen(event) {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    try {
      show(await scaled(file));
      complain(false);
    } catch (error) {
      complain(true); // Not a picture, or none that this browser can show.
    }
  }

  function complain(isWrong) {
    tool.querySelector(".wrong").hidden = !isWrong;
    if (isWrong) tool.querySelector(".wrong").focus();
  }

  async function scaled(file) {
    const picture = await decoded(file);
    const scale = Math.min(1, LONGEST_SOURCE / Math.max(picture.width, picture.height));
    const canvas = tool.querySelector("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(picture, 0, 0, canvas.width, canvas.height);
    if (picture.close) picture.close();
    return canvas;
  }

  async function decoded(file) {
    if (window.createImageBitmap) return createImageBitmap(file);
    const image = new Image();
    image.src = URL.createObjectURL(file);
    await image.decode();
    URL.revokeObjectURL(image.src);
    return image;
  }

  function show(canvas) {
    source = canvas;
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]];
    tool.querySelector(".second").hidden = false;
    placeCorners();
  }

  /* ---- its corners ---- */

  function placeCorners() {
    tool.querySelectorAll(".corner").forEach(function (handle, at) {
      handle.style.left = 100 * corners[at][0] + "%";
      handle.style.top = 100 * corners[at][1] + "%";
    });
    const outline = corners.map((corner) => corner.map((part) => 100 * part).join(",")).join(" ");
    tool.querySelector("polygon").setAttribute("points", outline);
  }

  function move(at, x, y) {
    corners[at] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
    placeCorners();
  }

  function dragged(at, event) {
    const box = source.getBoundingClientRect();
    move(at, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }

  const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

  function nudged(at, event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    move(at, corners[at][0] + MOVED_BY_KEY * step[0], corners[at][1] + MOVED_BY_KEY * step[1]);
  }

  /* ---- straightened ---- */

  /* The projection of the unit square onto the four corners: it finds each point of the result in the photo. */
  function projection() {
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners.map(([x, y]) => [x * source.width, y * source.height]);
    const sx = x0 - x1 + x2 - x3;
    const sy = y0 - y1 + y2 - y3;
    const wide = [x1 - x2, y1 - y2];
    const high = [x3 - x2, y3 - y2];
    const area = wide[0] * high[1] - high[0] * wide[1] || 1;
    const g = (sx * high[1] - high[0] * sy) / area;
    const h = (wide[0] * sy - sx * wide[1]) / area;
    return function (u, v) {
      const w = g * u + h * v + 1;
      return [
        ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w,
        ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w,
      ];
    };
  }

  function straightened(columns, rows) {
    const unit = Math.min(100, Math.floor(LONGEST_RESULT / Math.max(columns, rows)));
    const result = document.createElement("canvas");
    result.width = columns * unit;
    result.height = rows * unit;
    const from = source.getContext("2d").getImageData(0, 0, source.width, source.height);
    const context = result.getContext("2d");
    const to = context.createImageData(result.width, result.height);
    const found = projection();
    const read = new Uint32Array(from.data.buffer);
    const written = new Uint32Array(to.data.buffer);
    for (let y = 0; y < result.height; y += 1) {
      for (let x = 0; x < result.width; x += 1) {
        const [px, py] = found((x + 0.5) / result.width, (y + 0.5) / result.height);
        if (px >= 0 && py >= 0 && px < source.width && py < source.height) {
          written[y * result.width + x] = read[(py | 0) * source.width + (px | 0)];
        }
      }
    }
    context.putImageData(to, 0, 0);
    return result;
  }

  function lay() {
    const columns = Number(tool.querySelector(".columns").value);
    const rows = Number(tool.querySelector(".rows").value);
    straightened(columns, rows).toBlob(function (blob) {
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
    rule().opacity = tool.querySelector(".strength").value / 100;
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
