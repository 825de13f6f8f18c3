import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Fault } from '../../errors.ts';
import type { Picture, ProductChange } from '../engine.ts';

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
