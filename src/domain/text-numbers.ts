/**
 * Texts that are numbered from 0 in the order in which they are added, each once. In typed arrays: a million identifiers take 40 MB. As
 * keys of a map they would take three times as much, all of it in memory that is collected.
 */
export const createTextNumbers = () => {
  let bytes = Buffer.alloc(1 << 10);
  /** Where each text ends in `bytes`. */
  let ends = new Float64Array(1 << 5);
  /** Numbers by hash; the next free place is taken. -1: free. */
  let slots = new Int32Array(1 << 6).fill(-1);
  let size = 0;
  const startOf = (number: number): number => (number === 0 ? 0 : (ends[number - 1] ?? 0));
  const findSlot = (start: number, end: number): number => {
    let hash = 0;
    for (let at = start; at < end; at += 1)
      hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01_00_01_93) ^ (hash >>> 15);
    let slot = hash & (slots.length - 1);
    for (let number = slots[slot] ?? -1; number >= 0; number = slots[slot] ?? -1) {
      const [from, to] = [startOf(number), ends[number] ?? 0];
      if (to - from === end - start && bytes.compare(bytes, from, to, start, end) === 0) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  };
  /** Writes the text behind all others; returns where it ends. */
  const write = (text: string): number => {
    const start = startOf(size);
    if (start + text.length * 3 > bytes.length) {
      // New memory is zero without being written to: what is not used takes none.
      const longer = Buffer.from(new ArrayBuffer(2 * bytes.length + text.length * 3));
      bytes.copy(longer, 0, 0, start);
      bytes = longer;
    }
    return start + bytes.write(text, start);
  };
  const grow = (): void => {
    const longer = new Float64Array(2 * ends.length);
    longer.set(ends);
    ends = longer;
    slots = new Int32Array(2 * slots.length).fill(-1);
    for (let number = 0; number < size; number += 1)
      slots[findSlot(startOf(number), ends[number] ?? 0)] = number;
  };
  return {
    get size() {
      return size;
    },
    /** Number of the text; -1: it was not added. */
    find: (text: string): number => slots[findSlot(startOf(size), write(text))] ?? -1,
    /** The same; a text that is new gets the next number. */
    add: (text: string): number => {
      if (size === ends.length) grow();
      const end = write(text);
      const slot = findSlot(startOf(size), end);
      const known = slots[slot] ?? -1;
      if (known >= 0) return known;
      slots[slot] = size;
      ends[size] = end;
      size += 1;
      return size - 1;
    },
    at: (number: number): string => bytes.toString('utf8', startOf(number), ends[number]),
  };
};
