import type { EmbeddedProduct } from './embed-products.ts';
import type { VectorCache } from './pictures/picture-caches.ts';
import { applyMap } from '../learning/looks/map/looks-map.ts';
import { learnLooks, type LearntLooks, type LooksTeacher } from '../learning/looks/learn-looks.ts';
import { createSurvey } from '../learning/looks/train/sample.ts';
import { nameFamily, wordsOf } from '../learning/looks/train/words.ts';
import type { Product } from '../domain/product.ts';
import { createTextNumbers } from '../domain/text-numbers.ts';
import type { Embedding } from '../embedder/embedder.ts';
import type { Picture } from '../engine/engine.ts';

type ReadVectors = (hash: string) => Embedding | null;

type Needs = {
  readonly vectors: VectorCache;
  readonly teacher: Omit<LooksTeacher, 'signal'>;
  readonly signal: AbortSignal;
};

/** For each product the hash of its picture, or why it has none. Each is in memory once, however many products have it. */
const createFoundPictures = () => {
  let texts = createTextNumbers();
  let found: number[] = [];
  return {
    add: (text: string): void => void found.push(texts.add(text)),
    at: (product: number): string => {
      const number = found[product];
      return number === undefined ? noPicture + notThere : texts.at(number);
    },
    /** A generator that has ended still holds what it was given. */
    release: (): void => {
      texts = createTextNumbers();
      found = [];
    },
  };
};

/** Before a reason. */
const noPicture = '!';

/**
 * Learns from all pictures before any product is handed on. Products are read twice, because they are not kept: memory holds hashes,
 * what learning has to know of all, and a sample. Vectors of other pictures stay in the cache on the disk.
 */
export const learnFromPictures = async (
  { vectors, teacher, signal }: Needs,
  embedded: AsyncIterable<EmbeddedProduct>,
  readAgain: () => AsyncIterable<Product>,
) => {
  const survey = createSurvey(teacher.fields);
  const found = createFoundPictures();
  for await (const { draft, reason } of embedded) {
    const { product, picture } = draft;
    found.add(picture === null ? noPicture + (reason ?? notThere) : picture.hash);
    if (picture !== null) survey.add(product, picture.hash, picture);
  }
  signal.throwIfAborted();
  const looks = await learnLooks({ ...teacher, signal }, survey);
  const sampled = new Map(survey.sample().map((each) => [each.hash, each.vectors]));
  const readVectors: ReadVectors = (hash) => sampled.get(hash) ?? vectors.get(hash);
  return { looks, products: addVectors(readAgain(), found, looks, readVectors), readVectors };
};

const notThere = 'its vector is not there';

/** A mapped picture, the hash of its bytes, and whose words it has. */
type Mapped = { readonly family: string; readonly bytes: string; readonly picture: Picture };

/** `found`: in the order of the products. */
async function* addVectors(
  products: AsyncIterable<Product>,
  found: ReturnType<typeof createFoundPictures>,
  { map, familyWords }: LearntLooks,
  readVectors: ReadVectors,
): AsyncGenerator<EmbeddedProduct> {
  const mapPicture = (picture: Picture, product: Product): Picture =>
    map === null ? picture : applyMap(map, picture, wordsOf(familyWords, product));
  // Variants follow each other and show the same picture.
  let last: Mapped | null = null;
  let at = 0;
  for await (const product of products) {
    const hash = found.at(at);
    at += 1;
    const isMissing = hash.startsWith(noPicture);
    const embedding = isMissing ? null : readVectors(hash);
    if (embedding === null) {
      yield { draft: { product, picture: null }, reason: isMissing ? hash.slice(1) : notThere };
      continue;
    }
    const family = nameFamily(product);
    const isLast: boolean = last?.bytes === hash && last.family === family;
    if (last === null || !isLast)
      last = { family, bytes: hash, picture: mapPicture({ hash, ...embedding }, product) };
    yield { draft: { product, picture: last.picture }, reason: null };
  }
  found.release();
}
