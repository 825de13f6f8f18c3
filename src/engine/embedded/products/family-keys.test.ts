import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../bench/support/generated-looks.ts';
import { createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { candidateKey } from '../ranking/candidate-key.ts';
import { packRows, readRows, type Rows } from '../rows/rows.ts';
import { layOutSections, readSections } from '../storage/sections.ts';
import { createFamilyKeys } from './family-keys.ts';

const createRows = (size: number): Rows => {
  const products = Array.from({ length: size }, (_, at) =>
    createProduct(`p${String(at).padStart(6, '0')}`, { groupId: `f${at % 3 === 1 ? at - 1 : at}` }),
  );
  const looks = Int32Array.from(products.keys());
  const { sections, parts } = layOutSections(packRows(products, looks));
  return readRows(readSections(Buffer.concat(parts), sections));
};

const familiesOf = ({ familyOf }: Rows, members: Uint32Array): Uint32Array =>
  members.map((row) => familyOf[row] ?? 0);

/** Each family by its best key, by definition. */
const rankFamilies = (
  { familyOf }: Rows,
  members: Uint32Array,
  units: Uint32Array,
  least: number,
  own: number,
) => {
  const best = new Map<number, number>();
  for (const [at, row] of members.entries()) {
    const [family, key] = [familyOf[row] ?? -1, candidateKey(units[at] ?? 0, row)];
    if (family !== own && (units[at] ?? 0) >= least)
      best.set(family, Math.min(key, best.get(family) ?? Infinity));
  }
  return [...best.values()].sort((a, b) => a - b);
};

describe('the best keys of families', () => {
  it.each([
    [300, 300],
    [5000, 5000],
    [5000, 4000],
  ])('are those of the definition for %i looks of which %i are in order', (size, orderedLooks) => {
    const draw = createRandom(7);
    const rows = { ...createRows(size), orderedLooks };
    const order = Uint32Array.from({ length: size }, (_, at) => at);
    // What live changes appended is in any order.
    const members = new Uint32Array([
      ...order.subarray(0, orderedLooks),
      ...order.subarray(orderedLooks).toReversed(),
    ]);
    const units = Uint32Array.from(members, () => Math.floor(draw() * 1000));
    const own = rows.familyOf[4] ?? -1;
    const passing = { members, pictures: members, families: familiesOf(rows, members), count: size };
    const families = createFamilyKeys(rows, passing, 200, own);
    for (let from = 0; from < size; from += 512) families.add(units, 300, from, Math.min(size, from + 512));
    expect([...families.take()]).toEqual(rankFamilies(rows, members, units, 300, own).slice(0, 200));
  });

  it('are none where nothing scores enough', () => {
    const rows = createRows(20);
    const members = Uint32Array.from({ length: 20 }, (_, at) => at);
    const passing = { members, pictures: members, families: familiesOf(rows, members), count: 20 };
    const families = createFamilyKeys(rows, passing, 5, -1);
    families.add(new Uint32Array(20), 1, 0, 20);
    expect(families.take()).toHaveLength(0);
  });
});
