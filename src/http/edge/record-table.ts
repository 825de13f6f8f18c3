const smallest = 1 << 10;

/** Records with one hash that are compared at most. One is usual; a record behind them is not found, and makes room. */
const maximumCompared = 16;

/**
 * Places by hash, outside of the collected heap: a map of a hundred thousand entries is visited by every collection, and
 * stops the service when it grows. Two records may have one hash, so whoever looks for one compares what it finds.
 */
export class RecordTable {
  #hashes = new Uint32Array(smallest);
  /** Plus 1; 0: free. */
  #places = new Uint32Array(smallest);
  #size = 0;

  /** The first place with this hash for which `isIt` holds; -1: there is none. */
  find(hash: number, isIt: (place: number) => boolean): number {
    const mask = this.#places.length - 1;
    let compared = 0;
    for (let slot = hash & mask; compared < maximumCompared; slot = (slot + 1) & mask) {
      const place = this.#places[slot] ?? 0;
      if (place === 0) return -1;
      if (this.#hashes[slot] !== hash) continue;
      if (isIt(place - 1)) return place - 1;
      compared += 1;
    }
    return -1;
  }

  add(hash: number, place: number): void {
    // At most half of the slots are used, so that a free one is near.
    if (this.#size * 2 >= this.#places.length) this.#widen();
    const slot = this.#findSlot(hash, -1);
    this.#hashes[slot] = hash;
    this.#places[slot] = place + 1;
    this.#size += 1;
  }

  /** A record went from one place to another. */
  move(hash: number, from: number, to: number): void {
    this.#places[this.#findSlot(hash, from)] = to + 1;
  }

  /** Entries behind it move up, so that no search ends too early. */
  remove(hash: number, place: number): void {
    const mask = this.#places.length - 1;
    let hole = this.#findSlot(hash, place);
    for (let slot = (hole + 1) & mask; this.#places[slot] !== 0; slot = (slot + 1) & mask) {
      const home = (this.#hashes[slot] ?? 0) & mask;
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      this.#hashes[hole] = this.#hashes[slot] ?? 0;
      this.#places[hole] = this.#places[slot] ?? 0;
      hole = slot;
    }
    this.#places[hole] = 0;
    this.#size -= 1;
  }

  /** The slot of this place; -1: the first free slot. */
  #findSlot(hash: number, place: number): number {
    const mask = this.#places.length - 1;
    let slot = hash & mask;
    while (this.#places[slot] !== place + 1) slot = (slot + 1) & mask;
    return slot;
  }

  #widen(): void {
    const [hashes, places] = [this.#hashes, this.#places];
    this.#hashes = new Uint32Array(hashes.length * 2);
    this.#places = new Uint32Array(hashes.length * 2);
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      if (place === 0) continue;
      const slot = this.#findSlot(hashes[at] ?? 0, -1);
      this.#hashes[slot] = hashes[at] ?? 0;
      this.#places[slot] = place;
    }
  }
}
