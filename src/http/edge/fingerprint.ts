/*
 * 128 bits that differ for different bytes, for certain enough to tell answers apart: four lanes of 32 bits, as in MurmurHash3,
 * with the multiplications of xxHash. Each round changes the state reversibly, so a difference never gets lost by itself. It is no
 * cryptographic hash: someone who may choose all bytes of two answers can make them agree.
 */

const laneBytes = 16;
const [multiplier, spreader, finisher] = [0x9e3779b1 | 0, 0x85ebca77 | 0, 0xc2b2ae3d | 0];
const [first, second, third, fourth] = [0x24234428 | 0, multiplier, spreader, finisher];

const mix = (lane: number, word: number): number => {
  const sum = (lane + Math.imul(word, spreader)) | 0;
  return Math.imul((sum << 13) | (sum >>> 19), multiplier);
};

/** Every bit of the result depends on every bit of the lane. */
const finish = (lane: number): number => {
  const once = Math.imul(lane ^ (lane >>> 15), spreader);
  const twice = Math.imul(once ^ (once >>> 13), finisher);
  return twice ^ (twice >>> 16);
};

/** Used again by every call: the last bytes, filled up with zeros, and the result. */
const tail = new Uint8Array(laneBytes);
const tailWords = new Int32Array(tail.buffer);
const state = new Int32Array(laneBytes / Int32Array.BYTES_PER_ELEMENT);
const stateBytes = Buffer.from(state.buffer);

const addWords = (words: Int32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let at = 0; at < words.length; at += 4) {
    a = (mix(a, words[at] ?? 0) + b) | 0;
    b = (mix(b, words[at + 1] ?? 0) + c) | 0;
    c = (mix(c, words[at + 2] ?? 0) + d) | 0;
    d = (mix(d, words[at + 3] ?? 0) + a) | 0;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
};

/** Words must begin at a multiple of their size. */
const align = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % Int32Array.BYTES_PER_ELEMENT === 0 ? bytes : Uint8Array.from(bytes);

/** In base64url, 22 characters. */
export const fingerprint = (bytes: Uint8Array): string => {
  const whole = bytes.length - (bytes.length % laneBytes);
  const { buffer, byteOffset } = align(bytes);
  state[0] = first ^ bytes.length;
  state[1] = second;
  state[2] = third;
  state[3] = fourth;
  addWords(new Int32Array(buffer, byteOffset, whole / Int32Array.BYTES_PER_ELEMENT));
  tail.fill(0);
  for (let at = whole; at < bytes.length; at += 1) tail[at - whole] = bytes[at] ?? 0;
  // The zeros after it carry what its last lanes changed to all others.
  addWords(tailWords);
  tail.fill(0);
  addWords(tailWords);
  for (let lane = 0; lane < state.length; lane += 1) state[lane] = finish(state[lane] ?? 0);
  return stateBytes.toString('base64url');
};
