/* Two public packages, asked for rounds on one line and answering on another, so that only rounds are timed.
   Run where they are installed: node bench_simulation_rivals.js, then "blackjack 1000" or "baccarat 1000". */
const { createRequire } = require("module");
const { createInterface } = require("readline");

const installed = createRequire(process.cwd() + "/");
globalThis.self = globalThis; // the first package is built for a browser

const { Simulator } = installed("@blackjacktrainer/blackjack-simulator");
const { BaccaratGameEngine } = installed("baccarat-engine");

function blackjack(rounds) {
  // One flat stake at one position, 8 decks, basic strategy: its own default counts cards.
  const rules = { deckCount: 8, hitSoft17: false, allowLateSurrender: true };
  new Simulator({ ...rules, hands: rounds, playerStrategy: 1, playerSpots: [1], playerBetSpread: [1000] }).run();
}

const engine = new BaccaratGameEngine();

function baccarat(rounds) {
  for (let i = 0; i < rounds; i++) {
    if (engine.isBurnNeeded) {
      engine.shoe.cards = [];
      engine.shoe.createDecks();
      engine.shoe.shuffle();
      engine.burnCards();
    }
    engine.resultsEngine.calculateGameResult(engine.dealGame());
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [game, rounds] = line.split(" ");
  ({ blackjack, baccarat })[game](Number(rounds));
  console.log("done");
});
