import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { FieldValue, Product } from '../../domain/product.ts';
import type { Picture, ProductChange, ProductUpdate } from '../engine.ts';
import { Fault } from '../../errors.ts';

/** A change with its number: the changes of a dataset are numbered from 1, without gaps, and never renumbered. */
export type LoggedChange = { readonly sequence: number; readonly change: ProductChange };

/** A product with its picture; `P` is how the picture is given: by number, or with its vectors. */
export type ProductState<P> = { readonly product: Product; readonly picture: P | null };

/** Products in the order of their first change, and the changes of each in the order of `at`; those with the same `at` in the order they were logged. */
export const changesByProduct = (changes: readonly LoggedChange[]): Map<string, ProductChange[]> => {
  const groups = Map.groupBy(changes, ({ change }) => changedIdentifier(change));
  return new Map(
    [...groups].map(([identifier, logged]) => [identifier, sortChanges(logged).map(({ change }) => change)]),
  );
};

/** In the order of `at`; those with the same `at` in the order they were logged. */
export const sortChanges = (changes: readonly LoggedChange[]): LoggedChange[] =>
  changes.toSorted((a, b) => a.change.at - b.change.at || a.sequence - b.sequence);

export const changedIdentifier = (change: ProductChange): string =>
  change.kind === 'put' ? change.product.identifier : change.identifier;

/** The state after all changes, in order; null: the product does not exist. */
export const foldChanges = <P>(
  before: ProductState<P> | null,
  changes: readonly ProductChange[],
): ProductState<P | Picture> | null => {
  let state: ProductState<P | Picture> | null = before;
  for (const change of changes) {
    if (change.kind === 'put') state = { product: change.product, picture: change.picture };
    else if (change.kind === 'remove') state = null;
    else if (state !== null) {
      const picture: P | Picture | null = change.picture === undefined ? state.picture : change.picture;
      state = { product: applyUpdate(state.product, change.set), picture };
    }
  }
  return state;
};

/** A field with the name of a product property always has the same value, whichever of the two is set. */
const mirroredProperties = ['displayText', 'url', 'price', 'currency', 'groupId', 'available'] as const;

export const applyUpdate = (product: Product, { fields: given = {}, ...set }: ProductUpdate): Product => {
  const own = { ...pickProductProperties(given), ...set };
  const fields = new Map<string, FieldValue>(Object.entries(product.fields));
  const setField = (name: string, value: FieldValue | null | undefined): void => {
    if (value === null || value === undefined) fields.delete(name);
    else fields.set(name, value);
  };
  for (const [name, value] of Object.entries(given)) setField(name, value);
  for (const name of mirroredProperties)
    if (own[name] !== undefined && fields.has(name)) setField(name, own[name]);
  // `images` may have the name of a file, and the field the address under which it is served.
  if (own.images !== undefined && given['imageUrl'] === undefined && fields.has('imageUrl'))
    setField('imageUrl', own.images[0]);
  return { ...product, ...own, fields: Object.fromEntries(fields) };
};

const pickProductProperties = (given: NonNullable<ProductUpdate['fields']>): ProductUpdate => {
  const { displayText, url, price, currency, groupId, available, imageUrl } = given;
  const images = typeof imageUrl === 'object' ? (imageUrl ?? []).map(String) : [String(imageUrl)];
  return {
    ...(typeof displayText === 'string' && { displayText }),
    ...(typeof url === 'string' && { url }),
    ...((typeof price === 'number' || price === null) && { price }),
    ...((typeof currency === 'string' || currency === null) && { currency }),
    ...((typeof groupId === 'string' || groupId === null) && { groupId }),
    ...(typeof available === 'boolean' && { available }),
    ...(imageUrl !== undefined && { images }),
  };
};

/* A live change as engines store it: JSON, with its vectors as base64 of their bytes. */

const isStoredChange = Compile(
  Type.Object({
    at: Type.Number(),
    kind: Type.Enum(['put', 'update', 'remove']),
    picture: Type.Optional(
      Type.Union([
        Type.Object({
          hash: Type.String(),
          looks: Type.String(),
          colour: Type.String(),
          title: Type.Optional(Type.String()),
        }),
        Type.Null(),
      ]),
    ),
  }),
);

export const packChange = (change: ProductChange): object =>
  change.kind === 'remove' || !change.picture
    ? change
    : { ...change, picture: convertVectors(change.picture, toBase64) };

export const unpackChange = (stored: unknown): ProductChange => {
  if (!isStoredChange.Check(stored))
    throw new Fault('corrupted', 'A stored live change cannot be read.', {
      nextStep: 'Restore the data from a backup, or import the feed again.',
    });
  const { picture } = stored;
  return (picture ? { ...stored, picture: convertVectors(picture, fromBase64) } : stored) as ProductChange;
};

type Vectors<V> = Omit<Picture, 'looks' | 'colour' | 'title'> & {
  readonly looks: V;
  readonly colour: V;
  readonly title?: V;
};

const convertVectors = <From, To>(
  { hash, looks, colour, title }: Vectors<From>,
  convert: (vector: From) => To,
): Vectors<To> => ({
  hash,
  looks: convert(looks),
  colour: convert(colour),
  ...(title !== undefined && { title: convert(title) }),
});

const toBase64 = (numbers: Float32Array): string =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');

const fromBase64 = (text: string): Float32Array =>
  new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
