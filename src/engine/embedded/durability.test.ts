import { appendFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fields, createPicture, createProduct } from '../../../test/support/engine/catalogue-arbitraries.ts';
import type { Problem } from './live-versions.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';

const dataset = 'shop';
const draft = { fields, language: 'en', model: 'm', plans: [] };
const picture = createPicture(Float32Array.from([1, 0, 0, 0]), Float32Array.from([1, 0, 0, 0]));
const catalogue = (size: number) =>
  Array.from({ length: size }, (_, number) => ({ product: createProduct(`p${number}`), picture }));

const flipByte = async (path: string) => {
  const content = await readFile(path);
  const middle = Math.floor(content.length / 2);
  content[middle] = (content[middle] ?? 0) ^ 0x40;
  await writeFile(path, content);
};

const damages: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  ['a flipped bit', flipByte],
  ['a lost end', (path) => truncate(path, 3)],
  ['something appended', (path) => appendFile(path, 'x')],
];

describe('a damaged live version', () => {
  it.each(damages)('with %s is reported by file name, and the previous version serves', async (_, damage) => {
    await inTemporaryFolder(async (folder) => {
      let first = '';
      let second = '';
      await withEngine({ folder }, async (engine) => {
        first = (await publish(engine, dataset, draft, catalogue(2))).version;
        second = (await publish(engine, dataset, draft, catalogue(3))).version;
      });
      const names = await readdir(join(folder, dataset, second));
      expect(names).toContain('manifest.json');
      for (const name of names) {
        const path = join(folder, dataset, second, name);
        const intact = await readFile(path);
        // An empty file has no byte to damage.
        if (intact.length === 0) continue;
        await damage(path);
        const problems: Problem[] = [];
        await withEngine({ folder, onProblem: (problem) => problems.push(problem) }, async (engine) => {
          expect(engine.products(dataset)?.version).toBe(first);
          expect(String(problems[0]?.error)).toContain(name);
          expect(engine.problems()).toMatchObject([
            { dataset, version: second, file: name, message: expect.stringContaining(name) as string },
          ]);
          expect((await engine.verify(dataset)).map(({ version, file }) => [version, file])).toEqual([
            [second, name],
          ]);
        });
        await writeFile(path, intact);
      }
      await withEngine({ folder }, async (engine) => {
        expect(engine.products(dataset)?.version).toBe(second);
        expect(engine.problems()).toEqual([]);
      });
    });
  });

  it('does not stop a service that has the previous version in memory', async () => {
    const problems: Problem[] = [];
    await inTemporaryFolder((folder) =>
      withEngine({ folder, pollMs: 5, onProblem: (problem) => problems.push(problem) }, async (serving) => {
        const { version } = await publish(serving, dataset, draft, catalogue(1));
        await withEngine({ folder }, async (other) => {
          const builder = await other.buildProducts(dataset, draft);
          const broken = await builder.finish();
          await flipByte(join(folder, dataset, broken.version, 'rows.bin'));
          await other.makeLive(dataset, broken.version);
        });
        await expect.poll(() => problems.length).toBeGreaterThan(0);
        expect(serving.products(dataset)?.version).toBe(version);
      }),
    );
  });

  it('never falls back to a version that was not live', async () => {
    await inTemporaryFolder(async (folder) => {
      await withEngine({ folder }, async (engine) => {
        await (await engine.buildProducts(dataset, draft)).finish();
        const { version } = await publish(engine, dataset, draft, catalogue(1));
        await flipByte(join(folder, dataset, version, 'records.bin'));
      });
      await withEngine({ folder }, async (engine) => {
        expect(engine.products(dataset)).toBeNull();
      });
    });
  });
});

describe('the pointer to the live version', () => {
  it('is read from its copy when it is damaged', async () => {
    await inTemporaryFolder(async (folder) => {
      let version = '';
      await withEngine({ folder }, async (engine) => {
        version = (await publish(engine, dataset, draft, catalogue(1))).version;
      });
      await writeFile(join(folder, dataset, 'live.json'), '{"version":"nonsense');
      await withEngine({ folder }, async (engine) => {
        expect(engine.products(dataset)?.version).toBe(version);
      });
    });
  });
});

describe('several processes', () => {
  it('see versions of new datasets that another process publishes', async () => {
    await inTemporaryFolder((folder) =>
      withEngine({ folder, pollMs: 5 }, async (serving) => {
        await withEngine({ folder }, async (publishing) => {
          const { version } = await publish(publishing, dataset, draft, catalogue(2));
          await expect.poll(() => serving.products(dataset)?.version).toBe(version);
        });
      }),
    );
  });

  it('remove what a killed publisher left behind', async () => {
    await inTemporaryFolder((folder) =>
      withEngine({ folder }, async (engine) => {
        await mkdir(join(folder, dataset, '.building-left-behind'), { recursive: true });
        await mkdir(join(folder, dataset, '.discarded-left-behind'));
        await writeFile(join(folder, dataset, 'live.json.0123456789ab.new'), 'half');
        const { version } = await publish(engine, dataset, draft, catalogue(1));
        expect(await readdir(join(folder, dataset))).toEqual([
          '.locks',
          version,
          'live.copy.json',
          'live.json',
        ]);
      }),
    );
  });
});

describe('old versions', () => {
  it('are removed, except the newest before the live one and all after it', async () => {
    await inTemporaryFolder((folder) =>
      withEngine({ folder, keepVersions: 2 }, async (engine) => {
        const listNames = async () => (await engine.versions(dataset)).map(({ version }) => version);
        const build = async (size: number) => {
          const builder = await engine.buildProducts(dataset, draft);
          for (const one of catalogue(size)) await builder.add(one);
          return (await builder.finish()).version;
        };
        const first = await build(1);
        const second = await build(2);
        const third = await build(3);
        const fourth = await build(4);
        await engine.makeLive(dataset, first);
        expect(await listNames()).toEqual([fourth, third, second, first]);
        await engine.makeLive(dataset, third);
        expect(await listNames()).toEqual([fourth, third, second]);
      }),
    );
  });
});

describe('the name of a dataset', () => {
  it.each(['..', 'a/b', '', '.hidden', 'x'.repeat(65)])('is rejected when it is %j', async (name) => {
    await inTemporaryFolder((folder) =>
      withEngine({ folder }, async (engine) => {
        await expect(engine.buildProducts(name, draft)).rejects.toMatchObject({ code: 'bad-input' });
      }),
    );
  });
});
