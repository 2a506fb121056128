/**
 * The digest SHA-256 (FIPS 180-4), for pages on plain http: there browsers offer none.
 */

/** @type {number[]} */
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) {
  if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
}
/** @param {number} root  The first 32 bits behind the point. No root comes near enough to a whole one to matter. */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes  Returns them with the end mark and length, as 32-bit words. */
function padded(bytes) {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, n) => {
    words[n >> 2] |= byte << (24 - (n % 4) * 8);
  });
  words[bytes.length >> 2] |= 0x80 << (24 - (bytes.length % 4) * 8);
  words[words.length - 2] = Math.floor(bytes.length / 2 ** 29);
  words[words.length - 1] = bytes.length << 3;
  return words;
}

/** @param {number[]} state @param {Int32Array} block */
function mix(state, block) {
  const words = Array.from(block);
  for (let n = 16; n < 64; n += 1) {
    const [early, late] = [words[n - 15], words[n - 2]];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[n] = (words[n - 16] + first + words[n - 7] + second) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n += 1) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[n] + words[n]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]) | 0);
}

/** @param {string} text  Returns the digest of its UTF-8 bytes, 64 hexadecimal digits. */
export const sha256 = (text) => sha256OfBytes(new TextEncoder().encode(text));

/** @param {Uint8Array} bytes  Returns their digest, 64 hexadecimal digits. */
export function sha256OfBytes(bytes) {
  const words = padded(bytes);
  let state = START;
  for (let n = 0; n < words.length; n += 16) state = mix(state, words.subarray(n, n + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
