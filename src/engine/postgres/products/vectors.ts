import type { PictureVectors } from '../../engine.ts';
import { rawSql } from '../../../postgres/sql.ts';

/* The vector of a row: looks, colour and title one after the other, as pgvector's `halfvec`. */

export const joinVectors = ({ looks, colour, title = new Float32Array() }: PictureVectors): Float32Array =>
  Float32Array.of(...looks, ...colour, ...title);

/** As text, for rows that are sent as JSON. */
export const formatVector = (numbers: Float32Array): string => `[${numbers.join(',')}]`;

/** Its binary form begins with the number of dimensions and two bytes that are not used. */
const headBytes = 4;

/** A parameter in pgvector's binary form. */
export const encodeVector = (numbers: Float32Array): Uint8Array => {
  const bytes = Buffer.alloc(headBytes + 2 * numbers.length);
  bytes.writeUInt16BE(numbers.length);
  bytes.set(new Uint8Array(Float16Array.from(numbers).buffer), headBytes);
  bytes.subarray(headBytes).swap16();
  return bytes;
};

/** The vector of a row in the same form. */
export const binaryFeatures = rawSql('halfvec_send(features)');

export const decodeVector = (sent: Uint8Array): Float32Array =>
  decodeVectors(sent, (sent.length - headBytes) / 2)[0] ?? new Float32Array();

/** Several of them, one after the other. They share their memory. A loop: `Float32Array.from` takes ten times as long. */
export const decodeVectors = (sent: Uint8Array, numbers: number): Float32Array[] => {
  const bytes = headBytes + 2 * numbers;
  const view = new DataView(sent.buffer, sent.byteOffset);
  const decoded = new Float32Array((sent.length / bytes) * numbers);
  for (let to = 0; to < decoded.length; to += 1) {
    const row = Math.floor(to / numbers);
    decoded[to] = view.getFloat16((row + 1) * headBytes + 2 * to);
  }
  return Array.from({ length: sent.length / bytes }, (_, row) =>
    decoded.subarray(row * numbers, (row + 1) * numbers),
  );
};
