import { formatHeaders } from './header-block.ts';

type HeaderRecord = Readonly<Record<string, string>>;

/** Headers that all answers of one version of a box have, as a record and as lines. */
export type SharedHeaders = { readonly record: HeaderRecord; readonly lines: string };

/** A shared cache keeps apart: keys, the origins that a key may be used from, and encodings. */
const vary = 'Origin, Ocp-Apim-Subscription-Key, Accept-Encoding';

/** By the headers of every answer, then by what varies. */
const known = new WeakMap<HeaderRecord, Map<string, SharedHeaders>>();

/** Versions and settings in use at a time are few; old ones are forgotten with all others. */
const maximumKnown = 1_000;

let last: { version: string; cacheControl: string; common: HeaderRecord; shared: SharedHeaders } | null =
  null;

/** Thousands of kept answers refer to one object. `common`: headers of every answer. */
export const shareHeaders = (version: string, cacheControl: string, common: HeaderRecord): SharedHeaders => {
  if (last?.version === version && last.cacheControl === cacheControl && last.common === common)
    return last.shared;
  const shared = findShared(version, cacheControl, common);
  last = { version, cacheControl, common, shared };
  return shared;
};

const findShared = (version: string, cacheControl: string, common: HeaderRecord): SharedHeaders => {
  const ofCommon = known.get(common) ?? new Map<string, SharedHeaders>();
  known.set(common, ofCommon);
  const key = `${version}\n${cacheControl}`;
  const found = ofCommon.get(key);
  if (found !== undefined) return found;
  if (ofCommon.size >= maximumKnown) ofCommon.clear();
  const record = { 'x-kindred-version': version, 'cache-control': cacheControl, vary, ...common };
  const shared = { record, lines: formatHeaders(record) };
  ofCommon.set(key, shared);
  return shared;
};
