/* Reads the tiles of Down Under off a straightened photo: a worker calls `read`, pages and tests call the parts.

   A picture is {data, width, height}, RGBA, each cell UNIT dots wide. A tile is {kind, colour, turn}; a way is what may lie
   in a cell: a list of no, one or two tiles, with its worth. A cell is looked at on its own first: a template of every tile
   is moved about over it. Then the rules vote: no chain joins two colours, a colour has one route, the box has so many tiles. */
(function (scope) {
  "use strict";
  const UNIT = 40;
  const GRID = 20; // Samples along the side of a cell, each the mean of four dots.
  const CORNERS = [[2, 2], [GRID - 6, 2], [GRID - 6, GRID - 6], [2, GRID - 6]];
  const LIT = [1, 0.7, 0.4, 0.1]; // How much of the tint of a tile's ground may be light; the rest is its print.
  const REACH = 3; // How many samples a tile may lie out of line.
  const WIDE = GRID + 2 * REACH;
  const COLOURS = ["red", "yellow", "green", "blue"];
  const HUES = [354, 44, 140, 214];
  const HUE_REACH = 46;
  const STOCK = { straight: 7, curve: 9, terminus: 2, billabong: 4 };
  const BARE = 0.34; // The worth of an empty cell: a tile has to look better than this.
  const CLEAR = 0.1; // By how much a reading has to be better than the next best, not to be asked about.
  const TOLD = 0.45; // The vote can speak for nothing that looks worse than this.
  const SWEEPS = 3;
  const FEWEST = 8; // Ways kept for a cell.
  const FEWEST_SAMPLES = 12; // With fewer of a colour in a cell, no tile of that colour lies there.
  const SHALLOW = 0.25; // Against an end tile whose path hardly comes into the cell.
  const FEWEST_AT_A_SIDE = 0.5; // With fewer in the middle of a side, no path of that colour begins there.
  const THROUGH = [[["N", "S"], ["E", "W"]], [["N", "E"], ["S", "W"]], [["N", "W"], ["E", "S"]]];
  const VOTE = { mixed: 0.5, apart: 0.16, beyond: 0.3, alone: 0.12, unmet: 0.5 };
  const FAULTS = Object.keys(VOTE);
  const CLEARLY = 0.5; // A tile worth more than this lies there, and no billabong.
  const NEAR = 3.5; // Cells: how far the light may be that a cell is compared with.
  const CORNERED = 0.2; // The worth of four corners that speak for a reading.
  const AGAINST = -0.5; // Where a corner speaks more against a reading, it is asked about.
  const NEARLY = 0.5; // So little worse, a board read in another light still speaks: it is the cost of one fault.
  const BURNT = 253; // Of 255, in all three colours.
  const GLARING = 0.01; // Of a cell burnt out: it is asked about.
  const SAMPLED = 16; // So many cells tell how well a grid fits.

  const DARKEST = 22; // Of 255, the mean of a photo.
  const SOFTEST = 0.12; // Of all shades there are: the strongest edges of a photo that is sharp enough.
  const LOOKED_AT = 7; // Every so manyth dot.

  const clamp = (value) => Math.min(1, Math.max(0, value));
  const ramp = (value, low, high) => clamp((value - low) / (high - low));

  /* ---- what a page gives ---- */

  const KEPT_HUES = "tableside.down-under.hues";

  /* The hues of this box as this device remembers them, else the usual ones. */
  function knownHues() {
    try {
      return JSON.parse(localStorage.getItem(KEPT_HUES)) || HUES;
    } catch (error) {
      return HUES; // A browser that keeps nothing reads with the usual colours.
    }
  }

  /* A file drawn on a canvas, no side of it longer than so many dots. */
  async function drawn(file, canvas, longest) {
    const picture = await decoded(file);
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(picture, 0, 0, canvas.width, canvas.height);
    if (picture.close) picture.close();
    return canvas;
  }

  async function decoded(file) {
    if (scope.createImageBitmap) return createImageBitmap(file, { imageOrientation: "from-image" });
    const image = new Image();
    image.src = URL.createObjectURL(file);
    await image.decode();
    URL.revokeObjectURL(image.src);
    return image;
  }

  /* ---- straightened ---- */

  /* The projection of the unit square onto four corners, as eight numbers: u, v, 1 times each row, over the last. */
  function projection([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
    const sx = x0 - x1 + x2 - x3;
    const sy = y0 - y1 + y2 - y3;
    const wide = [x1 - x2, y1 - y2];
    const high = [x3 - x2, y3 - y2];
    const area = wide[0] * high[1] - high[0] * wide[1] || 1;
    const g = (sx * high[1] - high[0] * sy) / area;
    const h = (wide[0] * sy - sx * wide[1]) / area;
    return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h];
  }

  /* The part of a picture between four corners, given in dots: cells of so many dots, and so many cells more on each side. */
  function straightened(picture, corners, columns, rows, unit, border = 0) {
    const [a, b, c, d, e, f, g, h] = projection(corners);
    const [width, height] = [columns, rows].map((cells) => unit * (cells + 2 * border));
    const result = { data: new Uint8ClampedArray(4 * width * height), width: width, height: height };
    const read = new Uint32Array(picture.data.buffer);
    const written = new Uint32Array(result.data.buffer);
    for (let y = 0, at = 0; y < height; y += 1) {
      const v = ((y + 0.5) / unit - border) / rows;
      for (let x = 0; x < width; x += 1, at += 1) {
        const u = ((x + 0.5) / unit - border) / columns;
        const w = g * u + h * v + 1;
        const px = (a * u + b * v + c) / w;
        const py = (d * u + e * v + f) / w;
        if (px >= 0 && py >= 0 && px < picture.width && py < picture.height) written[at] = read[(py | 0) * picture.width + (px | 0)];
      }
    }
    return result;
  }

  /* ---- the photo as a whole ---- */

  const grey = (picture, at) => 0.3 * picture.data[4 * at] + 0.6 * picture.data[4 * at + 1] + 0.1 * picture.data[4 * at + 2];

  /* What keeps a photo from being read: "dark", "blurred", or nothing. A sharp one has edges that are over within two dots. */
  function fault(picture) {
    const count = Math.floor((picture.width * picture.height - 2) / LOOKED_AT);
    const [shades, steps] = [new Uint32Array(256), new Uint32Array(256)];
    let sum = 0;
    for (let at = 0; at < LOOKED_AT * count; at += LOOKED_AT) {
      const shade = grey(picture, at);
      sum += shade;
      shades[Math.round(shade)] += 1;
      steps[Math.round(Math.abs(shade - grey(picture, at + 2)))] += 1;
    }
    if (sum / count < DARKEST) return "dark";
    const part = (counts, share) => counts.findIndex((one) => (share -= one / count) < 0);
    return part(steps, 0.995) < SOFTEST * (part(shades, 0.98) - part(shades, 0.02)) ? "blurred" : "";
  }

  /* ---- how many columns and rows ---- */

  const FLAT = 360;
  const LINES = { least: 2, most: 14 };
  const PARTS = [1, 1 / 2, 1 / 3];
  const HARMONICS = [0.6, 1, 0.6]; // A tile has an edge on either side of its paths, so twice the number is the strongest.
  const BETWEEN = 0.15;
  const OUT_OF_SQUARE = 0.17; // How far the sides may lie about columns and rows: a slanting view shortens one of them.

  /* How much the picture changes from line to line, across all of it; the second profile is that of its rows. */
  function profiles(flat) {
    const found = [new Float32Array(FLAT), new Float32Array(FLAT)];
    const change = (at, step) => [0, 1, 2].reduce((sum, part) => sum + Math.abs(flat.data[4 * at + part] - flat.data[4 * (at + step) + part]), 0);
    for (let y = 1; y < FLAT - 1; y += 1) {
      for (let x = 1; x < FLAT - 1; x += 1) {
        found[0][x] += Math.min(200, change(y * FLAT + x, 1));
        found[1][y] += Math.min(200, change(y * FLAT + x, FLAT));
      }
    }
    return found;
  }

  /* How strong so many waves are in a profile. */
  function wave(profile, times) {
    let [real, imaginary] = [0, 0];
    for (let at = 0; at < FLAT; at += 1) {
      real += profile[at] * Math.cos((2 * Math.PI * times * at) / FLAT);
      imaginary += profile[at] * Math.sin((2 * Math.PI * times * at) / FLAT);
    }
    return Math.hypot(real, imaginary);
  }

  /* How strongly a profile repeats itself so many times: its waves of that number and of its multiples, less those between. */
  function repeats(profile, times) {
    return HARMONICS.reduce(function (sum, worth, at) {
      const between = times * (at + 0.5);
      const against = Math.max(wave(profile, Math.floor(between)), wave(profile, Math.ceil(between)));
      return sum + worth * (wave(profile, times * (at + 1)) - BETWEEN * against);
    }, 0);
  }

  const length = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

  /* The columns and rows that the picture between four corners is likeliest to show: cells are square, tiles repeat. A picture
     that repeats itself so often also does at half or a third of it, so those are looked at, too: where there are tiles? */
  function gridOf(picture, corners, hues = HUES) {
    const found = wavesOf(picture, corners);
    let best = { worth: -Infinity };
    for (const part of PARTS) {
      const grid = found.map((count) => count * part);
      if (!grid.every(Number.isInteger)) continue;
      const all = samples(straightened(picture, corners, ...grid, UNIT, 1), grid[0] + 2, grid[1] + 2);
      const worth = worthOf(all, cellsOf(all, ...grid), hues);
      if (worth > best.worth) best = { worth: worth, grid: grid };
    }
    return best.grid;
  }

  /* The columns and rows whose waves explain the most of a picture. */
  function wavesOf(picture, corners) {
    const counts = Array.from({ length: LINES.most - LINES.least + 1 }, (_, at) => at + LINES.least);
    const worths = profiles(straightened(picture, corners, 1, 1, FLAT)).map(function (profile) {
      const found = counts.map((count) => repeats(profile, count));
      const most = Math.max(...found);
      return found.map((one) => one / most);
    });
    const [a, b, c, d] = corners;
    const shape = Math.log((length(a, b) + length(d, c)) / (length(a, d) + length(b, c)));
    let best = { worth: -Infinity };
    counts.forEach(function (columns, across) {
      counts.forEach(function (rows, down) {
        const off = (Math.log(columns / rows) - shape) / OUT_OF_SQUARE;
        const worth = worths[0][across] + worths[1][down] - 0.25 * off * off;
        if (worth > best.worth) best = { worth: worth, columns: columns, rows: rows };
      });
    });
    return [best.columns, best.rows];
  }

  /* ---- colours ---- */

  /* The hue in degrees of a colour given as parts of the white it lies in, with the greatest and the least of them. */
  function hueOf(red, green, blue, most, least) {
    if (most === least) return 0;
    if (most === red) return (360 + (60 * (green - blue)) / (most - least)) % 360;
    return most === green ? 120 + (60 * (blue - red)) / (most - least) : 240 + (60 * (red - green)) / (most - least);
  }

  const apart = (one, other) => Math.abs(((one - other + 540) % 360) - 180);

  /* The samples of the whole picture: the mean of two by two dots, as three numbers each. */
  function samples({ data, width }, columns, rows) {
    const [across, down] = [columns * GRID, rows * GRID];
    const found = new Float32Array(3 * across * down);
    for (let y = 0, at = 0; y < down; y += 1) {
      for (let x = 0; x < across; x += 1) {
        const from = 8 * (y * width + x);
        for (let dot = from; dot < from + 3; dot += 1, at += 1) {
          found[at] = (data[dot] + data[dot + 4] + data[dot + 4 * width] + data[dot + 4 * width + 4]) / 4;
        }
      }
    }
    return { data: found, across: across, down: down };
  }

  /* What four by four samples in each corner of a cell have in common, clockwise from north-west, and what all of them have: no
     tile has a path there, so it is the bare tile, or the table. Black is what lies beyond the photo. */
  function groundOf({ data, across }, column, row) {
    const dots = [0, 1, 2].map(() => []);
    const middle = (values) => values.sort((one, other) => one - other)[values.length >> 1];
    const corners = CORNERS.map(function ([x0, y0]) {
      const found = [0, 1, 2].map(() => []);
      for (let at = 0; at < 16; at += 1) {
        const place = 3 * ((row * GRID + y0 + (at >> 2)) * across + column * GRID + x0 + (at & 3));
        found.forEach((values, part) => values.push(data[place + part]));
      }
      found.forEach((values, part) => dots[part].push(...values));
      return found.map(middle);
    });
    return { corners: corners, white: dots.map((values) => Math.max(1, middle(values))) };
  }

  /* How much each sample in and around a cell looks like each colour, and like grey, on a ground. How much of the ground's tint
     is light and how much is print, nobody knows: `lit` is the part that is light. The maps are those of the cell looked at last. */
  const maps = [...COLOURS, "grey"].map(() => new Float32Array(WIDE * WIDE));

  function looks({ data, across, down }, { column, row }, ground, lit, hues) {
    const bright = (ground[0] + ground[1] + ground[2]) / 3;
    const [tr, tg, tb] = ground.map((part) => (part / bright) ** (1 - lit));
    for (const map of maps) map.fill(0);
    for (let y = -REACH, here = 0; y < GRID + REACH; y += 1) {
      const top = Math.min(down - 1, Math.max(0, row * GRID + y)) * across;
      for (let x = -REACH; x < GRID + REACH; x += 1, here += 1) {
        const at = 3 * (top + Math.min(across - 1, Math.max(0, column * GRID + x)));
        const [r, g, b] = [data[at] / ground[0], data[at + 1] / ground[1], data[at + 2] / ground[2]];
        const unlike = 1 - Math.min(r, g, b) / (Math.max(r, g, b) || 1);
        const [red, green, blue] = [r * tr, g * tg, b * tb];
        const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
        const strong = most > 0 ? ramp(1 - least / most, 0.14, 0.36) * ramp(unlike, 0.1, 0.28) : 0;
        maps[COLOURS.length][here] = (1 - strong) * (1 - ramp((r + g + b) / 3, 0.66, 0.88));
        if (!strong) continue;
        const hue = hueOf(red, green, blue, most, least);
        for (let one = 0; one < COLOURS.length; one += 1) {
          maps[one][here] = strong * clamp(1.4 - apart(hue, hues[one]) / (HUE_REACH / 1.4));
        }
      }
    }
  }

  /* The white of a photo of tiles on paper: what its bright dots have in common. The few brightest may be glare. */
  function paperOf({ data }) {
    const dots = [];
    for (let at = 0; at < data.length; at += 4 * LOOKED_AT * LOOKED_AT) dots.push([data[at], data[at + 1], data[at + 2]]);
    const luma = ([red, green, blue]) => red + green + blue;
    const bright = dots.sort((one, other) => luma(one) - luma(other)).slice(0.7 * dots.length, 0.95 * dots.length);
    return [0, 1, 2].map((part) => Math.max(1, bright.reduce((sum, one) => sum + one[part], 0) / bright.length));
  }

  /* The hue and the strength of the strongest tenth of a square of so many dots round a place of a photo of tiles on paper. */
  function strongestAt(picture, x, y, size) {
    const white = paperOf(picture);
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([across, down]) => [x + (across * size) / 2, y + (down * size) / 2]);
    const { data } = samples(straightened(picture, corners, 1, 1, UNIT), 1, 1);
    const found = [];
    for (let at = 0; at < data.length; at += 3) {
      const lit = white.map((part, one) => data[at + one] / part);
      const [most, least] = [Math.max(...lit), Math.min(...lit)];
      found.push({ strength: most > 0 ? 1 - least / most : 0, turn: (hueOf(...lit, most, least) * Math.PI) / 180 });
    }
    const tenth = found.sort((one, other) => other.strength - one.strength).slice(0, found.length / 10);
    const [sine, cosine] = [Math.sin, Math.cos].map((wave) => tenth.reduce((sum, one) => sum + wave(one.turn), 0));
    return { hue: Math.round((Math.atan2(sine, cosine) * 180) / Math.PI + 360) % 360, strength: tenth[tenth.length - 1].strength };
  }

  /* Which colour each sample of a photo of tiles on paper is taken for, by its number, or -1 for none: row by row, `columns`
     cells wide. */
  function taken(picture, columns, rows, hues) {
    const { width, height } = picture;
    const whole = [[0, 0], [width, 0], [width, height], [0, height]];
    const all = samples(straightened(picture, whole, columns, rows, UNIT), columns, rows);
    const white = paperOf(picture);
    const found = new Int8Array(all.across * all.down);
    for (let cell = 0; cell < columns * rows; cell += 1) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      looks(all, { column: column, row: row }, white, 1, hues);
      for (let y = 0; y < GRID; y += 1) {
        for (let x = 0; x < GRID; x += 1) {
          const worths = COLOURS.map((_, one) => maps[one][(y + REACH) * WIDE + x + REACH]);
          const most = Math.max(...worths);
          found[(row * GRID + y) * all.across + column * GRID + x] = most > 0.5 ? worths.indexOf(most) : -1;
        }
      }
    }
    return { colours: found, across: all.across, down: all.down };
  }

  /* ---- templates ---- */

  const turned = (x, y, quarter) => [[x, y], [y, 1 - x], [1 - x, 1 - y], [1 - y, x]][quarter];
  const arc = (x, y, cx, cy) => Math.abs(Math.hypot(x - cx, y - cy) - 0.5);

  /* How far a place of a tile at turn 0 lies from the middle of its coloured path and of its grey one. */
  function distances(kind, x, y) {
    if (kind === "straight") return [Math.abs(x - 0.5), Math.abs(y - 0.5)];
    if (kind === "curve") return [arc(x, y, 1, 0), arc(x, y, 0, 1)];
    return [y < 0.36 ? Math.abs(x - 0.5) : 1, Math.abs(y - 0.46) * 2];
  }

  /* The samples of the grid on the coloured path, on the grey one, and on neither. */
  function template(kind, turn) {
    const [on, grey, off] = [[], [], []];
    for (let row = 0; row < GRID; row += 1) {
      for (let column = 0; column < GRID; column += 1) {
        const [x, y] = turned((column + 0.5) / GRID, (row + 0.5) / GRID, turn / 90);
        const [own, other] = distances(kind, x, y);
        const at = row * WIDE + column;
        const isBeyond = kind === "terminus" && y > 0.55;
        if (own < 0.08) on.push(at);
        else if (!isBeyond && other < 0.06 && own > 0.15) grey.push(at);
        else if (own > 0.17 && (isBeyond ? Math.abs(x - 0.5) < 0.12 : other > 0.14 || kind === "terminus")) off.push(at);
      }
    }
    const sides = { straight: [0, 2], curve: [0, 1], terminus: [0] }[kind].map((side) => (side + turn / 90) % 4);
    return { kind: kind, turn: turn, on: on, grey: grey, off: off, sides: sides };
  }

  const TEMPLATES = [
    ...[0, 90].map((turn) => template("straight", turn)),
    ...[0, 90, 180, 270].map((turn) => template("curve", turn)),
    ...[0, 90, 180, 270].map((turn) => template("terminus", turn)),
  ];

  function mean(map, places, shift) {
    let sum = 0;
    for (const place of places) sum += map[place + shift];
    return sum / places.length;
  }

  /* How much of a colour is in the middle of a side, between two depths of a cell. */
  function atSide(map, side, from, to) {
    let sum = 0;
    for (let deep = from + REACH; deep < to + REACH; deep += 1) {
      const far = side === 1 || side === 2 ? WIDE - 1 - deep : deep;
      for (let along = WIDE / 2 - 2 - REACH; along < WIDE / 2 + 2 + REACH; along += 1) sum += map[side % 2 ? along * WIDE + far : far * WIDE + along];
    }
    return sum;
  }

  /* How well a tile of a colour explains what is seen: 1 where its paths are there and nothing else is. Every second place
     is tried, then those around the best. */
  function worth(tile, colour) {
    const [own, grey] = [maps[colour], maps[COLOURS.length]];
    let best = { worth: -1, down: REACH, across: REACH };
    function tried(down, across) {
      const shift = down * WIDE + across;
      const colours = mean(own, tile.on, shift) - mean(own, tile.off, shift) - 0.5 * mean(own, tile.grey, shift);
      if (colours < best.worth) return;
      const greys = mean(grey, tile.grey, shift) - 0.7 * mean(grey, tile.off, shift);
      const far = Math.max(Math.abs(down - REACH), Math.abs(across - REACH));
      const found = 0.68 * colours + 0.32 * greys - 0.01 * far;
      if (found > best.worth) best = { worth: found, down: down, across: across };
    }
    for (let down = 1; down < 2 * REACH; down += 2) {
      for (let across = 1; across < 2 * REACH; across += 2) tried(down, across);
    }
    if (best.worth < 0) return best.worth;
    const [middle, centre] = [best.down, best.across];
    for (const down of [-1, 0, 1]) {
      for (const across of [-1, 0, 1]) if (down || across) tried(middle + down, centre + across);
    }
    return best.worth;
  }

  /* What may lie in a cell by the maps, the likeliest first. */
  function waysOf() {
    const found = [{ tiles: [], worth: BARE }];
    const ends = [];
    for (let colour = 0; colour < COLOURS.length; colour += 1) {
      let seen = 0;
      for (const one of maps[colour]) seen += one;
      if (seen < FEWEST_SAMPLES) continue;
      const sides = [0, 1, 2, 3].map((side) => atSide(maps[colour], side, 0, REACH + 2) > FEWEST_AT_A_SIDE);
      for (const one of TEMPLATES) {
        const way = {
          tiles: [{ kind: one.kind, colour: COLOURS[colour], turn: one.turn }],
          worth: one.sides.every((side) => sides[side]) ? worth(one, colour) : -1,
        };
        found.push(way);
        if (one.kind !== "terminus") continue;
        way.worth -= 0.04 + SHALLOW * (1 - ramp(atSide(maps[colour], one.sides[0], 4, 5), 0.5, 2)); // Else a neighbour's path reaches in.
        ends.push(way);
      }
    }
    for (const one of ends) {
      for (const other of ends) {
        if (one.tiles[0].turn >= 180 || other.tiles[0].turn !== one.tiles[0].turn + 180) continue;
        const both = 0.35 * Math.max(one.worth, other.worth) + 0.65 * Math.min(one.worth, other.worth) + 0.1;
        found.push({ tiles: [one.tiles[0], other.tiles[0]], worth: both });
      }
    }
    return found.sort((one, other) => other.worth - one.worth);
  }

  /* ---- the rules vote ---- */

  const SIDES = { straight: [[0, 2], [3, 1]], curve: [[0, 1], [2, 3]], terminus: [[0], [3, 1]], billabong: [[0], [1], [2], [3]] };
  const NAMES = "NESW";
  const BITS = Uint8Array.from({ length: 16 }, (_, set) => (set & 1) + ((set >> 1) & 1) + ((set >> 2) & 1) + (set >> 3));

  /* The paths of a tile: the sides each joins (0 north, clockwise), the coloured one first. */
  const PATHS = Object.fromEntries(Object.entries(SIDES).map(([kind, paths]) =>
    [kind, [0, 1, 2, 3].map((turn) => paths.map((path) => path.map((side) => (side + turn) % 4)))]));
  const paths = (tile) => PATHS[tile.kind][(tile.turn || 0) / 90];

  function rootOf(parents, at) {
    let root = at;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]];
    return root;
  }

  /* The sides of cells, row by row and four a cell: which have a path, and the parent of each in its chain. */
  function chained(lying, columns) {
    const has = new Uint8Array(4 * lying.length);
    const parents = new Int16Array(has.length);
    for (let at = 0; at < has.length; at += 1) parents[at] = at;
    const join = (one, other) => (parents[rootOf(parents, one)] = rootOf(parents, other));
    for (let cell = 0; cell < lying.length; cell += 1) {
      for (const tile of lying[cell]) {
        for (const path of paths(tile)) {
          for (const side of path) has[4 * cell + side] = 1;
          if (path.length > 1) join(4 * cell + path[0], 4 * cell + path[1]);
        }
      }
    }
    for (let cell = 0; cell < lying.length; cell += 1) {
      const [east, south] = [4 * (cell + 1) + 3, 4 * (cell + columns)];
      if ((cell + 1) % columns && has[4 * cell + 1] && has[east]) join(4 * cell + 1, east);
      if (south < has.length && has[4 * cell + 2] && has[south]) join(4 * cell + 2, south);
    }
    return parents;
  }

  /* What speaks against a board: chains of two colours, colours in more than one chain, more tiles than the box has, tiles that
     touch no other, billabongs that not two colours lead to. `lying` is the list of tiles of each cell, row by row; `through`
     the pairs of sides that a route passes in each billabong: those with one colour behind them. */
  function against(lying, columns) {
    const parents = chained(lying, columns);
    const inks = new Uint8Array(parents.length);
    const stock = {};
    const found = { mixed: 0, apart: 0, beyond: 0, alone: 0, unmet: 0, through: {} };
    const ponds = [];
    for (let cell = 0; cell < lying.length; cell += 1) {
      for (const tile of lying[cell]) {
        const name = tile.kind + tile.colour;
        stock[name] = (stock[name] || 0) + 1;
        if (stock[name] > STOCK[tile.kind]) found.beyond += 1;
        if (tile.kind === "billabong") ponds.push(cell);
        else inks[rootOf(parents, 4 * cell + paths(tile)[0][0])] |= 1 << COLOURS.indexOf(tile.colour);
      }
      if (lying[cell].length && !hasNeighbour(lying, cell, columns)) found.alone += 1;
    }
    for (const cell of ponds) {
      const roots = [0, 1, 2, 3].map((side) => rootOf(parents, 4 * cell + side));
      if (BITS[roots.reduce((all, root) => all | inks[root], 0)] < 2) found.unmet += 1;
      found.through[cell] = passed(roots, inks);
      for (const [one, other] of found.through[cell]) {
        parents[roots[one]] = roots[other];
        inks[roots[one]] = 0;
      }
    }
    let [seen, coloured] = [0, 0];
    for (const colours of inks) {
      found.mixed += Math.max(0, BITS[colours] - 1);
      coloured += BITS[colours];
      seen |= colours;
    }
    found.apart = coloured - BITS[seen];
    return found;
  }

  /* The cells because of which a board can't be counted: where two colours join, and those of tiles that the box has fewer of. */
  function faultyCells(lying, columns) {
    const parents = chained(lying, columns);
    const rootAt = (cell, tile) => rootOf(parents, 4 * cell + paths(tile)[0][0]);
    const all = lying.flatMap((tiles, cell) => tiles.map((tile) => ({ cell, tile, name: tile.kind + tile.colour })));
    const inks = new Uint8Array(parents.length);
    for (const { cell, tile } of all) if (tile.colour) inks[rootAt(cell, tile)] |= 1 << COLOURS.indexOf(tile.colour);
    const goesOn = (cell, tile, side) => {
      const next = cell + [-columns, 1, columns, -1][side];
      const isBeside = side % 2 ? Math.floor(next / columns) === Math.floor(cell / columns) : lying[next];
      const found = (isBeside ? lying[next] : []).filter((one) => paths(one).flat().includes((side + 2) % 4));
      return found.every((one) => one.colour === tile.colour && paths(one)[0].includes((side + 2) % 4));
    };
    const joins = ({ cell, tile }) => BITS[inks[rootAt(cell, tile)]] > 1 && !paths(tile)[0].every((side) => goesOn(cell, tile, side));
    const isBeyond = ({ tile, name }) => all.filter((one) => one.name === name).length > STOCK[tile.kind];
    return new Set(all.filter((one) => isBeyond(one) || (one.tile.colour && joins(one))).map(({ cell }) => cell));
  }

  /* The pairs of sides with different chains of one and the same colour behind them. */
  function passed(roots, inks) {
    const [pairs, free] = [[], new Set([0, 1, 2, 3])];
    for (const [one, other] of [[0, 2], [1, 3], [0, 1], [2, 3], [0, 3], [1, 2]]) {
      const isOne = BITS[inks[roots[one]]] === 1 && inks[roots[one]] === inks[roots[other]] && roots[one] !== roots[other];
      if (isOne && free.has(one) && free.has(other)) pairs.push([one, other]);
      if (pairs.length) pairs[pairs.length - 1].forEach((side) => free.delete(side));
    }
    return pairs;
  }

  function hasNeighbour(lying, cell, columns) {
    const column = cell % columns;
    for (let down = -columns; down <= columns; down += columns) {
      for (let across = -1; across <= 1; across += 1) {
        const there = lying[cell + down + across];
        if ((down || across) && column + across >= 0 && column + across < columns && there && there.length) return true;
      }
    }
    return false;
  }

  /* The number of the way chosen in each cell, whether another comes near it there (where none does, nobody is asked), what
     passes the billabongs, and how good the whole is. A way is only tried where its own worth may bring it near the best. */
  function vote(ways, columns) {
    const likely = ways.map((found) => found.filter((way, at) => at < FEWEST && way.worth > found[0].worth - TOLD));
    const chosen = new Uint8Array(ways.length);
    const isClear = new Uint8Array(ways.length).fill(1);
    const lying = ways.map((found) => found[0].tiles);
    const costs = (faults) => FAULTS.reduce((sum, name) => sum + VOTE[name] * faults[name], 0);
    const margin = (cell) => likely[cell][0].worth - likely[cell][1].worth;
    const open = [...likely.keys()].filter((cell) => likely[cell].length > 1);
    open.sort((one, other) => margin(one) - margin(other));
    let cost = costs(against(lying, columns));
    let hasChanged = true;
    for (let sweep = 0; hasChanged && sweep < SWEEPS; sweep += 1) {
      hasChanged = false;
      for (const cell of open) {
        const before = chosen[cell];
        let best = { worth: likely[cell][before].worth - cost, at: before, cost: cost };
        let next = -Infinity;
        likely[cell].forEach(function (way, at) {
          if (at === before || way.worth < best.worth - CLEAR) return;
          lying[cell] = way.tiles;
          const one = costs(against(lying, columns));
          const worth = way.worth - one;
          next = Math.max(next, Math.min(worth, best.worth));
          if (worth > best.worth) best = { worth: worth, at: at, cost: one };
        });
        [chosen[cell], cost, lying[cell]] = [best.at, best.cost, likely[cell][best.at].tiles];
        isClear[cell] = best.worth - next >= CLEAR ? 1 : 0;
        hasChanged = hasChanged || best.at !== before;
      }
    }
    const worth = likely.reduce((sum, found, cell) => sum + found[chosen[cell]].worth, -cost);
    return { chosen: chosen, isClear: isClear, through: against(lying, columns).through, worth: worth };
  }

  /* ---- the ground of the tiles, and the table ---- */

  /* How much one light is like another: its tint more than its strength, which a shadow changes. */
  function likeness(one, other) {
    const [bright, brighter] = [one, other].map(([red, green, blue]) => red + green + blue);
    const tint = Math.max(...one.map((part, at) => Math.abs(part / bright - other[at] / brighter)));
    return (1 - ramp(Math.abs(Math.log(bright / brighter)), 0.1, 0.4)) * (1 - ramp(tint, 0.012, 0.04));
  }

  const far = (one, other) => Math.hypot(one.column - other.column, one.row - other.row);

  /* The ground of the tiles as it is lit at a cell: that of the other sure ones, the nearer the more. */
  function groundNear(cell, sure) {
    const others = sure.filter((one) => one !== cell);
    const worths = others.map((one) => far(one, cell) ** -2);
    const all = worths.reduce((sum, one) => sum + one, 0);
    return [0, 1, 2].map((part) => others.reduce((sum, one, at) => sum + worths[at] * one.white[part], 0) / all);
  }

  /* What the cells round the board show of the table. */
  function tableRound(all, columns, rows) {
    const found = [];
    for (let row = 0; row < rows + 2; row += 1) {
      for (let column = 0; column < columns + 2; column += 1) {
        const isRound = row % (rows + 1) === 0 || column % (columns + 1) === 0;
        const lights = isRound ? groundOf(all, column, row).corners.filter((light) => Math.max(...light) > 0) : [];
        found.push(...lights.map((light) => ({ column: column, row: row, light: light })));
      }
    }
    return found;
  }

  /* What each corner of a cell is like: the ground of the tiles nearby (1), or the table (-1). */
  function corneredBy(cell, near, table) {
    const bare = table.filter((one) => far(one, cell) < NEAR).map((one) => one.light);
    return cell.corners.map((light) => likeness(light, near) - Math.max(0, ...bare.map((one) => likeness(light, one))));
  }

  /* How what each corner is like speaks for tiles in a cell (1), or against them (-1). An end tile covers half a cell. */
  function agreement(cell, tiles) {
    const covered = [-1, -1, -1, -1];
    for (const { kind, turn } of tiles) {
      for (const at of kind === "terminus" ? [turn / 90, (turn / 90 + 1) % 4] : [0, 1, 2, 3]) covered[at] = 1;
    }
    return cell.cornered.map((one, at) => one * covered[at]);
  }

  /* Where the tiles of some cells are sure, the others are read on the same ground; those sure then. */
  function readOnGround(all, cells, table, lit, hues) {
    const sure = cells.filter(isSure);
    for (const cell of cells) {
      if (!sure.some((one) => one !== cell)) continue;
      const near = groundNear(cell, sure);
      if (!isSure(cell) && likeness(cell.white, near) < 0.5) {
        cell.white = near;
        cell.ways = waysIn(all, cell, lit, hues);
      }
      cell.cornered = corneredBy(cell, near, table);
    }
    return cells.filter(isSure);
  }

  /* The ways of a cell with what its corners add to their worth, the likeliest first. */
  function weigh(cell) {
    for (const way of cell.ways) way.worth += (CORNERED * agreement(cell, way.tiles).reduce((sum, one) => sum + one)) / 4;
    cell.ways.sort((one, other) => other.worth - one.worth);
  }

  /* Whether so much of a cell is burnt out that nobody can tell what is printed there. */
  function isGlaring({ data, width }, { column, row }) {
    let burnt = 0;
    for (let y = row * UNIT; y < (row + 1) * UNIT; y += 1) {
      for (let at = 4 * (y * width + column * UNIT); at < 4 * (y * width + (column + 1) * UNIT); at += 4) {
        if (Math.min(data[at], data[at + 1], data[at + 2]) >= BURNT) burnt += 1;
      }
    }
    return burnt > GLARING * UNIT * UNIT;
  }

  /* ---- billabongs ---- */

  /* How much the middle of a cell is unlike its ground. */
  function middle({ data, across }, { column, row, white }) {
    let sum = 0;
    for (let y = GRID / 2 - 3; y < GRID / 2 + 3; y += 1) {
      for (let x = GRID / 2 - 3; x < GRID / 2 + 3; x += 1) {
        const at = 3 * ((row * GRID + y) * across + column * GRID + x);
        sum += Math.max(...white.map((part, one) => Math.abs(1 - data[at + one] / part)));
      }
    }
    return sum / 36;
  }

  /* A billabong has no colour, and no source says what it looks like. So one may lie where nothing coloured is clear, where the
     ground is that of a tile nearby and not the table's, and where something is in the middle of it. */
  function addPonds(all, cells, sure) {
    for (const cell of cells) {
      if (cell.ways[0].worth > CLEARLY) continue;
      const near = sure.filter((one) => far(one, cell) < NEAR);
      const ground = Math.max(0, ...near.map((one) => likeness(cell.white, one.white)));
      const unlike = ramp(middle(all, cell), 0.05, 0.25);
      cell.ways.push({ tiles: [{ kind: "billabong" }], worth: BARE + 0.3 * (Math.min(ground, unlike) - 0.5) });
    }
  }

  /* ---- the whole ---- */

  /* The cells of a picture with a border of one cell, each with its ground. */
  function cellsOf(all, columns, rows) {
    return Array.from({ length: columns * rows }, function (_, at) {
      const place = { column: (at % columns) + 1, row: Math.floor(at / columns) + 1 };
      return { ...place, ...groundOf(all, place.column, place.row), cornered: [0, 0, 0, 0] };
    });
  }

  function waysIn(all, cell, lit, hues) {
    looks(all, cell, cell.white, lit, hues);
    return waysOf();
  }

  const isSure = ({ ways }) => ways[0].worth > CLEARLY && ways[0].tiles.length === 1;

  /* How well some of the cells look like tiles, in the light in which they do best. */
  function worthOf(all, cells, hues) {
    const some = cells.filter((_, at) => (31 * at) % cells.length < SAMPLED);
    const worthIn = (lit) => some.reduce((sum, cell) => sum + waysIn(all, cell, lit, hues)[0].worth, 0) / some.length;
    return Math.max(...LIT.map(worthIn));
  }

  /* Everything in a picture read with so much of the ground's tint taken for light, as the rules voted on it. */
  function readIn(lit, all, columns, rows, hues) {
    const cells = cellsOf(all, columns, rows);
    for (const cell of cells) cell.ways = waysIn(all, cell, lit, hues);
    const sure = readOnGround(all, cells, tableRound(all, columns, rows), lit, hues);
    addPonds(all, cells, sure);
    cells.forEach(weigh);
    return { cells: cells, ...vote(cells.map((cell) => cell.ways), columns) };
  }

  const better = (one, other) => (other.worth > one.worth ? other : one);

  /* What a reading has in a cell. */
  function lyingAt({ cells, chosen, through }, at) {
    if (!(at in through)) return cells[at].ways[chosen[at]].tiles;
    return [{ kind: "billabong", through: through[at].map((pair) => pair.map((side) => NAMES[side])) }];
  }

  /* The reading of each cell, row by row: its tiles, what else may lie there, the likeliest first, and whether it is
     doubtful: a billabong always is, and so is what a glare or its corners speak against, or a reading in another light that
     is nearly as good. The picture has a border of one cell. How much of the tint is light is known by the whole board: in a
     wrong light a grey path is blue, and routes join or end. */
  function read(picture, columns, rows, hues) {
    const all = samples(picture, columns + 2, rows + 2);
    const readings = LIT.map((lit) => readIn(lit, all, columns, rows, hues));
    const best = readings.reduce(better);
    const near = readings.filter((one) => one !== best && one.worth > best.worth - NEARLY);
    return best.cells.map(function (cell, at) {
      const isPond = at in best.through;
      const tiles = lyingAt(best, at);
      const rivals = near.map((one) => lyingAt(one, at)).filter((one) => JSON.stringify(one) !== JSON.stringify(tiles));
      const others = cell.ways.filter((_, one) => one !== best.chosen[at]).map((way) => way.tiles);
      const isSpokenAgainst = Math.min(...agreement(cell, tiles)) < AGAINST || isGlaring(picture, cell) || rivals.length > 0;
      return {
        tiles: tiles,
        alone: cell.ways[0].tiles,
        ways: waysOn(tiles, [...rivals, ...others]),
        isClear: Boolean(best.isClear[at]) && !isPond,
        isDoubtful: isPond || !best.isClear[at] || isSpokenAgainst,
      };
    });
  }

  /* What a tapping finger is offered: the likeliest ways, from the one taken on; every way that routes may pass a billabong; then
     all shapes in the colour that is likeliest. */
  function waysOn(taken, others) {
    const isPond = (tiles) => tiles.length && tiles[0].kind === "billabong";
    const tiled = others.filter((tiles) => !isPond(tiles)).slice(0, FEWEST);
    const ponds = THROUGH.map((through) => [{ kind: "billabong", through: through }]);
    const { colour } = [taken, ...tiled].flat().find((tile) => tile.colour) || { colour: COLOURS[0] };
    const found = [taken, ...tiled.slice(0, 2), ...(isPond(taken) || !taken.length ? ponds : []), ...tiled.slice(2), [], ...ponds, ...shapesIn(colour)];
    const names = found.map((tiles) => JSON.stringify(tiles));
    return found.filter((_, at) => names.indexOf(names[at]) === at);
  }

  /* All tiles of a colour, then every two end tiles of which one has it. */
  function shapesIn(colour) {
    const end = (turn, ink) => ({ kind: "terminus", colour: ink, turn: turn });
    const others = (turn) => COLOURS.filter((other) => turn < 180 || other !== colour);
    const pairs = [0, 90, 180, 270].flatMap((turn) => others(turn).map((other) => [end(turn, colour), end((turn + 180) % 360, other)]));
    return [...TEMPLATES.map(({ kind, turn }) => [{ kind: kind, colour: colour, turn: turn }]), ...pairs];
  }

  /* The photo straightened by four corners and read: what keeps it from being read, or its cells. `hues` are those of this box
     where it was calibrated. */
  function readTable(picture, corners, columns, rows, hues = HUES) {
    const problem = fault(picture);
    return { problem: problem, cells: problem ? [] : read(straightened(picture, corners, columns, rows, UNIT, 1), columns, rows, hues) };
  }

  scope.tableReader = {
    HUES: HUES, KEPT_HUES: KEPT_HUES, UNIT: UNIT, COLOURS: COLOURS, apart: apart, knownHues: knownHues, drawn: drawn,
    strongestAt: strongestAt, taken: taken, straightened: straightened, projection: projection, fault: fault, gridOf: gridOf,
    against: against, faultyCells: faultyCells, readTable: readTable, shapesIn: shapesIn, STOCK: STOCK,
  };

  if (typeof WorkerGlobalScope !== "undefined" && scope instanceof WorkerGlobalScope) {
    scope.onmessage = function (event) {
      const { picture, corners, columns, rows, hues, fine } = event.data;
      if (!columns) return scope.postMessage({ grid: gridOf(picture, corners, hues) });
      const flat = straightened(picture, corners, columns, rows, fine);
      scope.postMessage({ flat: flat, ...readTable(picture, corners, columns, rows, hues) }, [flat.data.buffer]);
    };
  }
})(typeof self === "undefined" ? globalThis : self);
