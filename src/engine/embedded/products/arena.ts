/*
 * Memory for the arrays of one scan. An array of some hundred numbers takes a microsecond to allocate and more to collect, and
 * a scan needs a dozen. Here they lie one behind the other in memory that the next scan uses again; scans that run side by side
 * have their own. What does not fit is allocated.
 */

/** Arrays whose numbers are not set, until the arena is given back. */
export type Arena = {
  uint32(length: number): Uint32Array;
  float32(length: number): Float32Array;
  float64(length: number): Float64Array;
};

const arenaBytes = 1 << 17;
const alignment = 8;

type OwnArena = Arena & { clear(): void };

export const createArena = (): OwnArena => {
  const memory = new ArrayBuffer(arenaBytes);
  let used = 0;
  /** Takes so many bytes; -1: there is no room. */
  const place = (bytes: number): number => {
    const start = used;
    const end = start + Math.ceil(bytes / alignment) * alignment;
    if (end > arenaBytes) return -1;
    used = end;
    return start;
  };
  return {
    uint32: (length) => {
      const at = place(length * 4);
      return at < 0 ? new Uint32Array(length) : new Uint32Array(memory, at, length);
    },
    float32: (length) => {
      const at = place(length * 4);
      return at < 0 ? new Float32Array(length) : new Float32Array(memory, at, length);
    },
    float64: (length) => {
      const at = place(length * 8);
      return at < 0 ? new Float64Array(length) : new Float64Array(memory, at, length);
    },
    clear: () => {
      used = 0;
    },
  };
};

let free: OwnArena | null = null;

/** Gives an arena to `work`. Nothing of it may be used after that. */
export const withArena = async <T>(work: (arena: Arena) => Promise<T>): Promise<T> => {
  const arena = free ?? createArena();
  free = null;
  try {
    return await work(arena);
  } finally {
    arena.clear();
    free = arena;
  }
};
