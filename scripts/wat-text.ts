/* Pieces of WebAssembly text. */

export const get = (name: string): string => `(local.get $${name})`;
export const set = (name: string, value: string): string => `(local.set $${name} ${value})`;
export const add = (a: string, b: string): string => `(i32.add ${a} ${b})`;
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Sums of neighbouring lanes of both: two rounds turn four vectors of four lanes into one vector of their sums. */
export const addPairs = (type: 'i32x4' | 'f32x4', a: string, b: string): string =>
  `(${type}.add (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 ${a} ${b})
              (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 ${a} ${b}))`;

/** The four floats of a vector, joined by an instruction such as f32.add. */
export const joinLanes = (instruction: string, vector: string): string =>
  range(4)
    .map((lane) => `(f32x4.extract_lane ${lane} ${vector})`)
    .reduce((a, b) => `(${instruction} ${a} ${b})`);
