import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { writeFileAtomically } from '../../files/replace-file.ts';
import { nullable, type Stability, stability, storedLooks, type StoredLooks } from './map/decision.ts';
import { type LooksMap, decodeMap, encodeMap, identifyMap } from './map/looks-map.ts';
import type { SampleItem } from './train/sample.ts';

const storedSample = Type.Array(
  Type.Object({
    hash: Type.String(),
    family: Type.String(),
    identifier: Type.String(),
    label: nullable(Type.String()),
    further: Type.Optional(Type.Array(nullable(Type.String()))),
    words: Type.Array(Type.String()),
  }),
);

const latest = 'latest';
const sample = 'sample';

/** The decision of a version, and how stable its look-alikes are. */
const versionFile = /^(.+?)(?:\.stability)?\.json$/;

/** Null for a file that is absent or damaged. */
const readJson = async <T>(file: string, parse: (value: unknown) => T): Promise<T | null> => {
  try {
    return parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
};

/** Maps, and what was decided for each version of a dataset. `folder`: the folder of pictures in the data folder. */
export const openLooksFiles = (folder: string, tracker: string) => {
  const root = join(folder, 'looks', tracker);
  const read = (name: string): Promise<StoredLooks | null> =>
    readJson(join(root, `${name}.json`), (value) => Value.Parse(storedLooks, value));
  const stabilityFile = (version: string): string => join(root, `${version}.stability.json`);
  const sampleFile = join(root, `${sample}.json`);
  return {
    /** Null when nothing was decided, or the file is damaged. */
    readDecision: read,
    /** The decision of the version that was built last. */
    readLatest: () => read(latest),
    async readMap(id: string): Promise<LooksMap | null> {
      const bytes = await readFile(join(root, `${id}.map`)).catch(() => null);
      return bytes !== null && identifyMap(bytes) === id ? decodeMap(bytes) : null;
    },
    async writeMap(map: LooksMap): Promise<string> {
      const bytes = encodeMap(map);
      const id = identifyMap(bytes);
      await writeFileAtomically(join(root, `${id}.map`), bytes);
      return id;
    },
    async writeDecision(version: string, decision: StoredLooks): Promise<void> {
      const text = JSON.stringify(decision);
      await writeFileAtomically(join(root, `${version}.json`), text);
      await writeFileAtomically(join(root, `${latest}.json`), text);
    },
    /** The pictures that were learnt from when the last version was built; null when there are none. */
    readSample: (): Promise<readonly SampleItem[] | null> =>
      readJson(sampleFile, (value) => Value.Parse(storedSample, value)),
    writeSample: (items: readonly SampleItem[]) => writeFileAtomically(sampleFile, JSON.stringify(items)),
    /** Null when there was no version before, or the file is damaged. */
    readStability: (version: string) =>
      readJson(stabilityFile(version), (value) => Value.Parse(stability, value)),
    writeStability: (version: string, measured: Stability) =>
      writeFileAtomically(stabilityFile(version), JSON.stringify(measured)),
    /** Removes what was written for versions that are not among these. */
    async keepVersions(versions: readonly string[]): Promise<void> {
      const kept = new Set([...versions, latest, sample]);
      for (const name of await readdir(root).catch(() => [])) {
        const version = versionFile.exec(name)?.[1];
        if (version !== undefined && !kept.has(version)) await rm(join(root, name), { force: true });
      }
    },
  };
};

export type LooksFiles = ReturnType<typeof openLooksFiles>;
