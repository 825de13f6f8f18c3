import type { DecodeResult } from '../decode.ts';

export type ToChild = { readonly bytes: Uint8Array; readonly size: number };

export type FromChild =
  | { readonly kind: 'ready' }
  | { readonly kind: 'decoded'; readonly result: DecodeResult };

/** Exit status of a process that took more memory than a picture may. */
export const outOfMemory = 86;
