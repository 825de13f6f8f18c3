/**
 * An immutable map by row. Adding entries shares the existing ones: they are kept in layers, newest first, each at
 * least twice as large as the one above it, so an entry is copied only log(n) times in all and a lookup visits log(n)
 * layers.
 */
export type LayeredMap<V> = {
  get(row: number): V | undefined;
  /** All entries, each row once. */
  entries(): Map<number, V>;
  add(entries: ReadonlyMap<number, V>): LayeredMap<V>;
};

export const createLayeredMap = <V>(layers: readonly ReadonlyMap<number, V>[] = []): LayeredMap<V> => ({
  get: (row) => layers.find((layer) => layer.has(row))?.get(row),
  entries: () => mergeLayers(layers),
  add: (entries) => {
    if (entries.size === 0) return createLayeredMap(layers);
    let count = 0;
    let size = entries.size;
    while (count < layers.length && (layers[count]?.size ?? 0) < 2 * size) {
      size += layers[count]?.size ?? 0;
      count += 1;
    }
    const top = count === 0 ? entries : mergeLayers([entries, ...layers.slice(0, count)]);
    return createLayeredMap([top, ...layers.slice(count)]);
  },
});

const mergeLayers = <V>(layers: readonly ReadonlyMap<number, V>[]): Map<number, V> => {
  const merged = new Map<number, V>();
  for (const layer of layers.toReversed()) for (const [row, value] of layer) merged.set(row, value);
  return merged;
};
