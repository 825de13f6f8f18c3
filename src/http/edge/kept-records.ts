import { createKeyHash } from './key-hash.ts';
import { RecordTable } from './record-table.ts';

/*
 * Records of bytes by owner and key, in pieces of memory that are used again and again. Nothing of them is on the
 * collected heap. They are written one behind the other, piece after piece; once all pieces are full, the next one
 * is cleaned: records that were found since the last time stay, the others make room. So room is made in steps of one
 * piece, a tenth of a millisecond each.
 *
 *     words: hash, owner, units, kind and mark, length of the key, length of the value │ key (UTF-16) │ value
 */

const unitBytes = 16;
const wordsPerUnit = unitBytes / 4;
const headerWords = 6;
const headerBytes = headerWords * 4;
const word = { hash: 0, owner: 1, units: 2, kind: 3, keyLength: 4, valueBytes: 5 } as const;

/** Added to the kind of a record that was found. */
const foundMark = 0x100;

/** Of a record that was taken out. No owner has it. */
const nobody = 0;

const largestPiece = 1 << 20;
const smallestPiece = 16 << 10;

/** So many pieces are cleaned for one record; then the next one is emptied, whatever was found in it. */
const maximumCleaned = 4;

/** The value of a record. Valid until something is added. */
export type RecordValue = { readonly bytes: Buffer; readonly start: number; readonly end: number };

type Piece = {
  readonly bytes: Buffer;
  readonly words: Uint32Array;
  readonly units: Uint16Array;
  end: number;
};

type Eviction = { readonly owner: number; readonly kind: number; readonly bytes: number };

type RecordNeeds = {
  /** Records of an owner that is not alive make room like those that nobody found. */
  readonly isAlive: (owner: number, kind: number) => boolean;
  readonly onEvicted: (eviction: Eviction) => void;
};

export class KeptRecords {
  readonly #needs: RecordNeeds;
  readonly #table = new RecordTable();
  readonly #pieces: Piece[] = [];
  readonly #maximumPieces: number;
  readonly #pieceBits: number;
  #current = -1;
  /** The key that was hashed last. */
  #last = { owner: nobody, key: '', hash: 0 };
  readonly #hashKey = createKeyHash();

  constructor(maximumBytes: number, needs: RecordNeeds) {
    this.#needs = needs;
    let pieceBytes = largestPiece;
    while (pieceBytes > smallestPiece && pieceBytes > maximumBytes / 8) pieceBytes /= 2;
    this.#pieceBits = Math.log2(pieceBytes / unitBytes);
    // A place is a number of 32 bits.
    this.#maximumPieces = Math.min(Math.floor(maximumBytes / pieceBytes), 2 ** (32 - this.#pieceBits) - 1);
  }

  /** What a record takes. */
  sizeOf(keyLength: number, valueBytes: number): number {
    return Math.ceil((headerBytes + 2 * keyLength + valueBytes) / unitBytes) * unitBytes;
  }

  fits(keyLength: number, valueBytes: number): boolean {
    return this.#maximumPieces > 0 && this.sizeOf(keyLength, valueBytes) <= unitBytes << this.#pieceBits;
  }

  /** Where the record is, and marks it as found; -1: there is none. Valid until something is added. */
  find(owner: number, key: string): number {
    const place = this.#table.find(this.hashOf(owner, key), (at) => this.#isRecord(at, owner, key));
    if (place >= 0) this.#mark(place);
    return place;
  }

  valueAt(place: number): RecordValue {
    const { piece, base } = this.#locate(place);
    const start = base * 4 + headerBytes + 2 * (piece.words[base + word.keyLength] ?? 0);
    return { bytes: piece.bytes, start, end: start + (piece.words[base + word.valueBytes] ?? 0) };
  }

  hashAt(place: number): number {
    const { piece, base } = this.#locate(place);
    return piece.words[base + word.hash] ?? 0;
  }

  /** A key is looked for, and then added. */
  hashOf(owner: number, key: string): number {
    const { owner: lastOwner, key: lastKey, hash } = this.#last;
    if (key === lastKey && owner === lastOwner) return hash;
    this.#last = { owner, key, hash: this.#hashKey(owner, key) };
    return this.#last.hash;
  }

