import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import type { LooksReport } from './decide.ts';
import { decodeMap, encodeMap, identifyMap, type LooksMap } from './looks-map.ts';

const estimate = Type.Object({ mean: Type.Number(), low: Type.Number(), high: Type.Number() });
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A report as it is stored; unknown properties are ignored. */
const stored = Type.Object({
  embedder: Type.String(),
  /** Identity of the map; null: the vectors of the model are used as they are. */
  map: nullable(Type.String()),
  /** How many pictures have each label. */
  counts: Type.Record(Type.String(), Type.Number()),
  report: Type.Object({
    field: nullable(Type.String()),
    pictures: Type.Number(),
    labels: Type.Number(),
    base: nullable(estimate),
    trials: Type.Array(
      Type.Object({
        mix: Type.Number(),
        unseenProducts: estimate,
        unseenLabels: nullable(estimate),
        sameProduct: nullable(Type.Number()),
        accepted: Type.Boolean(),
      }),
    ),
    mix: nullable(Type.Number()),
    reason: Type.String(),
  }),
});

export type StoredLooks = {
  readonly embedder: string;
  readonly map: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly report: LooksReport;
};

/** Maps, and what was decided for each version of a dataset, in the folder of pictures. */
export type LooksFiles = {
  /** Null when nothing was decided, or the file is damaged. */
  readDecision(version: string): Promise<StoredLooks | null>;
  /** The decision of the version that was built last. */
  readLatest(): Promise<StoredLooks | null>;
  readMap(id: string): Promise<LooksMap | null>;
  writeMap(map: LooksMap): Promise<string>;
  writeDecision(version: string, decision: StoredLooks): Promise<void>;
};

const latest = 'latest';

const parseDecision = (text: string): StoredLooks | null => {
  try {
    return Value.Parse(stored, JSON.parse(text));
  } catch {
    return null;
  }
};

/** `folder`: the folder of pictures in the data folder. */
export const openLooksFiles = (folder: string, tracker: string): LooksFiles => {
  const root = join(folder, 'looks', tracker);
  const read = async (name: string): Promise<StoredLooks | null> => {
    const text = await readFile(join(root, `${name}.json`), 'utf8').catch(() => null);
    return text === null ? null : parseDecision(text);
  };
  return {
    readDecision: read,
    readLatest: () => read(latest),
    async readMap(id) {
      const bytes = await readFile(join(root, `${id}.map`)).catch(() => null);
      const map = bytes && decodeMap(bytes);
      return map !== null && identifyMap(map) === id ? map : null;
    },
    async writeMap(map) {
      const id = identifyMap(map);
      await writeFileAtomically(join(root, `${id}.map`), Buffer.from(encodeMap(map)));
      return id;
    },
    async writeDecision(version, decision) {
      const text = JSON.stringify(decision);
      await writeFileAtomically(join(root, `${version}.json`), text);
      await writeFileAtomically(join(root, `${latest}.json`), text);
    },
  };
};
