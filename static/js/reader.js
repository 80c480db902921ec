/* Reads the tiles of Down Under off a straightened photo. Pure functions: a worker calls `read`, tests call the parts.

   A picture is {data, width, height}, RGBA, each cell UNIT dots wide. A tile is {kind, colour, turn}; a way is what may lie
   in a cell: a list of no, one or two tiles, with its worth. A cell is looked at on its own first: a template of every tile
   is moved about over it. Then the rules vote: no chain joins two colours, a colour has one route, the box has so many tiles. */
(function (scope) {
  "use strict";
  const UNIT = 40;
  const GRID = 20; // Samples along the side of a cell, each the mean of four dots.
  const REACH = 3; // How many samples a tile may lie out of line.
  const WIDE = GRID + 2 * REACH;
  const COLOURS = ["red", "yellow", "green", "blue"];
  const HUES = [354, 44, 140, 214];
  const HUE_REACH = 46;
  const STOCK = { straight: 7, curve: 9, terminus: 2 };
  const BARE = 0.34; // The worth of an empty cell: a tile has to look better than this.
  const CLEAR = 0.1; // By how much a reading has to be better than the next best, not to be asked about.
  const TOLD = 0.45; // The vote can speak for nothing that looks worse than this.
  const SWEEPS = 3;
  const FEWEST = 8; // Ways kept for a cell.
  const FEWEST_SAMPLES = 12; // With fewer of a colour in a cell, no tile of that colour lies there.
  const THROUGH = [[["N", "S"], ["E", "W"]], [["N", "E"], ["S", "W"]], [["N", "W"], ["E", "S"]]];
  const VOTE = { mixed: 0.5, apart: 0.16, beyond: 0.3, alone: 0.12 };

  const DARKEST = 22; // Of 255, the mean of a photo.
  const SOFTEST = 0.12; // Of all shades there are: the strongest edges of a photo that is sharp enough.
  const FAINTEST = 20000;

  const clamp = (value) => Math.min(1, Math.max(0, value));
  const ramp = (value, low, high) => clamp((value - low) / (high - low));

  /* ---- straightened ---- */

  /* The projection of the unit square onto four corners: it finds each point of the result in the photo. */
  function projection([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
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

  /* The part of a picture between four corners, given in dots, as a rectangle. */
  function straightened(picture, corners, width, height) {
    const found = projection(corners);
    const result = { data: new Uint8ClampedArray(4 * width * height), width: width, height: height };
    const read = new Uint32Array(picture.data.buffer);
    const written = new Uint32Array(result.data.buffer);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const [px, py] = found((x + 0.5) / width, (y + 0.5) / height);
        if (px >= 0 && py >= 0 && px < picture.width && py < picture.height) {
          written[y * width + x] = read[(py | 0) * picture.width + (px | 0)];
        }
      }
    }
    return result;
  }

  /* ---- the photo as a whole ---- */

  const grey = (picture, at) => 0.3 * picture.data[4 * at] + 0.6 * picture.data[4 * at + 1] + 0.1 * picture.data[4 * at + 2];

  /* What keeps a photo from being read: "dark", "blurred", or nothing. A sharp one has edges that are over within two dots. */
  function fault(picture) {
    const count = Math.floor((picture.width * picture.height - 2) / 3);
    const [shades, steps] = [new Float32Array(count), new Float32Array(count)];
    for (let at = 0; at < count; at += 1) {
      shades[at] = grey(picture, 3 * at);
      steps[at] = Math.abs(shades[at] - grey(picture, 3 * at + 2));
    }
    if (shades.reduce((sum, one) => sum + one, 0) / count < DARKEST) return "dark";
    shades.sort();
    steps.sort();
    const part = (sorted, share) => sorted[Math.floor(share * count)];
    return part(steps, 0.995) < SOFTEST * (part(shades, 0.98) - part(shades, 0.02)) ? "blurred" : "";
  }

  /* The strongest corner within reach of a place, in dots; the place itself where there is none. After Shi and Tomasi: how
     much the picture changes in every direction. */
  function nearestCorner(picture, x, y, reach) {
    let best = { worth: FAINTEST, x: x, y: y };
    const slope = (at, step) => grey(picture, at + step) - grey(picture, at - step);
    for (let down = -reach; down <= reach; down += 1) {
      for (let across = -reach; across <= reach; across += 1) {
        const [px, py] = [Math.round(x) + across, Math.round(y) + down];
        if (px < 4 || py < 4 || px > picture.width - 5 || py > picture.height - 5) continue;
        let [xx, yy, xy] = [0, 0, 0];
        for (let dot = 0; dot < 49; dot += 1) {
          const at = (py + Math.floor(dot / 7) - 3) * picture.width + px + (dot % 7) - 3;
          const [dx, dy] = [slope(at, 1), slope(at, picture.width)];
          xx += dx * dx;
          yy += dy * dy;
          xy += dx * dy;
        }
        const least = (xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy);
        const worth = least * (1 - (0.5 * Math.hypot(across, down)) / reach);
        if (worth > best.worth) best = { worth: worth, x: px, y: py };
      }
    }
    return [best.x, best.y];
  }

  /* ---- how many columns and rows ---- */

  const FLAT = 360;
  const LINES = { least: 2, most: 14 };
  const HARMONICS = 4;
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

  /* How strongly a profile repeats itself so many times: its waves of that number and of its multiples. */
  function repeats(profile, times) {
    let sum = 0;
    for (let wave = times; wave <= HARMONICS * times; wave += times) {
      let [real, imaginary] = [0, 0];
      for (let at = 0; at < FLAT; at += 1) {
        real += profile[at] * Math.cos((2 * Math.PI * wave * at) / FLAT);
        imaginary += profile[at] * Math.sin((2 * Math.PI * wave * at) / FLAT);
      }
      sum += Math.hypot(real, imaginary);
    }
    return sum;
  }

  const length = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

  /* The columns and rows that the picture between four corners is likeliest to show: cells are square, tiles repeat. */
  function gridOf(picture, corners) {
    const counts = Array.from({ length: LINES.most - LINES.least + 1 }, (_, at) => at + LINES.least);
    const worths = profiles(straightened(picture, corners, FLAT, FLAT)).map(function (profile) {
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

  /* Hue in degrees and saturation of a colour given as parts of the white it lies in. */
  function hueOf(red, green, blue) {
    const most = Math.max(red, green, blue);
    const range = most - Math.min(red, green, blue);
    if (most <= 0 || range === 0) return [0, 0];
    let hue = 0;
    if (most === red) hue = (green - blue) / range;
    else if (most === green) hue = 2 + (blue - red) / range;
    else hue = 4 + (red - green) / range;
    return [(60 * hue + 360) % 360, range / most];
  }

  const apart = (one, other) => Math.abs(((one - other + 540) % 360) - 180);

  /* The samples of the whole picture: the mean of two by two dots, as three numbers each. */
  function samples(picture, columns, rows) {
    const [across, down] = [columns * GRID, rows * GRID];
    const found = new Float32Array(3 * across * down);
    const step = UNIT / GRID;
    for (let y = 0; y < down; y += 1) {
      for (let x = 0; x < across; x += 1) {
        for (let part = 0; part < 3; part += 1) {
          let sum = 0;
          for (let dot = 0; dot < step * step; dot += 1) {
            const at = (y * step + Math.floor(dot / step)) * picture.width + x * step + (dot % step);
            sum += picture.data[4 * at + part];
          }
          found[3 * (y * across + x) + part] = sum / (step * step);
        }
      }
    }
    return { data: found, across: across, down: down };
  }

  /* The light in a cell: what its bright samples have in common is the bare tile, or the table where there is none. */
  function light(all, column, row) {
    const places = [];
    const lumas = new Float32Array(GRID * GRID);
    for (let at = 0; at < GRID * GRID; at += 1) {
      places.push(3 * ((row * GRID + Math.floor(at / GRID)) * all.across + column * GRID + (at % GRID)));
      lumas[at] = all.data[places[at]] + all.data[places[at] + 1] + all.data[places[at] + 2];
    }
    const sorted = lumas.slice().sort();
    const [dark, glaring] = [sorted[Math.floor(0.7 * lumas.length)], sorted[Math.floor(0.95 * lumas.length)]];
    const bright = places.filter((_, at) => lumas[at] >= dark && lumas[at] <= glaring);
    return [0, 1, 2].map((part) => Math.max(1, bright.reduce((sum, at) => sum + all.data[at + part], 0) / bright.length));
  }

  /* How much each sample in and around a cell looks like each colour, and like grey, in its light. */
  function looks(all, column, row, hues) {
    const white = light(all, column, row);
    const maps = [...COLOURS, "grey"].map(() => new Float32Array(WIDE * WIDE));
    for (let y = 0; y < WIDE; y += 1) {
      const top = Math.min(all.down - 1, Math.max(0, row * GRID + y - REACH));
      for (let x = 0; x < WIDE; x += 1) {
        const left = Math.min(all.across - 1, Math.max(0, column * GRID + x - REACH));
        const at = 3 * (top * all.across + left);
        const [red, green, blue] = [all.data[at] / white[0], all.data[at + 1] / white[1], all.data[at + 2] / white[2]];
        const most = Math.max(red, green, blue);
        const strong = most > 0 ? ramp(1 - Math.min(red, green, blue) / most, 0.14, 0.36) : 0;
        const here = y * WIDE + x;
        maps[COLOURS.length][here] = (1 - strong) * (1 - ramp((red + green + blue) / 3, 0.66, 0.88));
        if (strong === 0) continue;
        const hue = hueOf(red, green, blue)[0];
        for (let one = 0; one < COLOURS.length; one += 1) {
          maps[one][here] = strong * clamp(1.4 - apart(hue, hues[one]) / (HUE_REACH / 1.4));
        }
      }
    }
    return { maps: maps, white: white };
  }

  /* The hue of the most saturated tenth of a cell: with it a box of other colours is calibrated. */
  function strongest(all, column, row) {
    const white = light(all, column, row);
    const found = [];
    for (let at = 0; at < GRID * GRID; at += 1) {
      const place = 3 * ((row * GRID + Math.floor(at / GRID)) * all.across + column * GRID + (at % GRID));
      found.push(hueOf(...[0, 1, 2].map((part) => all.data[place + part] / white[part])));
    }
    found.sort((one, other) => other[1] - one[1]);
    const most = found.slice(0, found.length / 10).map((one) => (one[0] * Math.PI) / 180);
    const turn = Math.atan2(most.reduce((sum, one) => sum + Math.sin(one), 0), most.reduce((sum, one) => sum + Math.cos(one), 0));
    return Math.round(((turn * 180) / Math.PI + 360) % 360);
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
    return { kind: kind, turn: turn, on: on, grey: grey, off: off };
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

  /* How well a tile of a colour explains what is seen: 1 where its paths are there and nothing else is. Every second place
     is tried, then those around the best. */
  function worth(maps, tile, colour) {
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

  /* What may lie in a cell, the likeliest first. */
  function waysOf(maps) {
    const found = [{ tiles: [], worth: BARE }];
    const ends = [];
    for (let colour = 0; colour < COLOURS.length; colour += 1) {
      if (maps[colour].reduce((sum, one) => sum + one, 0) < FEWEST_SAMPLES) continue;
      for (const one of TEMPLATES) {
        const way = {
          tiles: [{ kind: one.kind, colour: COLOURS[colour], turn: one.turn }],
          worth: worth(maps, one, colour) - (one.kind === "terminus" ? 0.04 : 0),
        };
        found.push(way);
        if (one.kind === "terminus") ends.push(way);
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

  const SIDES = { straight: [[0, 2], [3, 1]], curve: [[0, 1], [2, 3]], terminus: [[0], [3, 1]] };

  /* The paths of a tile: the sides each joins (0 north, clockwise), the coloured one first. */
  function paths(tile) {
    return SIDES[tile.kind].map((path) => path.map((side) => (side + tile.turn / 90) % 4));
  }

  function rootOf(parents, at) {
    let root = at;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]];
    return root;
  }

  /* What speaks against a board: chains of two colours, colours in more than one chain, more tiles than the box has, and
     tiles that touch no other. `lying` is the list of tiles of each cell, row by row. */
  function against(lying, columns) {
    const parents = Int16Array.from({ length: 4 * lying.length }, (_, at) => at);
    const has = new Uint8Array(4 * lying.length);
    const stock = {};
    let beyond = 0;
    lying.forEach(function (tiles, cell) {
      for (const tile of tiles) {
        const name = tile.kind + tile.colour;
        stock[name] = (stock[name] || 0) + 1;
        if (stock[name] > STOCK[tile.kind]) beyond += 1;
        for (const path of paths(tile)) {
          for (const side of path) has[4 * cell + side] = 1;
          if (path.length > 1) parents[rootOf(parents, 4 * cell + path[0])] = rootOf(parents, 4 * cell + path[1]);
        }
      }
    });
    for (let cell = 0; cell < lying.length; cell += 1) {
      const east = 4 * (cell + 1) + 3;
      if ((cell + 1) % columns && has[4 * cell + 1] && has[east]) parents[rootOf(parents, 4 * cell + 1)] = rootOf(parents, east);
      const south = 4 * (cell + columns);
      if (south < has.length && has[4 * cell + 2] && has[south]) parents[rootOf(parents, 4 * cell + 2)] = rootOf(parents, south);
    }
    const chains = new Map();
    lying.forEach((tiles, cell) => tiles.forEach(function (tile) {
      const root = rootOf(parents, 4 * cell + paths(tile)[0][0]);
      chains.set(root, (chains.get(root) || new Set()).add(tile.colour));
    }));
    let [mixed, coloured] = [0, 0];
    const seen = new Set();
    for (const colours of chains.values()) {
      mixed += colours.size - 1;
      coloured += colours.size;
      for (const colour of colours) seen.add(colour);
    }
    const alone = lying.filter((tiles, cell) => tiles.length && !near(cell, columns, lying.length).some((at) => lying[at].length));
    return { mixed: mixed, apart: coloured - seen.size, beyond: beyond, alone: alone.length };
  }

  function near(cell, columns, length) {
    const found = [];
    for (const down of [-1, 0, 1]) {
      for (const across of [-1, 0, 1]) {
        const [column, at] = [(cell % columns) + across, cell + down * columns + across];
        if (at !== cell && column >= 0 && column < columns && at >= 0 && at < length) found.push(at);
      }
    }
    return found;
  }

  /* The way chosen in each cell, and by how much it is better than the best other one there. Where nothing else comes near,
     nobody is asked. */
  function vote(ways, columns) {
    const likely = ways.map((found) => found.filter((way, at) => at < FEWEST && way.worth > found[0].worth - TOLD));
    const chosen = ways.map(() => 0);
    const lying = ways.map((found) => found[0].tiles);
    const clear = ways.map(() => 1);
    const margin = (cell) => likely[cell][0].worth - likely[cell][1].worth;
    const open = [...likely.keys()].filter((cell) => likely[cell].length > 1);
    open.sort((one, other) => margin(one) - margin(other));
    for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
      for (const cell of open) {
        const worths = likely[cell].map(function (way) {
          lying[cell] = way.tiles;
          const faults = against(lying, columns);
          return Object.keys(VOTE).reduce((sum, name) => sum - VOTE[name] * faults[name], way.worth);
        });
        const best = Math.max(...worths);
        chosen[cell] = worths.indexOf(best);
        lying[cell] = likely[cell][chosen[cell]].tiles;
        clear[cell] = best - Math.max(...worths.filter((_, at) => at !== chosen[cell]));
      }
    }
    return { chosen: chosen, clear: clear };
  }

  /* ---- the whole ---- */

  /* The reading of each cell, row by row: its tiles, what else may lie there in the order of a tapping finger, and whether
     it is doubtful. `hues` are those of this box where it was calibrated. */
  function read(picture, columns, rows, hues) {
    const all = samples(picture, columns, rows);
    const [ways, seen] = [[], []];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        ways.push(waysOf(looks(all, column, row, hues || HUES).maps));
        seen.push(strongest(all, column, row));
      }
    }
    const { chosen, clear } = vote(ways, columns);
    return ways.map(function (found, cell) {
      const taken = found[chosen[cell]];
      return {
        tiles: taken.tiles,
        alone: found[0].tiles,
        ways: waysOn(found, taken),
        clear: clear[cell],
        hue: seen[cell],
        isDoubtful: clear[cell] < CLEAR,
      };
    });
  }

  /* What a tapping finger is offered: the likeliest ways, from the one taken on; in an empty cell billabongs too, which have no
     colour to be read by. */
  function waysOn(found, taken) {
    const [first, ...others] = [taken, ...found.filter((way) => way !== taken)].slice(0, 2 * FEWEST).map((way) => way.tiles);
    const ponds = first.length ? [] : THROUGH.map((through) => [{ kind: "billabong", through: through }]);
    return [first, ...others.slice(0, 2), ...ponds, ...others.slice(2)];
  }

  scope.tableReader = {
    COLOURS: COLOURS, HUES: HUES, UNIT: UNIT, straightened: straightened, fault: fault, nearestCorner: nearestCorner, gridOf: gridOf, hueOf: hueOf,
    looks: looks, samples: samples, waysOf: waysOf, against: against, vote: vote, read: read,
  };

  if (typeof WorkerGlobalScope !== "undefined" && scope instanceof WorkerGlobalScope) {
    scope.onmessage = function (event) {
      const { picture, corners, columns, rows, hues } = event.data;
      const flat = straightened(picture, corners, columns * UNIT, rows * UNIT);
      const problem = fault(picture);
      scope.postMessage({ flat: flat, problem: problem, cells: problem ? [] : read(flat, columns, rows, hues) });
    };
  }
})(typeof self === "undefined" ? globalThis : self);
