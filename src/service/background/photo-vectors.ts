import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Region, wholePicture } from '../../domain/region.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { Embedder, Embedding, PictureParts } from '../../embedder/embedder.ts';
import { openSeen } from '../../ingest/pictures/open-seen.ts';
import type { PictureVectors, ProductReader, Picture } from '../../engine/engine.ts';
import { Fault } from '../../errors.ts';
import type { PhotoPart } from '../../http/photo-search/read-body.ts';
import type { PhotoSearchNeeds } from '../../http/photo-search/routes.ts';
import type { Fetch } from '../../ingest/fetch/fetch.ts';
import { fetchLimits, fetchWholePicture, tooLarge } from '../../ingest/pictures/fetch-picture.ts';
import { combinePictures, findWordPictures } from '../../operations/photo-search/combine-pictures.ts';
import type { PhotoPartVectors } from '../../operations/photo-search/photo-source.ts';
import { applyMap, type LooksMap, baseSettings } from '../../learning/looks/map/looks-map.ts';
import type { AdminNeeds } from '../../http/admin/handlers.ts';
import { openLooksFiles } from '../../learning/looks/looks-files.ts';
import { readMinimumScore } from '../../learning/looks/report/render-looks.ts';
import { sharedWords } from '../../learning/looks/train/words.ts';

type Needs = {
  readonly embedder: (model: string | null) => Promise<Embedder>;
  readonly fetch: Fetch;
  /** Folder of pictures, where maps are. */
  readonly folder: string;
};

/** Vectors of the last photos, some kilobytes each: the next page of an answer embeds nothing. */
const rememberedPhotos = 500;
/** One for each dataset that photos are searched in. */
const rememberedMaps = 50;

/** Embeds shoppers' photos in the processes of the embedder. Neither a photo nor its address is stored or logged. */
export const createReadPhoto = ({ embedder: open, fetch, folder }: Needs): PhotoSearchNeeds['readPhoto'] => {
  const embeddings = new LRUCache<string, Promise<EmbeddedPart[]>>({ max: rememberedPhotos });
  const maps = new LRUCache<string, { readonly map: LooksMap | null }>({ max: rememberedMaps });

  const embed = async (
    embedder: Embedder,
    bytes: Uint8Array,
    regions: PictureParts,
  ): Promise<EmbeddedPart[]> => {
    if (regions.length > 0 && !embedder.embedRegions) {
      if (regions === 'product') return [];
      throw wholeOnly();
    }
    const results = await (regions.length > 0
      ? embedder.embedRegions?.(bytes, regions)
      : embedder.embed([bytes]));
    return (results ?? []).map((result, at) => {
      if (!result.ok) throw unusable(result.reason);
      const named = regions === 'product' ? result.region : regions[at];
      return { region: named ?? wholePicture, embedding: result.embedding };
    });
  };
  const embedOnce = (
    embedder: Embedder,
    bytes: Uint8Array,
    regions: PictureParts,
  ): Promise<EmbeddedPart[]> => {
    const hash = createHash('sha256').update(bytes).digest('base64');
    const key = `${embedder.model} ${hash} ${JSON.stringify(regions)}`;
    const known = embeddings.get(key);
    if (known) return known;
    const made = embed(embedder, bytes, regions);
    embeddings.set(key, made);
    made.catch(() => embeddings.delete(key));
    return made;
  };
  /** The vectors of a learnt version are named after the model and its map. */
  const findMap = async (
    reader: ProductReader,
    { tracker }: Dataset,
    { model }: Embedder,
  ): Promise<LooksMap | null> => {
    const key = `${tracker} ${reader.version} ${model}`;
    const known = maps.get(key) ?? { map: await readLiveMap(reader, folder, tracker, model) };
    maps.set(key, known);
    if (known.map === null && reader.model !== model) throw otherModel();
    return known.map;
  };

  const readPart = async (embedder: Embedder, dataset: Dataset, part: PhotoPart): Promise<ReadPicture> => {
    if ('identifier' in part)
      return async (reader) => [
        { region: wholePicture, vectors: await readProduct(reader, part.identifier) },
      ];
    const bytes = 'bytes' in part ? part.bytes : await fetchPhoto(fetch, part);
    return async (reader, regions) => {
      const seeing = openSeen(embedder, reader.model);
      const map = await findMap(reader, dataset, seeing);
      const made = await embedOnce(seeing, bytes, regions);
      return made.map(({ region, embedding }) => ({
        region,
        vectors: map === null ? embedding : applyMap(map, { hash: '', ...embedding }, []),
      }));
    };
  };

  return async (dataset, body, { regions, cutsOut }) => {
    const embedder = await open(dataset.model);
    const readAll = (parts: readonly PhotoPart[]): Promise<ReadPicture[]> =>
      Promise.all(parts.map((part) => readPart(embedder, dataset, part)));
    const [like, unlike] = [await readAll(body.like), await readAll(body.unlike)];
    return async (reader) => {
      const read = (all: readonly ReadPicture[], parts: PictureParts) =>
        Promise.all(all.map((each) => each(reader, parts)));
      const liked = await read(like, regions);
      const unliked = (await read(unlike, [])).flat().map(({ vectors }) => vectors);
      const words = await findWordPictures(reader, body.words);
      const combine = (pictures: readonly PictureVectors[]) => combinePictures(pictures, unliked, words);
      const alone = (parts: readonly PhotoPartVectors[]) =>
        parts.map(({ region, vectors }) => ({ region, vectors: combine([vectors]) }));
      const firsts = liked.flatMap(([first]) => first ?? []);
      const [region = wholePicture] = regions;
      return {
        parts: [
          { region, vectors: combine(firsts.map(({ vectors }) => vectors)) },
          ...alone(liked[0]?.slice(1) ?? []),
        ],
        cutOut: cutsOut ? async () => alone((await read(like, 'product')).flat()) : null,
        pictures: firsts.map(({ vectors }, at) => ({ name: namePart(body.like[at], at), vectors })),
        words: body.words,
        wordProducts: words.map(({ name }) => name),
      };
    };
  };
};

