import { beforeAll, describe, expect, it } from 'vitest';
import { createLooksModel } from '../../../../bench/support/generated-looks.ts';
import { createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import { packRows, readRows, type Rows } from '../rows/rows.ts';
import { layOutSections, readSections } from '../storage/sections.ts';
import { type Vectors, vectorsInMemory } from '../vectors/vectors.ts';
import { createArena } from './arena.ts';
import { scanLooks } from './scan-looks.ts';
import { type ListedScores, scoreWhereNeeded, type ShownPlaces } from './score-where-needed.ts';

const shape = { looks: 96, colour: 0 };
const size = 16_400;
const weights = { looks: 1, colour: 0 };
const everyLook = Uint32Array.from({ length: size }, (_, at) => at);
const passingOf = (rows: Rows, count = size) => {
  const members = everyLook.subarray(0, count);
  return { pictures: members, members, families: members.map((row) => rows.familyOf[row] ?? 0), count };
};

/** Every third product is a variant of the one before. */
const createRows = (): Rows => {
  const products = Array.from({ length: size }, (_, at) =>
    createProduct(`p${String(at).padStart(6, '0')}`, { groupId: `f${at % 3 === 1 ? at - 1 : at}` }),
  );
  const { sections, parts } = layOutSections(packRows(products, Int32Array.from(everyLook)));
  return readRows(readSections(Buffer.concat(parts), sections));
};

const openVectors = async (fill: (picture: number, into: Float32Array) => void): Promise<Vectors> => {
  const floats = new Float32Array(size * shape.looks);
  for (let picture = 0; picture < size; picture += 1)
    fill(picture, floats.subarray(picture * shape.looks, (picture + 1) * shape.looks));
  const vectors = vectorsInMemory(floats, shape);
  await vectors.load();
  await vectors.loadRough([weights]);
  return vectors;
};

/** Counts the looks that are compared in full. */
const countCompared = (vectors: Vectors): { vectors: Vectors; compared: () => number } => {
  let compared = 0;
  const score: Vectors['score'] = (pictures, count, ...rest) => {
    compared += count;
    vectors.score(pictures, count, ...rest);
  };
  return { vectors: { ...vectors, score }, compared: () => compared };
};

describe('comparing in full only what is shown, and what is not certain', () => {
  const rows = createRows();
  const passing = passingOf(rows);
  let vectors: Vectors;
  beforeAll(async () => {
    const model = createLooksModel(shape.looks, 40, 5, false);
    vectors = await openVectors((picture, into) => model.fill(picture, into));
  });

  const scan = (
    from: Vectors,
    source: number,
    minimumUnits: number,
    shown: ShownPlaces | null,
    count = 200,
  ): Promise<Float64Array> =>
    scanLooks(rows, from, source, weights, { count, minimumUnits, shown }, passing, createWorkSlices());

  const familiesOf = (keys: Float64Array): number[] =>
    Array.from(keys, (key) => rows.familyOf[rowFromKey(key)] ?? -1).sort((a, b) => a - b);

  it.each([
    { from: 0, to: 24 },
    { from: 24, to: 48 },
    { from: 180, to: 204 },
    { from: 190, to: 1000 },
    { from: 300, to: 324 },
    { from: 0, to: 0 },
  ])('finds the same families, and the same ones in the shown places: $from to $to', async (shown) => {
    for (const source of [0, 77, 4001, 16_399])
      for (const minimumUnits of [0, 300_000, 800_000]) {
        const all = await scan(vectors, source, minimumUnits, null);
        const some = await scan(vectors, source, minimumUnits, shown);
        expect(familiesOf(some)).toEqual(familiesOf(all));
        expect(some.subarray(shown.from, shown.to)).toEqual(all.subarray(shown.from, shown.to));
      }
  });

  it('leaves the end of the set to codes where looks were left out: what it lacks scores like its end', async () => {
    for (const source of [0, 77, 4001, 16_399]) {
      const found = await scan(vectors, source, 0, null);
      const exact = await scanLooks(
        rows,
        { ...vectors, rough: () => null },
        source,
        weights,
        { count: 200, minimumUnits: 0 },
        passing,
        createWorkSlices(),
      );
      const families = new Set(familiesOf(found));
      const lost = exact.filter((key) => !families.has(rows.familyOf[rowFromKey(key)] ?? -1));
      const end = unitsFromKey(exact.at(-1) ?? 0);
      expect(lost.length).toBeLessThan(10);
      for (const key of lost) expect(unitsFromKey(key)).toBeLessThan(end + 20_000);
      expect(found.subarray(0, 24)).toEqual(exact.subarray(0, 24));
    }
  });

  it('compares less than where all places matter', async () => {
    const [some, all] = [countCompared(vectors), countCompared(vectors)];
    await scan(some.vectors, 77, 0, { from: 0, to: 24 });
    await scan(all.vectors, 77, 0, null);
    expect(all.compared()).toBeGreaterThanOrEqual(200);
    expect(some.compared()).toBeGreaterThanOrEqual(24);
    expect(some.compared()).toBeLessThan(0.8 * all.compared());
  });

  describe('with the scores of a list', () => {
    const shown = { from: 0, to: 24 };
    const scanListed = async (listed: ListedScores | null) => {
      const counted = countCompared(vectors);
      const request = { count: 200, minimumUnits: 0, shown, listed };
      const found = await scanLooks(rows, counted.vectors, 77, weights, request, passing, createWorkSlices());
      return { found, compared: counted.compared() };
    };
    // Every row is its own look and picture here.
    const listBest = (keys: Float64Array) =>
      new Map([...keys].map((key) => [rowFromKey(key), unitsFromKey(key)]));

    it('does not compare what is listed', async () => {
      const all = await scanListed(null);
      const byPicture = listBest(all.found.subarray(0, 20));
      const some = await scanListed({ byPicture, others: unitsFromKey(all.found[19] ?? 0) });
      expect(some.found).toEqual(all.found);
      expect(some.compared).toBe(all.compared - byPicture.size);
    });

    it('compares nothing where the whole page is listed', async () => {
      const all = await scanListed(null);
      const byPicture = listBest(all.found.subarray(0, 30));
      const some = await scanListed({ byPicture, others: unitsFromKey(all.found[29] ?? 0) });
      expect(some.found.subarray(0, 24)).toEqual(all.found.subarray(0, 24));
      expect(some.compared).toBe(0);
    });

    it('compares what the list lacks although codes score it higher than its end', async () => {
      const all = await scanListed(null);
      const byPicture = listBest(all.found.subarray(0, 30));
      byPicture.delete(rowFromKey(all.found[2] ?? 0));
      const some = await scanListed({ byPicture, others: unitsFromKey(all.found[29] ?? 0) });
      expect(some.found.subarray(0, 24)).toEqual(all.found.subarray(0, 24));
      expect(some.compared).toBe(1);
    });
  });

  it('cannot tell where codes are more often wrong than they should be', async () => {
    // All numbers of a vector but one are the same: so are their errors, which add up.
    const even = await openVectors((picture, into) =>
      into.fill(0.08 + ((picture * 7919) % 997) * 2e-5).fill(0.5 + (picture % 5) / 100, 0, 1),
    );
    const request = { count: 200, minimumUnits: 0, shown: { from: 0, to: 24 } };
    const looks = passingOf(rows, 300);
    const ask = (from: Vectors) =>
      scoreWhereNeeded(
        rows,
        from,
        77,
        weights,
        request,
        looks,
        async (pictures) => {
          const scores = new Uint32Array(pictures.length);
          from.setQuery(77);
          from.score(pictures, pictures.length, weights, scores);
          return scores;
        },
        createArena(),
      );
    expect(await ask(even)).toBeNull();
    expect(await ask(vectors)).not.toBeNull();
  });
});
