/**
 * One buffer from strings and serialised bytes, each copied once. Product records are serialised when a version
 * is published; decoding and encoding them for every answer would cost more than all other work.
 */
export const joinBytes = (parts: readonly (string | Uint8Array)[]): Buffer => {
  let size = 0;
  for (const part of parts) size += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength;
  const buffer = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') at += buffer.write(part, at);
    else {
      buffer.set(part, at);
      at += part.byteLength;
    }
  }
  return buffer;
};