type EmbeddedPart = { readonly region: Region; readonly embedding: Embedding };
/** One for each part of a photo that is asked for. */
type ReadPicture = (reader: ProductReader, regions: PictureParts) => Promise<readonly PhotoPartVectors[]>;

const namePart = (part: PhotoPart | undefined, at: number): string =>
  part && 'identifier' in part ? part.identifier : `picture ${at + 1}`;

const readProduct = async (reader: ProductReader, identifier: string): Promise<PictureVectors> => {
  const [found] = await reader.pictures([identifier]);
  if (found) return found;
  throw new Fault('bad-input', `The catalogue has no picture of the product "${identifier}".`, {
    nextStep: 'Leave it out, or send the address of a picture.',
  });
};

const unusable = (reason: string, cause?: unknown): Fault =>
  new Fault('bad-input', `The photo cannot be used: ${reason}.`, {
    nextStep: 'Send another one: JPEG, PNG, WebP, AVIF, GIF or TIFF, at most 10 MB and 40 megapixels.',
    cause,
  });

const wholeOnly = (): Fault =>
  new Fault('bad-input', 'region: the embedding server of this catalogue takes whole photos only.', {
    nextStep: 'Leave it out, or cut the photo before sending it.',
  });

/** The model of the dataset was changed, and the next import has not run yet. */
const otherModel = (): Fault =>
  new Fault('unavailable', 'The catalogue was made with another model than the one that is set now.', {
    nextStep: 'Import the products again.',
  });

const fetchPhoto = async (
  fetch: Fetch,
  { imageUrl }: Extract<PhotoPart, { imageUrl: string }>,
): Promise<Uint8Array> => {
  const response = await fetchWholePicture({ fetch, signal: new AbortController().signal })(
    imageUrl,
    {},
  ).catch((cause: unknown) => {
    if (cause instanceof Fault && cause.code === 'bad-input') throw cause;
    throw unusable('its address does not answer', cause);
  });
  if (response.status !== 200) throw unusable(`its address answers ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > fetchLimits.bytes) throw unusable(tooLarge);
  return bytes;
};

/** The map of the live version: a new picture is compared with the pictures that it was applied to. */
const readLiveMap = async (
  reader: ProductReader,
  folder: string,
  tracker: string,
  model: string,
): Promise<LooksMap | null> => {
  const files = openLooksFiles(folder, tracker);
  const decision = await files.readDecision(reader.version);
  return decision?.embedder === model && decision.map !== null ? files.readMap(decision.map) : null;
};

const readTitle = (record: Uint8Array): string => {
  const { displayText } = JSON.parse(Buffer.from(record).toString()) as { displayText?: unknown };
  return typeof displayText === 'string' ? displayText : '';
};

/** The words that the titles of a product and its variants share, as they are now. */
const readLiveWords = async (reader: ProductReader, identifier: string): Promise<readonly string[]> => {
  const [family = []] = await reader.families([identifier]);
  const rows = await reader.rows(family);
  return sharedWords(rows.map(({ record }) => readTitle(record)));
};

/** Maps a picture of a live change as the pictures of the live version were mapped. */
export const mapLivePicture = async (
  reader: ProductReader | null,
  of: Readonly<Record<'folder' | 'tracker' | 'model' | 'identifier', string>>,
  picture: Picture,
): Promise<Picture> => {
  const map = reader && (await readLiveMap(reader, of.folder, of.tracker, of.model));
  if (reader === null || map === null) return picture;
  const words = map.vocabulary === null ? [] : await readLiveWords(reader, of.identifier);
  return applyMap(map, picture, words);
};

type LooksDecision = Awaited<ReturnType<AdminNeeds['looksOf']>>;

/** Older releases learnt from one field. */
const toFields = (field: string | null) => (field === null ? [] : [{ field, weight: 1 }]);

/** What was decided when a version was built, as the portal shows it. `folder`: the folder of pictures. */
export const readLooksDecision = async (
  folder: string,
  tracker: string,
  version: string,
): Promise<LooksDecision> => {
  const decision = await openLooksFiles(folder, tracker).readDecision(version);
  if (decision === null) return null;
  const { field, fields, pictures, settings, base, learnt, newLabels = null } = decision.report;
  const { mix, words, colour } = settings ?? baseSettings;
  return {
    learnt: settings !== null,
    field,
    fields: fields === undefined ? toFields(field) : [...fields],
    pictures,
    mix: mix ?? 0,
    words,
    colour,
    before: base?.mean ?? null,
    now: learnt?.mean ?? null,
    newLabels: newLabels && { share: newLabels.share, before: newLabels.base, now: newLabels.learnt },
    minimumScore: readMinimumScore(decision.report),
  };
};