  /** Room for the value of a new record, to be filled at once. The record must fit, and there must be none with this key. */
  add(owner: number, kind: number, key: string, valueBytes: number): RecordValue {
    const units = this.sizeOf(key.length, valueBytes) / unitBytes;
    const piece = this.#findRoom(units);
    const place = (this.#current << this.#pieceBits) + piece.end;
    const base = piece.end * wordsPerUnit;
    const hash = this.hashOf(owner, key);
    piece.words.set([hash, owner, units, kind, key.length, valueBytes], base);
    const keyStart = (base + headerWords) * 2;
    for (let at = 0; at < key.length; at += 1) piece.units[keyStart + at] = key.charCodeAt(at);
    piece.end += units;
    this.#table.add(hash, place >>> 0);
    return this.valueAt(place >>> 0);
  }

  #locate(place: number): { readonly piece: Piece; readonly base: number } {
    const piece = this.#pieces[place >>> this.#pieceBits];
    if (piece === undefined) throw new Error('There is no such record.');
    return { piece, base: (place & ((1 << this.#pieceBits) - 1)) * wordsPerUnit };
  }

  #isRecord(place: number, owner: number, key: string): boolean {
    const { piece, base } = this.#locate(place);
    if (piece.words[base + word.owner] !== owner || piece.words[base + word.keyLength] !== key.length)
      return false;
    const keyStart = (base + headerWords) * 2;
    for (let at = 0; at < key.length; at += 1)
      if (piece.units[keyStart + at] !== key.charCodeAt(at)) return false;
    return true;
  }

  #mark(place: number): void {
    const { piece, base } = this.#locate(place);
    piece.words[base + word.kind] = (piece.words[base + word.kind] ?? 0) | foundMark;
  }

  /** The current piece, with room for so many units at its end. */
  #findRoom(units: number): Piece {
    const capacity = 1 << this.#pieceBits;
    const current = this.#pieces[this.#current];
    if (current !== undefined && current.end + units <= capacity) return current;
    for (let cleaned = 0; ; cleaned += 1) {
      const piece = this.#pieces.length < this.#maximumPieces ? this.#addPiece() : this.#cleanNext(cleaned);
      if (piece.end + units <= capacity) return piece;
    }
  }

  #addPiece(): Piece {
    // Shared memory does not count as memory of the heap: a full collection would run for each new piece.
    const buffer = new SharedArrayBuffer(unitBytes << this.#pieceBits);
    const piece = {
      bytes: Buffer.from(buffer),
      words: new Uint32Array(buffer),
      units: new Uint16Array(buffer),
      end: 0,
    };
    this.#current = this.#pieces.push(piece) - 1;
    return piece;
  }

  #cleanNext(cleaned: number): Piece {
    this.#current = (this.#current + 1) % this.#pieces.length;
    const { piece } = this.#locate((this.#current << this.#pieceBits) >>> 0);
    this.#clean(piece, (this.#current << this.#pieceBits) >>> 0, cleaned < maximumCleaned);
    return piece;
  }

  /** Moves the records that stay to the front. */
  #clean(piece: Piece, firstPlace: number, keepsFound: boolean): void {
    const { words, bytes } = piece;
    let to = 0;
    for (let [from, units] = [0, 0]; from < piece.end; from += units) {
      const base = from * wordsPerUnit;
      units = words[base + word.units] ?? 0;
      const [hash, owner] = [words[base + word.hash] ?? 0, words[base + word.owner] ?? 0];
      if (owner === nobody) continue;
      const marked = words[base + word.kind] ?? 0;
      const kind = marked & ~foundMark;
      if (keepsFound && marked !== kind && this.#needs.isAlive(owner, kind)) {
        words[base + word.kind] = kind;
        if (from !== to) {
          bytes.copyWithin(to * unitBytes, from * unitBytes, (from + units) * unitBytes);
          this.#table.move(hash, firstPlace + from, firstPlace + to);
        }
        to += units;
      } else {
        this.#table.remove(hash, firstPlace + from);
        this.#needs.onEvicted({ owner, kind, bytes: units * unitBytes });
      }
    }
    piece.end = to;
  }
}
