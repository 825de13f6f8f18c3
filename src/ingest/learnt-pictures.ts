import type { EmbeddedProduct } from './embed-products.ts';
import type { VectorCache } from './pictures/picture-caches.ts';
import { applyMap } from '../learning/looks/map/looks-map.ts';
import { learnLooks, type LearntLooks, type LooksTeacher } from '../learning/looks/learn-looks.ts';
import { createSurvey } from '../learning/looks/train/sample.ts';
import { nameFamily } from '../learning/looks/train/words.ts';
import type { Product } from '../domain/product.ts';
import type { Embedding } from '../embedder/embedder.ts';
import type { Picture } from '../engine/engine.ts';

type ReadVectors = (hash: string) => Embedding | null;

type Needs = {
  readonly vectors: VectorCache;
  readonly teacher: Omit<LooksTeacher, 'signal'>;
  readonly signal: AbortSignal;
};

/** The hash of a product's picture, or why it has none. */
type FoundPicture = { readonly hash: string } | { readonly reason: string };

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
  const found: FoundPicture[] = [];
  for await (const { draft, reason } of embedded) {
    const { product, picture } = draft;
    found.push(picture === null ? { reason: reason ?? notThere } : { hash: picture.hash });
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
  found: readonly FoundPicture[],
  { map, familyWords }: LearntLooks,
  readVectors: ReadVectors,
): AsyncGenerator<EmbeddedProduct> {
  const mapPicture = (picture: Picture, family: string): Picture =>
    map === null ? picture : applyMap(map, picture, familyWords.get(family) ?? []);
  // Variants follow each other and show the same picture.
  let last: Mapped | null = null;
  let at = 0;
  for await (const product of products) {
    const own = found[at] ?? { reason: notThere };
    at += 1;
    const embedding = 'hash' in own ? readVectors(own.hash) : null;
    if (!('hash' in own) || embedding === null) {
      yield { draft: { product, picture: null }, reason: 'reason' in own ? own.reason : notThere };
      continue;
    }
    const { hash } = own;
    const family = nameFamily(product);
    const isLast: boolean = last?.bytes === hash && last.family === family;
    if (last === null || !isLast)
      last = { family, bytes: hash, picture: mapPicture({ hash, ...embedding }, family) };
    yield { draft: { product, picture: last.picture }, reason: null };
  }
}
