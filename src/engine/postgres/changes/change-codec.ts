import type { Picture, ProductChange } from '../../engine.ts';
import { toStorableText } from '../products/stored-row.ts';

type StoredPicture = {
  readonly hash: string;
  readonly looks: string;
  readonly colour: string;
  readonly title?: string;
};

type StoredChange = Omit<ProductChange, 'picture'> & { readonly picture?: StoredPicture | null };

/** A change as JSON, its vectors as base64 of their bytes. */
export const encodeChange = (change: ProductChange): string => {
  if (change.kind === 'remove' || !change.picture) return toStorableText(JSON.stringify(change));
  const { hash, looks, colour, title } = change.picture;
  const picture: StoredPicture = {
    hash,
    looks: toBase64(looks),
    colour: toBase64(colour),
    ...(title && { title: toBase64(title) }),
  };
  return toStorableText(JSON.stringify({ ...change, picture }));
};

export const decodeChange = (text: string): ProductChange => {
  const { picture, ...change } = JSON.parse(text) as StoredChange;
  if (picture === undefined) return change as ProductChange;
  return { ...change, picture: picture && decodePicture(picture) } as ProductChange;
};

const decodePicture = ({ hash, looks, colour, title }: StoredPicture): Picture => ({
  hash,
  looks: fromBase64(looks),
  colour: fromBase64(colour),
  ...(title !== undefined && { title: fromBase64(title) }),
});

const toBase64 = (numbers: Float32Array): string =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');

const fromBase64 = (text: string): Float32Array =>
  new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
