import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { boxDefaults, resolveWeights } from '../../src/domain/box.ts';
import { triedRegions } from '../../src/domain/region.ts';
import { createQuery, type ProductReader } from '../../src/engine/engine.ts';
import { Fault } from '../../src/errors.ts';
import { readFeed } from '../../src/ingest/formats/find/find-format.ts';
import { readFeedFile } from '../../src/ingest/formats/unpack.ts';
import type { SoughtParts } from '../../src/http/photo-search/read-body.ts';
import { chooseRegion, type Photo } from '../../src/operations/photo-search/photo-source.ts';

/** A photo, and the product that it shows. */
export type PhotoPair = { readonly photo: string; readonly product: string };

/** How one way to ask finds the products of photos. */
export type PhotoReport = {
  readonly way: 'whole photo' | 'whole photo or product cut out' | 'part that answers most sharply';
  readonly photos: number;
  /** Photos that could not be read or embedded. */
  readonly unusable: number;
  /** Whose product, or a variant of it, is the first result, and among the first ten. */
  readonly first: number;
  readonly ten: number;
};

const shown = 10;

const fault = (text: string): Fault =>
  new Fault('bad-input', text, { nextStep: 'Write a CSV file whose first line is photo,product.' });

/** `photo,product`, one pair a line; paths of photos are relative to the file. */
export const readPairs = async (file: string): Promise<PhotoPair[]> => {
  const pairs: PhotoPair[] = [];
  for await (const item of readFeed(readFeedFile(file))) {
    if (item.kind === 'notice') continue;
    if (item.kind !== 'row') throw fault(`${file}, line ${item.line}: a row needs photo and product.`);
    const { photo, product } = item.row;
    if (typeof photo !== 'string' || typeof product !== 'string' || product.trim() === '')
      throw fault(`${file}, line ${item.line}: a row needs photo and product.`);
    pairs.push({ photo: resolve(dirname(file), photo), product: product.trim() });
  }
  if (pairs.length === 0) throw fault(`${file} has no pairs.`);
  return pairs;
};

type Ask = (bytes: Uint8Array, sought: SoughtParts) => Promise<Photo['readVectors']>;

/** Searches for each photo as a box with the default weights does, by the whole photo and by the best part of it. */
export const evaluatePhotos = async (
  reader: ProductReader,
  ask: Ask,
  pairs: readonly PhotoPair[],
): Promise<PhotoReport[]> => {
  const weights = resolveWeights(boxDefaults.weights, null);
  const findFamilies = async (photo: string, sought: SoughtParts): Promise<string[]> => {
    const bytes = await readFile(photo).catch((cause: unknown) => {
      throw new Fault('bad-input', `${photo} cannot be read.`, { cause });
    });
    const readVectors = await ask(bytes, sought);
    const found = await readVectors(reader);
    const { vectors } = await chooseRegion(reader, { weights, exclude: null }, found);
    const source = { identifier: '', vectors, hasLooks: true, values: () => [], text: () => '' };
    const { hits } = await reader.search(createQuery({ kind: 'looks', source, weights }, shown));
    return hits.map(({ identifier }) => identifier);
  };
  const measure = async (way: PhotoReport['way'], sought: SoughtParts): Promise<PhotoReport> => {
    let [unusable, first, ten] = [0, 0, 0];
    for (const { photo, product } of pairs) {
      const found = await findFamilies(photo, sought).catch((cause: unknown) => {
        if (cause instanceof Fault && cause.code === 'bad-input') return null;
        throw cause;
      });
      if (found === null) {
        unusable += 1;
        continue;
      }
      const [family = []] = await reader.families([product]);
      const at = found.findIndex((identifier) => family.includes(identifier));
      if (at === 0) first += 1;
      if (at >= 0) ten += 1;
    }
    return { way, photos: pairs.length, unusable, first, ten };
  };
  return [
    await measure('whole photo', { regions: [], cutsOut: false }),
    await measure('whole photo or product cut out', { regions: [], cutsOut: true }),
    await measure('part that answers most sharply', { regions: triedRegions, cutsOut: true }),
  ];
};

export const renderPhotos = (reports: readonly PhotoReport[]): string[] => [
  'photos, and the products that they show:',
  ...reports.map(
    ({ way, photos, unusable, first, ten }) =>
      `  ${way}: first ${first}, among the first ten ${ten} of ${photos}${unusable > 0 ? `, ${unusable} unusable` : ''}`,
  ),
];
