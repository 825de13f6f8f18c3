import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProduct, fields } from '../../../test/support/engine/catalogue-arbitraries.ts';
import { createRandom } from '../../../test/support/engine/catalogue-history.ts';
import { publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';
import { diskFiles, type Files } from '../../files/files.ts';
import type { DraftProduct, EngineReader, ProductDraft } from '../engine.ts';
import { createQuery } from '../search-query.ts';
import type { Problem } from './live-versions.ts';
import { openServingReader } from './serving-reader.ts';
import { inspectVersion, type SharedVersion } from './storage/load-version.ts';
import { readManifest } from './storage/manifest.ts';

/* Enough pictures for codes, and a plan whose groups are small: few pairs are compared. */

const count = 16_500;
const weights = { looks: 1, colour: 0 };
const plan = { weights, same: { fields: ['category'], mode: 'All' as const }, exclude: null, candidates: 2 };
const draft: ProductDraft = { fields, language: 'en', model: 'drawn', plans: [plan] };
const stride = 24;

const drawProducts = (): DraftProduct[] => {
  const random = createRandom(3);
  return Array.from({ length: count }, (_, at) => ({
    product: createProduct(`p${at}`, { fields: { category: [`c${at % 2000}`] } }),
    picture: {
      hash: `h${at}`,
      looks: Float32Array.from({ length: stride }, () => random() - 0.5),
      colour: new Float32Array(0),
    },
  }));
};

/** No list is made for this: all products are compared. */
const ask = async (engine: EngineReader): Promise<unknown[]> => {
  const reader = engine.products('shop');
  const source = await reader?.source('p77');
  if (!reader || !source) throw new Error('nothing is live');
  const { hits } = await reader.search(createQuery({ kind: 'looks', source, weights }, 24));
  return hits.map(({ identifier, score }) => [identifier, score]);
};

/** A disk that counts the bytes that are read of vectors. */
const countReads = () => {
  const counted = { bytes: 0 };
  const files: Files = {
    ...diskFiles,
    open: async (path) => {
      const file = await diskFiles.open(path);
      if (file === null || !path.endsWith('looks.bin')) return file;
      return {
        ...file,
        readNow: (into, offset) => {
          counted.bytes += into.length;
          file.readNow(into, offset);
        },
      };
    },
  };
  return { files, counted };
};

const options = { pollMs: 3_600_000 };
const products = drawProducts();
const allBytes = count * stride * 4;
let folder = '';
let expected: unknown[] = [];
let version = '';
const versionFolder = (): string => join(folder, 'shop', version);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-codes-'));
  await withEngine({ ...options, folder, serves: false }, async (engine) => {
    ({ version } = await publish(engine, 'shop', draft, products));
    expected = await ask(engine);
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens the folder as the main thread does. */
const openMain = async (
  work: (engine: EngineReader, shared: SharedVersion) => Promise<void>,
  onProblem: (problem: Problem) => void,
): Promise<void> => {
  const announced: SharedVersion[] = [];
  const announce = async (_: string, shared: SharedVersion | null) => void (shared && announced.push(shared));
  await withEngine({ ...options, folder, announce, onProblem }, async (engine) => {
    const shared = announced.at(-1);
    if (!shared) throw new Error('nothing is shared');
    await work(engine, shared);
  });
};

const failOn = ({ error }: Problem): never => {
  throw error;
};

describe('codes of a version', () => {
  it('are files that older programs do not read', async () => {
    const manifest = await readManifest(diskFiles, versionFolder());
    expect(manifest?.derived?.map(({ name }) => name)).toEqual(['codes.bin']);
    expect(manifest?.files.map(({ name }) => name)).not.toContain('codes.bin');
  });

  it('are read by the main thread, and used by all: few vectors are read', async () => {
    await openMain(async (engine, shared) => {
      expect(await ask(engine)).toEqual(expected);
      const { files, counted } = countReads();
      const findShared = async () => structuredClone(shared);
      const reader = openServingReader({ folder, files, findShared, onProblem: failOn });
      await reader.refreshAll();
      await new Promise(setImmediate);
      expect(await ask(reader)).toEqual(expected);
      expect(counted.bytes).toBeLessThan(allBytes / 10);
    }, failOn);
  });

  it('are copied where all pictures stay, and shared with the version after', async () => {
    const before = version;
    const announced: (SharedVersion | null)[] = [];
    const announce = async (_: string, shared: SharedVersion | null) => void announced.push(shared);
    await withEngine({ ...options, folder, announce }, async (engine) => {
      const [first, ...rest] = products;
      const changed = createProduct('p0', { price: 5, fields: first?.product.fields ?? {} });
      const next = [{ product: changed, picture: first?.picture ?? null }, ...rest];
      ({ version } = await publish(engine, 'shop', draft, next));
    });
    const [first, ...others] = announced.map((shared) => shared?.derived[0]);
    expect(first).toBeDefined();
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toBe(first);
    expect(version).not.toBe(before);
    const [old, own] = [
      await readManifest(diskFiles, join(folder, 'shop', before)),
      await readManifest(diskFiles, versionFolder()),
    ];
    expect(own?.derived).toEqual(old?.derived);
    expect(await inspectVersion(diskFiles, join(folder, 'shop'), version)).toEqual([]);
    await openMain(async (engine) => expect(await ask(engine)).toEqual(expected), failOn);
  });

  it('are made from the vectors where the file is damaged, which is reported', async () => {
    const path = join(versionFolder(), 'codes.bin');
    const content = await readFile(path);
    await writeFile(path, content.fill(1, 1000, 1010));
    const problems: Problem[] = [];
    await openMain(
      async (engine) => expect(await ask(engine)).toEqual(expected),
      (problem) => problems.push(problem),
    );
    expect(problems.map(({ error }) => String(error))).toEqual([
      expect.stringContaining('codes.bin does not match'),
    ]);
    expect(await inspectVersion(diskFiles, join(folder, 'shop'), version)).toEqual([
      expect.objectContaining({ file: 'codes.bin' }),
    ]);
  });
});
