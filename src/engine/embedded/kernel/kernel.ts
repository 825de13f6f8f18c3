import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The exports of assembly/kernel.ts, which says what they do and what each number is. */
export type Kernel = Readonly<
  Record<
    'scoreFloats' | 'scoreInt8' | 'multiplyInt8' | 'findAbove' | 'scoreBinary' | 'selectBest',
    (...numbers: number[]) => number
  >
>;

/** WebAssembly memory that threads share. */
export type SharedMemory = { readonly buffer: SharedArrayBuffer };

/** Types of the part of WebAssembly that is used here; the full types come only with those of a browser. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

const pageBytes = 65_536;

/** Bytes that WebAssembly can address. */
export const mostMemory = 2 ** 32 - pageBytes;

const module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, 'kernel.wasm')));

export const allocateMemory = (bytes: number): SharedMemory => {
  const pages = Math.max(1, Math.ceil(bytes / pageBytes));
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
};

export const openKernel = (memory: SharedMemory): Kernel =>
  new WebAssembly.Instance(module, { env: { memory } }).exports as Kernel;

/**
 * Fills a list from the `count`-th number on up to a multiple of 4, with a row that is in it. Returns how many numbers it then has; the list
 * has room for them.
 */
export const fillLast = (numbers: Uint32Array, count: number): number => {
  const padded = Math.ceil(count / 4) * 4;
  numbers.fill(numbers[count - 1] ?? 0, count, padded);
  return padded;
};
