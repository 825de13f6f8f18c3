import type { AdminNeeds } from '../../http/admin/handlers.ts';
import { openLooksFiles } from '../../learning/looks/looks-files.ts';
import { applyMap, baseSettings, type LooksMap } from '../../learning/looks/map/looks-map.ts';
import { readMinimumScore } from '../../learning/looks/report/render-looks.ts';
import type { Picture, ProductReader } from '../../engine/engine.ts';
import { sharedWords } from '../../learning/looks/train/words.ts';

/** The map of the live version: a new picture is compared with the pictures that it was applied to. */
export const readLiveMap = async (
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
