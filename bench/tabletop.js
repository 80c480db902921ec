/* A second camera, which knows nothing of the reader and shares no line with the first: thick tiles in several prints, lit in
   linear light and seen through a pinhole. Loaded into a page by `python -m bench.photos --prints`, and by a test.

   What lies on the table is painted flat with canvas; then each dot of the photo looks along its ray: hand, top of a tile, its
   side, the table. Nobody has measured a real box: the prints are guesses as well. */
(function (scope) {
  "use strict";
  const FINE = 96; // Painted dots to a cell.
  const THICK = 0.05; // Of a cell.
  const CLOTH = 6; // Cells, after which the table's pattern repeats itself.
  const PRINTS = {
    cream: { ground: "#f3ecd8", inks: { red: "#c03228", yellow: "#eab42c", green: "#3c8c4c", blue: "#2c5ea8" }, road: "#8a8378", rim: "#4a3c30", wide: 0.24 },
    sand: { ground: "#dcc69c", inks: { red: "#a2463a", yellow: "#cfa040", green: "#668a5c", blue: "#4e6e94" }, road: "#948a7c", rim: "#efe6d0", wide: 0.3, dash: "#f4ecd8" },
    ochre: { ground: "#c48c50", inks: { red: "#8e241c", yellow: "#f2cc48", green: "#2f6040", blue: "#2c4580" }, road: "#6e6258", rim: "#2c1c14", wide: 0.27, dots: ["#e0b070", "#9c6430"] },
  };
  const CLOTHS = {
    plain: ["#54708c", "#e8e4da", "#3f6048", "#7c2f38"], wood: ["#6b4526", "#a87b4a", "#c8a678"],
    checked: ["#b4342e", "#3a5c98", "#4c7a50"], flowered: ["#d8d2c2", "#46566e"],
  };
  /* How hard a photo is: degrees of tilt, tiles out of line (cells, degrees), blur in dots, noise, lamp, shadow, glare, cover. */
  const LEVELS = {
    easy: { tilt: 18, out: 0.03, turn: 2.5, blur: 0.6, noise: 3, lamp: 0.25, shade: 0, glare: 0, hand: 0, cloths: ["plain", "wood"] },
    normal: { tilt: 32, out: 0.06, turn: 4.5, blur: 1, noise: 6, lamp: 0.6, shade: 0.35, glare: 0.35, hand: 0, cloths: ["plain", "wood", "checked", "flowered"] },
    hard: { tilt: 42, out: 0.09, turn: 7, blur: 2, noise: 10, lamp: 1, shade: 0.6, glare: 1.6, hand: 1, cloths: ["wood", "checked", "flowered"] },
  };

  /* Numbers from a seed, evenly between two bounds. */
  function dice(seed) {
    let [a, b] = [seed | 1, 0x9e3779b9];
    return function (from, to) {
      a ^= a << 13; a ^= a >>> 17; a ^= a << 5; b = (b + 0x61c88647) | 0;
      return from + ((to - from) * ((a + b) >>> 0)) / 4294967296;
    };
  }
  const one = (roll, list) => list[Math.floor(roll(0, list.length))];

  function paper(width, height) {
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    return [canvas, pen];
  }

  /* ---- painted flat ---- */

  function line(pen, width, colour, draw, dash = []) {
    [pen.lineWidth, pen.strokeStyle] = [width, colour];
    pen.setLineDash(dash);
    pen.beginPath();
    draw(pen);
    pen.stroke();
  }

  const bend = (pen, x0, y0, x1, y1) => { pen.moveTo(x0, y0); pen.bezierCurveTo(x0 * 0.45, y0 * 0.45, x1 * 0.45, y1 * 0.45, x1, y1); };
  const WAYS = {
    straight: [(pen) => { pen.moveTo(0, -0.5); pen.lineTo(0, 0.5); }, (pen) => { pen.moveTo(-0.5, 0); pen.lineTo(0.5, 0); }],
    curve: [(pen) => bend(pen, 0, -0.5, 0.5, 0), (pen) => bend(pen, -0.5, 0, 0, 0.5)],
    terminus: [(pen) => { pen.moveTo(0, -0.5); pen.lineTo(0, -0.16); }, (pen) => { pen.moveTo(-0.5, -0.05); pen.lineTo(0.5, -0.05); }],
  };

  function animal(pen, roll, x, y) {
    pen.fillStyle = one(roll, ["#2e2620", "#efe2c4", "#7a4a2a"]);
    for (const [dx, dy, rx, ry] of [[0, 0, 0.09, 0.045], [0.09, -0.04, 0.035, 0.03], [-0.1, 0.02, 0.06, 0.012], [0.03, 0.05, 0.012, 0.04], [-0.04, 0.05, 0.012, 0.04]]) {
      pen.beginPath();
      pen.ellipse(x + dx, y + dy, rx, ry, 0.2, 0, 7);
      pen.fill();
    }
  }

  function pond(pen, roll) {
    for (const [far, colour] of [[0.36, "#5a3c22"], [0.33, "#5f9c9c"], [0.22, "#3f7c8c"], [0.1, "#2d5c74"]]) {
      pen.fillStyle = colour;
      pen.beginPath();
      pen.ellipse(roll(-0.01, 0.01), 0, far, far * 0.85, 0.4, 0, 7);
      pen.fill();
    }
  }

  function tile(pen, roll, print, { kind, colour }) {
    const low = kind === "terminus" ? 0 : 0.49;
    pen.beginPath();
    pen.roundRect(-0.49, -0.49, 0.98, low + 0.49, 0.04);
    pen.fillStyle = print.ground;
    pen.fill();
    pen.save();
    pen.clip();
    for (let dot = 0; print.dots && dot < 70; dot += 1) {
      pen.fillStyle = one(roll, print.dots);
      pen.fillRect(roll(-0.49, 0.47), roll(-0.49, 0.47), 0.022, 0.022);
    }
    if (kind === "billabong") pond(pen, roll);
    const [own, other] = WAYS[kind] || [];
    if (other) line(pen, kind === "terminus" ? print.wide / 3 : print.wide * 0.8, print.road, other);
    if (kind === "straight" && roll(0, 1) < 0.6) animal(pen, roll, 0.3, 0);
    if (kind === "curve" && roll(0, 1) < 0.6) animal(pen, roll, -0.2, 0.2);
    if (own) line(pen, print.wide + 0.035, print.rim, own);
    if (own) line(pen, print.wide, print.inks[colour], own);
    if (own && print.dash) line(pen, 0.02, print.dash, own, [0.06, 0.05]);
    pen.restore();
  }

  /* The tiles seen from above, one cell of margin around the board; where nothing is painted, nothing lies. */
  function laid(scene, roll, print, level) {
    const [canvas, pen] = paper((scene.columns + 2) * FINE, (scene.rows + 2) * FINE);
    for (const piece of scene.tiles) {
      pen.save();
      pen.scale(FINE, FINE);
      pen.translate(piece.x + 1.5 + roll(-level.out, level.out), piece.y + 1.5 + roll(-level.out, level.out));
      pen.rotate(((piece.turn || 0) + roll(-level.turn, level.turn)) * Math.PI / 180);
      tile(pen, roll, print, piece);
      pen.restore();
    }
    return pen.getImageData(0, 0, canvas.width, canvas.height);
  }

  function cloth(kind, roll) {
    const size = CLOTH * FINE;
    const [, pen] = paper(size, size);
    const colour = one(roll, CLOTHS[kind]);
    pen.fillStyle = kind === "checked" ? "#ece8de" : colour;
    pen.fillRect(0, 0, size, size);
    const step = size / Math.round(roll(8, 22));
    [pen.fillStyle, pen.globalAlpha] = [kind === "checked" ? colour : "#241408", kind === "checked" ? 0.5 : 0.12];
    for (let at = 0; kind === "checked" && at < size; at += 2 * step) { pen.fillRect(at, 0, step, size); pen.fillRect(0, at, size, step); }
    for (let at = 0; kind === "wood" && at < 700; at += 1) pen.fillRect(roll(-60, size), roll(0, size), roll(60, 400), roll(0.5, 3));
    pen.globalAlpha = 0.85;
    for (let at = 0; kind === "flowered" && at < 90; at += 1) {
      pen.fillStyle = one(roll, ["#a83c50", "#5c8448", "#d8a03c", "#f0ead8"]);
      pen.beginPath();
      pen.arc(roll(0, size), roll(0, size), roll(6, 26), 0, 7);
      pen.fill();
    }
    return pen.getImageData(0, 0, size, size);
  }

  /* A hand on one corner, as dots of the photo that are skin. */
  function hand(roll, { width, height }, [x, y]) {
    const [, pen] = paper(width, height);
    const [left, top] = [x < width / 2 ? -1 : 1, y < height / 2 ? -1 : 1];
    [pen.lineCap, pen.strokeStyle] = ["round", one(roll, ["#c68a66", "#8a5a3c", "#e2b496"])];
    for (let finger = 0; finger < 4; finger += 1) {
      pen.lineWidth = width * 0.034;
      pen.beginPath();
      pen.moveTo(x + left * width * 0.3, y + top * height * 0.2 + finger * width * 0.036);
      pen.lineTo(x - left * width * roll(0.01, 0.05), y + (finger - 1.5) * width * 0.036);
      pen.stroke();
    }
    return pen.getImageData(0, 0, width, height).data;
  }

  /* ---- seen ---- */

  const minus = (a, b) => a.map((part, at) => part - b[at]);
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const unit = (a) => a.map((part) => part / Math.hypot(...a));
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

  /* A pinhole: where it stands, the ray of a dot, and the dot of a place. z points up; the lens bends by `barrel`. */
  function pinhole(scene, roll, level) {
    const { width, height, columns, rows } = scene;
    const [tilt, round] = [roll(0.3, 1) * level.tilt, roll(-12, 12)].map((degrees) => degrees * Math.PI / 180);
    const focal = 0.72 * Math.max(width, height); // 26 mm, of the width of film.
    const barrel = roll(-0.03, 0.05);
    const middle = [columns / 2 + roll(-0.2, 0.2), rows / 2 + roll(-0.2, 0.2), 0];
    let far = 2;
    let eye, forward, right, down;
    function dotOf(place) {
      const seen = minus(place, eye);
      const deep = dot(seen, forward);
      const flat = [focal * dot(seen, right) / deep, focal * dot(seen, down) / deep];
      let by = 1;
      for (let turn = 0; turn < 6; turn += 1) by = 1 + barrel * Math.hypot(...flat) ** 2 / (by * by) / (focal * focal);
      return [width / 2 + flat[0] / by, height / 2 + flat[1] / by];
    }
    function stand() {
      eye = [middle[0], middle[1] + far * Math.sin(tilt), far * Math.cos(tilt)];
      forward = unit(minus(middle, eye));
      const level = [Math.cos(round), Math.sin(round), 0];
      down = unit(cross(level, forward));
      right = cross(forward, down);
    }
    const corners = [[0, 0], [columns, 0], [columns, rows], [0, rows]];
    const margin = 0.03 * width;
    const isIn = ([x, y]) => x > margin && y > margin && x < width - margin && y < height - margin;
    do { far *= 1.04; stand(); } while (!corners.every(([x, y]) => isIn(dotOf([x, y, 0]))));
    return {
      eye: eye, corners: corners.map(([x, y]) => dotOf([x, y, THICK])),
      aim(ray, px, py) {
        const x = (px - width / 2) / focal;
        const y = (py - height / 2) / focal;
        const by = 1 + barrel * (x * x + y * y);
        for (let part = 0; part < 3; part += 1) ray[part] = forward[part] + by * (x * right[part] + y * down[part]);
      },
    };
  }

  const LINEAR = Float32Array.from({ length: 256 }, (_, value) => (value / 255) ** 2.2);

  /* The photo, where its corners are, and which cells are mostly covered. */
  function photograph(scene) {
    const roll = dice(scene.seed);
    for (let warm = 0; warm < 20; warm += 1) roll(0, 1);
    const [level, { width, height, columns, rows }] = [LEVELS[scene.level], scene];
    const tops = laid(scene, roll, PRINTS[scene.print], level);
    const ground = cloth(scene.cloth, roll);
    const view = pinhole(scene, roll, level);
    const skin = level.hand && roll(0, 1) < 0.6 ? hand(roll, scene, view.corners[Math.floor(roll(0, 4))]) : null;
    const lamp = [roll(-0.5, columns + 0.5), roll(-rows, rows * 0.6), roll(0.6, 1.1) * Math.max(columns, rows)];
    const tint = unit([1, 1 - level.lamp * roll(0.05, 0.16), 1 - level.lamp * roll(0.15, 0.42)]);
    const [slope, edge] = [roll(-1, 1), roll(0.3, 0.8) * rows];
    const tilts = Array.from({ length: columns * rows }, () => [roll(-0.05, 0.05), roll(-0.05, 0.05)]);
    const seen = new Float32Array(3 * width * height);
    const [all, hidden] = [new Uint32Array(columns * rows), new Uint32Array(columns * rows)];
    const isOn = (x, y) => x >= -1 && y >= -1 && x < columns + 1 && y < rows + 1 && tops.data[topAt(x, y) + 3] > 127;
    const topAt = (x, y) => 4 * (Math.floor((y + 1) * FINE) * tops.width + Math.floor((x + 1) * FINE));
    const wrap = (x) => Math.floor((x - CLOTH * Math.floor(x / CLOTH)) * FINE) % ground.width;
    const ray = [0, 0, 0];
    for (let dotAt = 0; dotAt < width * height; dotAt += 1) {
      view.aim(ray, (dotAt % width) + 0.5, Math.floor(dotAt / width) + 0.5);
      let [x, y, from, shine, shade, colour, deep] = [0, 0, 0, 1, 1, tops.data, THICK];
      for (; deep > -0.001; deep -= THICK / 4) {
        x = view.eye[0] + (ray[0] * (deep - view.eye[2])) / ray[2];
        y = view.eye[1] + (ray[1] * (deep - view.eye[2])) / ray[2];
        if (deep > 0.001 && isOn(x, y)) break;
      }
      if (deep > 0.001) {
        from = topAt(x, y);
        if (deep < THICK) [shine, shade] = [0, 0.4];
      } else {
        [colour, from] = [ground.data, 4 * (wrap(y) * ground.width + wrap(x))];
        shine = scene.cloth === "wood" ? 0.3 : 0;
        if (isOn(x + (lamp[0] - x) * THICK / lamp[2], y + (lamp[1] - y) * THICK / lamp[2])) shade = 0.45;
      }
      const cell = x >= 0 && y >= 0 && x < columns && y < rows ? Math.floor(y) * columns + Math.floor(x) : -1;
      if (cell >= 0) all[cell] += 1;
      if (skin && skin[4 * dotAt + 3] > 127) {
        if (cell >= 0) hidden[cell] += 1;
        [colour, from, shine, shade] = [skin, 4 * dotAt, 0, 0.9];
      }
      const [tx, ty, tz] = [lamp[0] - x, lamp[1] - y, lamp[2]];
      const near = Math.sqrt(tx * tx + ty * ty + tz * tz);
      if (y + slope * x > edge) shade *= 1 - level.shade * Math.min(1, (y + slope * x - edge) / 0.5);
      const lit = shade * (1 - 0.6 * level.lamp + 0.6 * level.lamp * (tz / near) ** 3);
      const burnt = level.glare && shine && cell >= 0 ? level.glare * shine * mirrored(tilts[cell], tx / near, ty / near, tz / near, ray) : 0;
      for (let part = 0; part < 3; part += 1) seen[3 * dotAt + part] = (LINEAR[colour[from + part]] * lit + burnt) * tint[part] * 1.73;
    }
    const covered = [...all.keys()].filter((cell) => hidden[cell] > 0.4 * all[cell]);
    return { canvas: developed(seen, scene, roll, level), corners: view.corners, covered: covered };
  }

  /* How much of the lamp is mirrored to the eye by a tile that lies a little aslant. */
  function mirrored([nx, ny], lx, ly, lz, ray) {
    const long = Math.sqrt(ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2]);
    const [hx, hy, hz] = [lx - ray[0] / long, ly - ray[1] / long, lz - ray[2] / long];
    return Math.max(0, (hz + nx * hx + ny * hy) / Math.sqrt(hx * hx + hy * hy + hz * hz)) ** 400;
  }

  /* Exposed for the brighter parts, out of focus, and with the noise of the film. */
  function developed(seen, { width, height }, roll, level) {
    const some = Float32Array.from({ length: 4000 }, () => seen[3 * Math.floor(roll(0, width * height)) + 1]).sort();
    const gain = roll(0.6, 0.8) / some[3860];
    const [canvas, pen] = paper(width, height);
    const dots = pen.createImageData(width, height);
    for (let at = 0; at < width * height; at += 1) {
      const grain = (roll(-1, 1) + roll(-1, 1)) * level.noise;
      for (let part = 0; part < 3; part += 1) {
        dots.data[4 * at + part] = 255 * Math.min(1, seen[3 * at + part] * gain) ** (1 / 2.2) + grain + roll(-1, 1) * level.noise * 0.6;
      }
      dots.data[4 * at + 3] = 255;
    }
    pen.putImageData(dots, 0, 0);
    pen.filter = `blur(${level.blur * roll(0.5, 1)}px)`;
    pen.drawImage(canvas, 0, 0);
    return canvas;
  }

  scope.tabletop = { photograph: photograph, PRINTS: Object.keys(PRINTS), CLOTHS: Object.fromEntries(Object.keys(LEVELS).map((name) => [name, LEVELS[name].cloths])) };
})(typeof self === "undefined" ? globalThis : self);
