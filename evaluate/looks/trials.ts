import type { Kindred } from '../../src/compose.ts';
import type { Dataset } from '../../src/domain/dataset.ts';
import { alterationNames, alterPicture } from '../../src/embedder/pictures/alter-picture.ts';
import { blockOtherLoaders } from '../../src/embedder/pictures/decode.ts';
import { type Cell, drawGrid, type SheetPicture, type SheetRow } from './sheets.ts';
import { type LooksMaterial, readProductPicture } from './material.ts';
import { findNeighbours, mapVectors } from '../../src/learning/looks/report/stability.ts';
import { spread } from '../../src/learning/looks/decide/measure.ts';
import { type Copy, type CopyReport, evaluateCopies } from './copies.ts';
import { trainFold } from './held-out.ts';
import type { LooksMap } from '../../src/learning/looks/map/looks-map.ts';

/** Products that no map was trained on, and the map of the others, with the settings of the last version. */
export type Trial = {
  readonly material: LooksMaterial;
  readonly rows: readonly number[];
  readonly map: LooksMap | null;
  readonly readPicture: (row: number) => Promise<Uint8Array | null>;
};

const trialDefaults = { neighbours: 8 } as const;

/** One picture of each of `count` products, in the order of the sample, which is that of hashes; further ones where products are fewer. */
const chooseRows = ({ items }: LooksMaterial, queries: readonly number[], count: number): number[] => {
  const rows = [...new Map(queries.map((row) => [items[row]?.family, row])).values()];
  const further = queries.filter((row) => !rows.includes(row));
  return [...spread(rows, count), ...spread(further, Math.max(0, count - rows.length))];
};

export const createTrial = (
  material: LooksMaterial,
  dataset: Dataset,
  needs: Parameters<typeof readProductPicture>[0],
  count: number,
): Trial => {
  // Pictures are decoded in this process; those of the catalogue were decoded in another one before.
  blockOtherLoaders();
  const { queries, map } = trainFold(material.sample, 0, material.settings);
  return {
    material,
    rows: chooseRows(material, queries, count),
    map: map && { ...map, vocabulary: map.settings.words === 0 ? null : material.vocabulary },
    readPicture: (row) => readProductPicture(needs, dataset, material.items[row]?.identifier ?? ''),
  };
};

/** Judged without words: a copy in a shop may have another title. */
const leaveOutWords = (map: LooksMap | null): LooksMap | null =>
  map && { ...map, settings: { ...map.settings, words: 0 }, vocabulary: null };

/** Embeds altered copies of the pictures, and looks for the originals with both ways to compare. */
export const tryCopies = async (
  { material, rows, map, readPicture }: Trial,
  embedder: Awaited<ReturnType<Kindred['embedder']>>,
): Promise<{ readonly base: CopyReport[]; readonly learnt: CopyReport[] }> => {
  const copies: Copy[] = [];
  for (const row of rows) {
    const bytes = await readPicture(row);
    if (bytes === null) continue;
    const altered = await Promise.all(alterationNames.map((name) => alterPicture(bytes, name)));
    const results = await embedder.embed(altered);
    results.forEach((result, at) => {
      if (result.ok) copies.push({ kind: alterationNames[at] ?? '', row, vectors: result.embedding });
    });
  }
  const compare = (used: LooksMap | null): CopyReport[] => {
    const vectors = mapVectors(used, material.items, material.vectors);
    // Without words, so no titles are needed.
    const mapped = mapVectors(
      used,
      [],
      copies.map((copy) => copy.vectors),
    );
    return evaluateCopies(
      { items: material.items, vectors },
      copies.map((copy, at) => ({ ...copy, vectors: mapped[at] ?? copy.vectors })),
    );
  };
  return { base: compare(null), learnt: compare(leaveOutWords(map)) };
};

/** The products with their best look-alikes, both ways. */
export const createSheet = async ({ material, rows, map, readPicture }: Trial): Promise<SheetRow[]> => {
  const { items } = material;
  const [base, learnt] = [null, map].map((used) => ({
    items,
    vectors: mapVectors(used, items, material.vectors),
  }));
  const toPicture = async (row: number, source: number | null): Promise<SheetPicture> => ({
    title: `${items[row]?.identifier ?? ''}: ${items[row]?.label ?? '-'}`,
    bytes: await readPicture(row),
    isRight: source === null ? null : items[row]?.label === items[source]?.label,
  });
  const listNeighbours = async (compared: typeof base, row: number): Promise<SheetPicture[]> => {
    const own = compared?.vectors[row];
    if (compared === undefined || own === undefined) return [];
    const found = findNeighbours(compared, row, own, trialDefaults.neighbours);
    return Promise.all(found.map((each) => toPicture(each, row)));
  };
  const sheet: SheetRow[] = [];
  for (const row of rows)
    sheet.push({
      source: await toPicture(row, null),
      base: await listNeighbours(base, row),
      learnt: await listNeighbours(learnt, row),
    });
  return sheet;
};

const toCell = ({ bytes, isRight }: SheetPicture): Cell => {
  if (bytes === null) return null;
  if (isRight === null) return { bytes, frame: 'none' };
  return { bytes, frame: isRight ? 'right' : 'wrong' };
};

/** The source, a gap, the base, a gap, what was learnt. */
export const drawSheet = (rows: readonly SheetRow[]): Promise<Uint8Array> =>
  drawGrid(
    rows.map(({ source, base, learnt }) => [
      toCell(source),
      null,
      ...base.map(toCell),
      null,
      ...learnt.map(toCell),
    ]),
  );
