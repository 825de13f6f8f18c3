/* Pieces of WebAssembly text. */

export const get = (name: string): string => `(local.get $${name})`;
export const set = (name: string, value: string): string => `(local.set $${name} ${value})`;
export const add = (a: string, b: string): string => `(i32.add ${a} ${b})`;
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
