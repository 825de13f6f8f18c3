import { parseRegion, type Region, triedRegions } from '../../domain/region.ts';
import { Fault } from '../../errors.ts';

/** Something that results look like: a photo, its address, or a product of the catalogue. */
export type PhotoPart =
  | { readonly bytes: Uint8Array }
  | { readonly imageUrl: string }
  | { readonly identifier: string };

/** Results look like the mean of `like`, and less like `unlike`. */
export type PhotoBody = {
  readonly like: readonly PhotoPart[];
  readonly unlike: readonly PhotoPart[];
  /** Words that say more about what is looked for; empty: none. */
  readonly words: string;
};

export const photoLimits = {
  pictureBytes: 10_000_000,
  /** With the headers of a multipart body. */
  bodyBytes: 10_000_000 + 65_536,
  addressLength: 2_000,
  identifierLength: 200,
  wordsLength: 200,
  parts: 10,
  /** Of all parts: each is fetched and embedded. */
  addresses: 3,
} as const;

export const tooLargeText =
  'The photo is larger than 10 MB. Send a smaller one: 1,000 pixels on its longer side are enough.';

const unreadable = (problem: string, cause?: unknown): Fault =>
  new Fault('bad-input', `The body ${problem}.`, {
    nextStep:
      'Allowed: the bytes of a JPEG, PNG, WebP, AVIF, GIF or TIFF, a multipart form with one file, or JSON: { "imageUrl": "https://…" }, or { "like": […], "unlike": […], "pattern": "…" } with up to ten of { "identifier": … } and { "imageUrl": … }.',
    cause,
  });

/** A JSON object, a form with a file, or the picture itself, whatever its content type says. */
export const readPhotoBody = async (body: Buffer, contentType: string): Promise<PhotoBody> => {
  if (body.length === 0) throw unreadable('is empty');
  const kind = contentType.split(';')[0]?.trim().toLowerCase();
  if (kind === 'multipart/form-data') return readForm(body, contentType);
  if (kind === 'application/json') return readJson(body);
  return onePart({ bytes: body });
};

const onePart = (part: PhotoPart, words = ''): PhotoBody => ({ like: [part], unlike: [], words });

const readForm = async (body: Buffer, contentType: string): Promise<PhotoBody> => {
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch((cause: unknown) => {
    throw unreadable('is no multipart form', cause);
  });
  const files = [...form.values()].filter((value) => typeof value !== 'string');
  const [file] = files;
  if (file === undefined || files.length > 1) throw unreadable(`has ${files.length} files`);
  return onePart({ bytes: new Uint8Array(await file.arrayBuffer()) }, readWords(form.get('pattern')));
};

const readJson = (body: Buffer): PhotoBody => {
  const value = parseObject(body);
  const words = readWords(value['pattern']);
  const isList = value['like'] !== undefined || value['unlike'] !== undefined;
  if (!isList && (words === '' || 'imageUrl' in value)) return onePart(readPart(value, 'body'), words);
  const [like, unlike] = [readParts(value, 'like'), readParts(value, 'unlike')];
  const all = [...like, ...unlike];
  if (like.length === 0 && words === '') throw unreadable('has nothing in "like"');
  if (all.length > photoLimits.parts) throw unreadable(`names ${all.length} products and pictures`);
  const addresses = all.filter((part) => 'imageUrl' in part).length;
  if (addresses > photoLimits.addresses)
    throw unreadable(`names ${addresses} addresses, and ${photoLimits.addresses} are the most`);
  return { like, unlike, words };
};

const readWords = (value: unknown): string => {
  const words = value ?? '';
  if (typeof words !== 'string' || words.length > photoLimits.wordsLength)
    throw unreadable(`has no text of at most ${photoLimits.wordsLength} characters in "pattern"`);
  return words.normalize('NFKC').trim();
};

const readParts = (value: Readonly<Record<string, unknown>>, name: 'like' | 'unlike'): PhotoPart[] => {
  const { [name]: list = [] } = value;
  if (!Array.isArray(list)) throw unreadable(`has no list in "${name}"`);
  return list.map((each: unknown, place) => readPart(each, `${name}[${place}]`));
};

const readPart = (value: unknown, where: string): PhotoPart => {
  const { imageUrl, identifier } = (value ?? {}) as { imageUrl?: unknown; identifier?: unknown };
  const isText = (text: unknown, most: number): text is string =>
    typeof text === 'string' && text !== '' && text.length <= most;
  if (isText(imageUrl, photoLimits.addressLength)) return { imageUrl };
  if (isText(identifier, photoLimits.identifierLength)) return { identifier };
  throw unreadable(
    where === 'body' ? 'has no "imageUrl"' : `has neither identifier nor imageUrl in ${where}`,
  );
};

const parseObject = (body: Buffer): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw unreadable('is not valid JSON', cause);
  }
  throw unreadable('is no JSON object');
};

/** `regions`: empty for the whole photo. `cutsOut`: whether the product alone may be searched for. */
export type SoughtParts = { readonly regions: readonly Region[]; readonly cutsOut: boolean };

export const readSought = (
  { region, cutOut = true }: { readonly region?: string; readonly cutOut?: boolean },
  body: PhotoBody,
): SoughtParts => {
  const [first, ...others] = body.like;
  const isPhoto = first !== undefined && others.length === 0 && !('identifier' in first);
  const isOpen = region === undefined || region === 'auto';
  return { regions: readRegions(region, body), cutsOut: cutOut && isOpen && isPhoto };
};

const readRegions = (text: string | undefined, { like }: PhotoBody): readonly Region[] => {
  if (text === undefined) return [];
  const region = parseRegion(text);
  if (text !== 'auto' && region === null)
    throw new Fault('bad-input', `region: "${text}" is no part of a photo.`, {
      nextStep: 'Write x,y,width,height in fractions of its sides, such as 0.1,0.2,0.5,0.6, or auto.',
    });
  if (like.length > 1 || like.some((part) => 'identifier' in part))
    throw new Fault('bad-input', 'region: is of one photo.', {
      nextStep: 'Send one photo, or leave it out.',
    });
  return region === null ? triedRegions : [region];
};
