/* Draws a table of Down Under as a camera sees it, dot by dot. Loaded into a page by `python -m bench.photos`, and by tests.

   The tiles are drawn after the rulebook's words, not after any real tile: a coloured path and a grey one on a pale ground. */
(function (scope) {
  "use strict";
  const PONDS = [[96, 128, 138], [64, 112, 152], [124, 106, 80], [84, 118, 100]];
  const COLOURS = { red: [176, 32, 44], yellow: [226, 170, 36], green: [44, 132, 74], blue: [34, 84, 156] };
  const TABLES = {
    "dark wood": [[92, 60, 36], 0.16], "light wood": [[176, 132, 84], 0.12],
    "white cloth": [[222, 220, 214], 0.03], "green cloth": [[58, 98, 70], 0.04], "grey cloth": [[118, 118, 122], 0.05],
  };
  const LIGHTS = {
    day: { tint: [1, 1, 1], level: 0.95, lamp: 0.12, shadow: 0 },
    shadow: { tint: [0.96, 0.99, 1.05], level: 0.9, lamp: 0.1, shadow: 0.48 },
    lamp: { tint: [1.1, 0.88, 0.62], level: 0.85, lamp: 0.55, shadow: 0 },
    "lamp and shadow": { tint: [1.1, 0.9, 0.66], level: 0.82, lamp: 0.5, shadow: 0.4 },
    dim: { tint: [1.05, 0.92, 0.74], level: 0.42, lamp: 0.3, shadow: 0 },
  };

  /* The same numbers for the same seed. */
  function chance(seed) {
    let state = seed >>> 0;
    return function () {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  }

  const hash = (x, y) => {
    const value = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
    return value - Math.floor(value);
  };

  function smooth(x, y) {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [x - left, y - top];
    const upper = hash(left, top) * (1 - u) + hash(left + 1, top) * u;
    const lower = hash(left, top + 1) * (1 - u) + hash(left + 1, top + 1) * u;
    return upper * (1 - v) + lower * v;
  }

  function quarter(x, y, turn) {
    if (turn === 90) return [y, 1 - x];
    if (turn === 180) return [1 - x, 1 - y];
    return turn === 270 ? [1 - y, x] : [x, y];
  }

  const arc = (x, y, cx, cy) => Math.abs(Math.hypot(x - cx, y - cy) - 0.5);

  /* The colour of a place of a tile, or null beside it. */
  function onTile(piece, x, y, look) {
    if (x < 0.01 || y < 0.01 || x > 0.99 || y > 0.99) return null;
    const [u, v] = quarter(x, y, piece.tile.turn || 0);
    const { kind, colour } = piece.tile;
    if (kind === "terminus" && v > 0.5) return null;
    const half = look.width / 2;
    if (kind === "billabong") return onPond(piece.seed, u - 0.5, v - 0.5, look);
    const own = kind === "straight" ? Math.abs(u - 0.5) : kind === "curve" ? arc(u, v, 1, 0) : v < 0.35 ? Math.abs(u - 0.5) : 1;
    const other = kind === "straight" ? Math.abs(v - 0.5) : kind === "curve" ? arc(u, v, 0, 1) : Math.abs(v - 0.455) * 2;
    if (own < half) return own > half - 0.015 ? look.edge : look.inks[colour];
    if (own < half + 0.03 && kind === "straight") return look.ground;
    if (other < look.grey / 2) return smooth(40 * x + piece.seed, 40 * y) > 0.8 ? look.animal : look.greyInk;
    return look.ground;
  }

  /* No source says what a billabong looks like: a pond of some size and colour on the ground of the tiles, every other one
     with four grey paths. */
  function onPond(seed, u, v, look) {
    const pond = Math.floor(seed);
    if (Math.hypot(u, v) < 0.2 + 0.2 * (seed - pond)) return PONDS[pond % PONDS.length];
    return pond % 8 < 4 && Math.min(Math.abs(u), Math.abs(v)) < look.grey / 2 ? look.greyInk : look.ground;
  }

  const bare = [0, 0, 0]; // The table at the last place.

  function onTable(kind, x, y) {
    const [base, grain] = TABLES[kind];
    const isWood = kind.endsWith("wood");
    const rough = isWood ? smooth(x * 1.2, y * 14) * 0.7 + smooth(x * 5, y * 60) * 0.3 : smooth(x * 30, y * 30);
    const plank = isWood && (y + 100) % 1.7 < 0.03 ? 0.6 : 1;
    for (let part = 0; part < 3; part += 1) bare[part] = base[part] * plank * (1 - grain + 2 * grain * rough);
    return bare;
  }

  /* Where the camera stands: from dots to places on the table and back. Cells are one wide, the board begins at 0, 0. */
  function camera(scene, random) {
    const { columns, rows, width, height, angle } = scene;
    const [tilt, roll] = [(angle * Math.PI) / 180, ((random() - 0.5) * 24 * Math.PI) / 180];
    const far = 1.9 * Math.max(columns, rows);
    const [mx, my] = [columns / 2 + (random() - 0.5) * 0.6, rows / 2 + (random() - 0.5) * 0.6];
    const [cr, sr, ct, st] = [Math.cos(roll), Math.sin(roll), Math.cos(tilt), Math.sin(tilt)];
    const bend = (random() - 0.5) * 0.06;
    function flat(x, y) {
      const [u, v] = [cr * (x - mx) - sr * (y - my), sr * (x - mx) + cr * (y - my)];
      const deep = far - v * st;
      return [u / deep, (v * ct) / deep];
    }
    const corners = [[-0.3, -0.3], [columns + 0.3, -0.3], [columns + 0.3, rows + 0.3], [-0.3, rows + 0.3]].map(([x, y]) => flat(x, y));
    const [xs, ys] = [corners.map((one) => one[0]), corners.map((one) => one[1])];
    const scale = 0.97 * Math.min(width / (Math.max(...xs) - Math.min(...xs)), height / (Math.max(...ys) - Math.min(...ys)));
    const [ox, oy] = [width / 2 - (scale * (Math.max(...xs) + Math.min(...xs))) / 2, height / 2 - (scale * (Math.max(...ys) + Math.min(...ys))) / 2];
    const most = Math.hypot(width, height) / 2;
    function bent(px, py) {
      const [dx, dy] = [px - width / 2, py - height / 2];
      const by = 1 + (bend * (dx * dx + dy * dy)) / (most * most);
      return [width / 2 + dx * by, height / 2 + dy * by];
    }
    return {
      dot: (x, y) => { const [u, v] = flat(x, y); return bent(ox + scale * u, oy + scale * v); },
      place(px, py) {
        const dx = px - width / 2;
        const dy = py - height / 2;
        const by = 1 + (-bend * (dx * dx + dy * dy)) / (most * most);
        const u = (width / 2 + dx * by - ox) / scale;
        const v = (height / 2 + dy * by - oy) / scale;
        const along = (v * far) / (ct + v * st);
        const across = u * (far - along * st);
        return [mx + cr * across + sr * along, my - sr * across + cr * along];
      },
    };
  }

  function lightAt(kind, scene, random) {
    const { tint, level, lamp, shadow } = LIGHTS[kind];
    const [lx, ly] = [random() * scene.columns, random() * scene.rows];
    const reach = 0.75 * Math.max(scene.columns, scene.rows);
    const slope = (random() - 0.5) * 2;
    const lit = [0, 0, 0]; // The light at the last place.
    const edge = scene.rows * (0.3 + 0.4 * random()) - (slope * scene.columns) / 2;
    return function (x, y) {
      const near = Math.hypot(x - lx, y - ly) / reach;
      const under = shadow && y + slope * x > edge ? Math.min(1, (y + slope * x - edge) / 0.35) : 0;
      const bright = level * (1 - lamp + (2 * lamp) / (1 + near * near) - lamp * 0.3) * (1 - shadow * under);
      for (let part = 0; part < 3; part += 1) lit[part] = tint[part] * bright;
      return lit;
    };
  }

  /* Each piece with its own small turn and place. */
  function laid(tiles, scene, random) {
    return tiles.map(function (tile) {
      const turn = (((random() * 2 - 1) * scene.turned) * Math.PI) / 180;
      const [dx, dy] = [random(), random()].map((one) => (one * 2 - 1) * scene.moved);
      return { tile: tile, cos: Math.cos(turn), sin: Math.sin(turn), dx: dx, dy: dy, seed: random() * 99 };
    });
  }

  function seenAt(pieces, scene, look, x, y) {
    const here = pieces[(Math.floor(y) + 1) * (scene.columns + 2) + Math.floor(x) + 1];
    const isNear = here && x > -1 && y > -1 && x < scene.columns + 1;
    for (let at = 0; isNear && at < here.length; at += 1) {
      const piece = here[at];
      const u = x - piece.tile.x - 0.5 - piece.dx;
      const v = y - piece.tile.y - 0.5 - piece.dy;
      const found = onTile(piece, piece.cos * u + piece.sin * v + 0.5, piece.cos * v - piece.sin * u + 0.5, look);
      if (found) return found;
    }
    return onTable(scene.table, x, y);
  }

  /* The pieces that may reach into each cell, with a border of one cell around the board. */
  function byCell(pieces, scene) {
    const found = Array.from({ length: (scene.columns + 2) * (scene.rows + 2) }, () => []);
    for (const down of [0, -1, 1]) {
      for (const across of [0, -1, 1]) {
        for (const piece of pieces) {
          found[(piece.tile.y + down + 1) * (scene.columns + 2) + piece.tile.x + across + 1].push(piece);
        }
      }
    }
    return found;
  }

  function looks(random) {
    const warm = random();
    const grey = 100 + 40 * random();
    const look = {
      ground: [238 - 10 * warm, 232 - 16 * warm, 216 - 34 * warm], width: 0.18 + 0.08 * random(), grey: 0.15 + 0.06 * random(),
      greyInk: [grey + 6, grey, grey - 8], animal: [grey - 40, grey - 44, grey - 50], edge: [70, 60, 50],
    };
    const ink = [0, 1, 2].map(() => 0.88 + 0.24 * random());
    look.inks = Object.fromEntries(Object.entries(COLOURS).map(([name, parts]) => [name, parts.map((part, at) => part * ink[at])]));
    return look;
  }

  /* The dots of a photo and where the corners of the board are on it, in dots. */
  function photograph(scene) {
    const random = chance(scene.seed);
    const view = camera(scene, random);
    const light = lightAt(scene.light, scene, random);
    const look = looks(random);
    const pieces = byCell(laid(scene.tiles, scene, random), scene);
    const { width, height } = scene;
    const sharp = new Float32Array(3 * width * height);
    for (let py = 0; py < height; py += 1) {
      for (let px = 0; px < width; px += 1) {
        const [x, y] = view.place(px + 0.5, py + 0.5);
        const [colour, lit] = [seenAt(pieces, scene, look, x, y), light(x, y)];
        for (let part = 0; part < 3; part += 1) sharp[3 * (py * width + px) + part] = colour[part] * lit[part];
      }
    }
    const corners = [[0, 0], [scene.columns, 0], [scene.columns, scene.rows], [0, scene.rows]].map(([x, y]) => view.dot(x, y));
    return { dots: exposed(sharp, scene, random), corners: corners };
  }

  /* A little out of focus, and with the noise of the camera. */
  function exposed(sharp, scene, random) {
    const { width, height, noise } = scene;
    const dots = new Uint8ClampedArray(4 * width * height).fill(255);
    const below = 3 * width;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const grain = noise * (random() + random() + random() - 1.5) * 1.4;
        const inside = x > 0 && y > 0 && x < width - 1 && y < height - 1;
        for (let part = 0; part < 3; part += 1) {
          const at = 3 * (y * width + x) + part;
          const around = inside ? sharp[at - 3] + sharp[at + 3] + sharp[at - below] + sharp[at + below] : 4 * sharp[at];
          dots[4 * (y * width + x) + part] = sharp[at] / 2 + around / 8 + grain + noise * 0.5 * (random() + random() - 1);
        }
      }
    }
    return dots;
  }

  scope.tableCamera = { photograph: photograph, chance: chance, TABLES: Object.keys(TABLES), LIGHTS: Object.keys(LIGHTS) };
})(typeof self === "undefined" ? globalThis : self);
