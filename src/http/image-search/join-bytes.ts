import { createBodySlabs } from '../edge/body-slabs.ts';

/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const bytesPerUnit = 3;

/** Where answers are put together; grows with the largest one. */
let scratch = Buffer.allocUnsafeSlow(64 << 10);

/** Answers share large pieces of memory: one of its own for each would cost more than the copy. */
const answers = createBodySlabs();

const makeRoom = (used: number, more: number): void => {
  if (used + more <= scratch.length) return;
  const wider = Buffer.allocUnsafeSlow((used + more) * 2);
  scratch.copy(wider, 0, 0, used);
  scratch = wider;
};

/**
 * One buffer from strings and serialised bytes. Product records are serialised when a version is published; decoding and
 * encoding them for every answer would cost more than all other work. Strings are written without measuring them first.
 */
export const joinBytes = (parts: readonly (string | Uint8Array)[]): Buffer => {
  let size = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      makeRoom(size, part.length * bytesPerUnit);
      size += scratch.write(part, size);
    } else {
      makeRoom(size, part.byteLength);
      scratch.set(part, size);
      size += part.byteLength;
    }
  }
  return answers.add(scratch.subarray(0, size));
};
