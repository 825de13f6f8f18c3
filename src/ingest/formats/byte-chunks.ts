/** The same bytes in chunks of at least `size` (the last may be smaller), so that each chunk can be inspected. */
export async function* rechunk(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    held.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    yield join(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield join(held);
}

/** The first bytes of a stream (at least `size` if there are that many), and the whole stream from its start. */
export const peek = async (bytes: AsyncIterable<Uint8Array>, size: number) => {
  const iterator = bytes[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (length < size && !isWhole) {
    const next = await iterator.next();
    if (next.done === true) isWhole = true;
    else {
      held.push(next.value);
      length += next.value.length;
    }
  }
  const head = Buffer.concat(held);
  return { head, isWhole, bytes: resume(head.length > 0 ? [head] : [], iterator) };
};

/** What was taken from a stream, and the rest of it. */
export async function* resume<T>(taken: readonly T[], iterator: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield* taken;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

const join = (pieces: readonly Uint8Array[]): Uint8Array => {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
};
