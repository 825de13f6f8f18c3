const tableBits = 18;
const mask = (1 << tableBits) - 1;
/** A key is counted in so many places; the lowest of their counts is nearest to the truth. */
const places = 4;
const highestCount = 15;
/** After so many counts all of them are halved: what was asked for long ago counts less. */
const countsPerHalving = 1 << 18;

/** How often keys were asked for lately, by their hashes, in little memory. Counts may be too high, seldom and by little. */
export class FrequencySketch {
  readonly #counts = new Uint8Array(1 << tableBits);
  #counted = 0;

  estimate(hash: number): number {
    let lowest = highestCount;
    for (let place = 0; place < places; place += 1) {
      const count = this.#counts[slotOf(hash, place)] ?? 0;
      if (count < lowest) lowest = count;
    }
    return lowest;
  }

  add(hash: number): void {
    for (let place = 0; place < places; place += 1) {
      const slot = slotOf(hash, place);
      const count = this.#counts[slot] ?? 0;
      if (count < highestCount) this.#counts[slot] = count + 1;
    }
    this.#counted += 1;
    if (this.#counted === countsPerHalving) this.#halve();
  }

  #halve(): void {
    for (let slot = 0; slot < this.#counts.length; slot += 1)
      this.#counts[slot] = (this.#counts[slot] ?? 0) >>> 1;
    this.#counted = 0;
  }
}

const factors = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;

const slotOf = (hash: number, place: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 15), factors[place] ?? 1);
  return (mixed ^ (mixed >>> 13)) & mask;
};
