// The shuffle redone from its description alone, in another language and with another SHAKE-256 than the bot's.
// Standard input: a JSON list of {secret, players, dealer, kitty}; standard output: for each, its
// commitment, its hands and what lies apart.

const MASK = (1n << 64n) - 1n;
const rotate = (word, by) => ((word << by) | (word >> (64n - by))) & MASK;

// Keccak-f[1600] on 25 words of 64 bits, word x + 5 y (FIPS 202, section 3).
function permute(state) {
  let register = 1;
  for (let round = 0; round < 24; round++) {
    const column = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ state[x + y], 0n));
    for (let x = 0; x < 5; x++) {
      const parity = column[(x + 4) % 5] ^ rotate(column[(x + 1) % 5], 1n);
      for (let y = 0; y < 25; y += 5) state[x + y] ^= parity;
    }
    let [x, y, moving] = [1, 0, state[1]];
    for (let step = 0; step < 24; step++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const next = state[x + 5 * y];
      state[x + 5 * y] = rotate(moving, BigInt(((step + 1) * (step + 2) / 2) % 64));
      moving = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const old = state.slice(row, row + 5);
      for (let x = 0; x < 5; x++) state[row + x] = old[x] ^ (~old[(x + 1) % 5] & MASK & old[(x + 2) % 5]);
    }
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) state[0] ^= 1n << BigInt(2 ** bit - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
  }
}

// SHAKE-256 of fewer than 136 bytes, a byte at a time.
function* shake256(message) {
  const block = new Uint8Array(136);
  block.set(message);
  block[message.length] ^= 0x1f;
  block[135] ^= 0x80;
  const state = new Array(25).fill(0n);
  block.forEach((byte, at) => (state[at >> 3] ^= BigInt(byte) << BigInt(8 * (at & 7))));
  for (;;) {
    permute(state);
    for (let at = 0; at < 136; at++) yield Number((state[at >> 3] >> BigInt(8 * (at & 7))) & 255n);
  }
}

const LEFT_OUT = { 3: ["2D"], 4: [], 5: ["2D", "2C"] };

async function dealt({ secret, players, dealer, kitty }) {
  const bytes = Uint8Array.from(secret.match(/../g), (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const commitment = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const cards = [..."CDHS"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
  const deck = cards.filter((card) => kitty || !LEFT_OUT[players].includes(card));
  const stream = shake256(bytes);
  for (let i = deck.length - 1; i > 0; i--) {
    const m = i + 1;
    const t = 256 - (256 % m);
    let b = stream.next().value;
    while (b >= t) b = stream.next().value;
    [deck[i], deck[b % m]] = [deck[b % m], deck[i]];
  }
  const hands = Array.from({ length: players }, () => []);
  const apart = deck.splice(deck.length - (deck.length % players));
  deck.forEach((card, k) => hands[(dealer + 1 + k) % players].push(card));
  return { commitment, hands, apart };
}

let input = "";
for await (const chunk of process.stdin) input += chunk;
console.log(JSON.stringify(await Promise.all(JSON.parse(input).map(dealt))));
