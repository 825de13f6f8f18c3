import { decodeRecord } from '../../domain/product-record.ts';
import {
  createQuery,
  createTypedQuery,
  type Hit,
  type PictureVectors,
  type ProductReader,
} from '../../engine/engine.ts';
import { weighTitles } from './weigh-titles.ts';

/** A picture that was asked for, by the name that explanations have for it. */
export type NamedPicture = { readonly name: string; readonly vectors: PictureVectors };

/** The picture of a product that words find, and how much it says of what is meant; all shares sum up to 1. */
type WordPicture = NamedPicture & { readonly share: number };

/** What "unlike" takes away, beside 1 for "like". */
const unlikeWeight = 0.5;
/** The share of words beside pictures. */
const wordsShare = 0.3;
/** Products that words stand for. */
const wordProducts = 10;

/** The products that words find best, whose pictures say how what is meant looks. */
export const findWordPictures = async (reader: ProductReader, words: string): Promise<WordPicture[]> => {
  if (words === '') return [];
  const query = createTypedQuery(words, 'Any');
  const { hits } = await reader.search(createQuery({ kind: 'text', source: null, query }, wordProducts));
  const found = await reader.pictures(hits.map(({ identifier }) => identifier));
  const pictured = hits.flatMap(({ identifier, record }, at) => {
    const vectors = found[at];
    return vectors ? [{ name: identifier, vectors, title: String(decodeRecord(record)['displayText']) }] : [];
  });
  const shares = weighTitles(
    pictured.map(({ title }) => title),
    words,
  );
  return pictured.map(({ name, vectors }, at) => ({ name, vectors, share: shares[at] ?? 0 }));
};

/**
 * Scores are sums of products, so comparing with a sum of vectors gives the sum of the scores: the mean of those with `like`, less
 * half of the mean of those with `unlike`; `words` are the pictures that words stand for. One search answers for all of them.
 */
export const combinePictures = (
  like: readonly PictureVectors[],
  unlike: readonly PictureVectors[],
  words: readonly Omit<WordPicture, 'name'>[] = [],
): PictureVectors => {
  const ofWords = like.length === 0 ? 1 : words.length === 0 ? 0 : wordsShare;
  const weighted = [
    ...like.map((vectors) => ({ vectors, weight: (1 - ofWords) / like.length })),
    ...words.map(({ vectors, share }) => ({ vectors, weight: ofWords * share })),
    ...unlike.map((vectors) => ({ vectors, weight: -unlikeWeight / unlike.length })),
  ];
  const first = like[0] ?? words[0]?.vectors;
  const sum = (read: (vectors: PictureVectors) => Float32Array): Float32Array => {
    const total = new Float32Array(first ? read(first).length : 0);
    for (const { vectors, weight } of weighted)
      read(vectors).forEach((number, at) => (total[at] = (total[at] ?? 0) + weight * number));
    return total;
  };
  const title = first?.title;
  return {
    looks: sum(({ looks }) => looks),
    colour: sum(({ colour }) => colour),
    ...(title && { title: sum((vectors) => vectors.title ?? new Float32Array(title.length)) }),
  };
};

/** The name of the picture that each hit looks most like; empty where only one was asked for. */
export const findNearestPictures = async (
  reader: ProductReader,
  pictures: readonly NamedPicture[],
  hits: readonly Hit[],
): Promise<ReadonlyMap<string, string>> => {
  if (pictures.length < 2) return new Map();
  const identifiers = hits.map(({ identifier }) => identifier);
  const found = await reader.pictures(identifiers);
  return new Map(
    identifiers.flatMap((identifier, at): [string, string][] => {
      const own = found[at];
      if (!own) return [];
      const scored = pictures.map(({ name, vectors }) => ({ name, score: dot(vectors.looks, own.looks) }));
      const nearest = scored.reduce((best, each) => (each.score > best.score ? each : best));
      return [[identifier, nearest.name]];
    }),
  );
};

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);
