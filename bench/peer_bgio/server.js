// boardgame.io 0.50.2 as the peer of a measurement: one counter a seat, on this machine's loopback only.
// PORT=8100 STORE=flat FLAT_DIR=some/dir NP=310 node server.js   (or STORE=mem: nothing is kept)
if (process.env.NP === '310') {
  // Its file store in the version that does best with it.
  const Module = require('module');
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (name, ...rest) {
    return resolve.call(this, name === 'node-persist' ? 'np310' : name, ...rest);
  };
}
// It has no option for the address it listens on.
const net = require('net');
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (...given) {
  const isPort = (typeof given[0] === 'number' || typeof given[0] === 'string') && typeof given[1] !== 'string';
  return isPort
    ? listen.call(this, +given[0], '127.0.0.1', ...given.slice(1).filter(one => typeof one === 'function'))
    : listen.apply(this, given);
};
const { Server, FlatFile } = require('boardgame.io/server');
const { ActivePlayers } = require('boardgame.io/core');
const game = {
  name: 'scoring',
  disableUndo: true,
  setup: ({ ctx }) => ({ scores: Array(ctx.numPlayers).fill(0) }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { score: ({ G, playerID }, points) => { G.scores[+playerID] += points; } },
};
const kept = process.env.STORE === 'flat' ? { db: new FlatFile({ dir: process.env.FLAT_DIR, ttl: false }) } : {};
Server({ games: [game], origins: ['http://localhost:3000'], ...kept }).run({ port: +process.env.PORT });
