import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLayeredMap, type LayeredMap } from './layered-map.ts';

const batches = fc.array(fc.array(fc.tuple(fc.nat(40), fc.nat(1000)), { maxLength: 8 }), { maxLength: 30 });

describe('a layered map', () => {
  it('is like a map that is copied with every batch, and leaves the maps before as they were', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const plain: Map<number, number>[] = [new Map<number, number>()];
        const layered: LayeredMap<number>[] = [createLayeredMap()];
        for (const batch of all) {
          plain.push(new Map([...(plain.at(-1) ?? []), ...batch]));
          layered.push((layered.at(-1) ?? createLayeredMap<number>()).add(new Map(batch)));
        }
        plain.forEach((expected, index) => {
          const map = layered[index];
          expect(new Map([...(map?.entries() ?? [])].sort(([a], [b]) => a - b))).toEqual(
            new Map([...expected].sort(([a], [b]) => a - b)),
          );
          for (let row = 0; row <= 40; row += 1) expect(map?.get(row)).toBe(expected.get(row));
        });
      }),
    );
  });
});
