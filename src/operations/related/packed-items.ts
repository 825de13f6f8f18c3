import type { RelatedItem } from './related-keywords-request.ts';

/*
 * Suggestions as JSON in few large pieces of memory, so that the lists of all patterns can be kept: as objects they would
 * take ten times as much, and the collector would visit each of them. A suggestion that is in several lists is stored
 * once. Its place is its first byte, counted through all pieces; the two bytes there are its length.
 */

const pieceBits = 20;
const pieceBytes = 1 << pieceBits;
const lengthBytes = 2;

/** `{"text":…,"displayText":…,"url":…` without the end, which differs between datasets. */
export const writeItem = ({ text, displayText, url }: Pick<RelatedItem, 'text' | 'displayText' | 'url'>) =>
  JSON.stringify({ text, displayText, url }).slice(0, -1);

/** The bytes from `start` to `end`. */
export type ItemBytes = { readonly bytes: Buffer; readonly start: number; readonly end: number };

/** Memory that may still be taken; shared by all boxes. */
export type ListBudget = { bytes: number };

type ItemStore = {
  /** The place of the item; -1: it is too large, or there is no room. */
  add(json: string): number;
  at(place: number): ItemBytes;
  /** Call when nothing more is added: forgets which items are equal. */
  seal(): void;
  readonly bytes: number;
};

export const createItemStore = (budget: ListBudget): ItemStore => {
  const pieces: Buffer[] = [];
  const places = new Map<string, number>();
  let end = pieceBytes;
  const store = (json: string): number => {
    const length = Buffer.byteLength(json);
    if (length >= 1 << (8 * lengthBytes)) return -1;
    if (end + lengthBytes + length > pieceBytes) {
      if (budget.bytes < pieceBytes) return -1;
      budget.bytes -= pieceBytes;
      pieces.push(Buffer.allocUnsafeSlow(pieceBytes));
      end = 0;
    }
    const piece = pieces.at(-1);
    const place = (pieces.length - 1) * pieceBytes + end;
    piece?.writeUInt16LE(length, end);
    piece?.write(json, end + lengthBytes);
    end += lengthBytes + length;
    return place;
  };
  return {
    add: (json) => {
      const known = places.get(json) ?? store(json);
      if (known >= 0) places.set(json, known);
      return known;
    },
    at: (place) => {
      const bytes = pieces[place >>> pieceBits];
      if (bytes === undefined) throw new RangeError(`There is no item at ${place}.`);
      const at = place & (pieceBytes - 1);
      const start = at + lengthBytes;
      return { bytes, start, end: start + bytes.readUInt16LE(at) };
    },
    seal: () => places.clear(),
    get bytes() {
      return pieces.length * pieceBytes;
    },
  };
};
