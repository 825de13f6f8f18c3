import { createHash } from 'node:crypto';
import { cp, link, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { createProduct, fields } from '../../../test/support/engine/catalogue-arbitraries.ts';
import { createEmbeddedBackup } from './backup.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';

const draft = { fields, language: 'en', model: 'm', plans: [] };
const shop = (round: number) =>
  ['p1', 'p2'].map((identifier) => ({
    product: createProduct(identifier, { displayText: `Round ${round}`, price: round }),
    picture: null,
  }));
const setPrice = (engine: Engine, price: number) =>
  engine.change('shop', [{ at: Date.now() + price, kind: 'update', identifier: 'p1', set: { price } }]);

const inFolders = (work: (data: string, backup: string) => Promise<void>) =>
  inTemporaryFolder((folder) => work(join(folder, 'data'), join(folder, 'backup')));

describe('a backup of the embedded engine', () => {
  it('serves the copied state when an engine is opened on it', () =>
    inFolders(async (data, backup) => {
      let live = '';
      await withEngine({ folder: data }, async (engine) => {
        await publish(engine, 'shop', draft, shop(1));
        live = (await publish(engine, 'shop', draft, shop(2))).version;
        await setPrice(engine, 77);
        await createEmbeddedBackup(data).copyTo(backup);
        await publish(engine, 'shop', draft, shop(3));
        await setPrice(engine, 88);
      });
      await withEngine({ folder: backup }, async (engine) => {
        expect(engine.products('shop')?.version).toBe(live);
        expect((await engine.product('shop', 'p1'))?.price).toBe(77);
        expect((await engine.product('shop', 'p2'))?.displayText).toBe('Round 2');
        expect(await engine.versions('shop')).toHaveLength(2);
        expect(await engine.verify('shop')).toEqual([]);
      });
    }));

  it('lists every copied file with its size and checksum, and nothing else', () =>
    inFolders(async (data, backup) => {
      await withEngine({ folder: data }, async (engine) => {
        await publish(engine, 'shop', draft, shop(1));
        await setPrice(engine, 2);
      });
      await mkdir(join(data, 'shop', '.building-left-behind'));
      await writeFile(join(data, 'not-a-dataset'), '');
      const steps: [string, number, number | null][] = [];
      const files = await createEmbeddedBackup(data).copyTo(backup, {
        progress: (...step) => steps.push(step),
      });
      const names = (await readdir(backup, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(backup.length + 1));
      expect(files.map(({ path }) => path).sort()).toEqual(names.sort());
      for (const { path, bytes, sha256 } of files) {
        const content = await readFile(join(backup, path));
        expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
      }
      expect(steps).toEqual([['Copying datasets', 1, 1]]);
    }));

  it('links the files of versions, which never change, and copies the rest', () =>
    inFolders(async (data, backup) => {
      await withEngine({ folder: data }, async (engine) => {
        await publish(engine, 'shop', draft, shop(1));
      });
      await mkdir(backup);
      await writeFile(join(data, 'probe'), '');
      const canLink = await link(join(data, 'probe'), join(backup, 'probe')).then(
        () => true,
        () => false,
      );
      const files = await createEmbeddedBackup(data).copyTo(backup);
      for (const { path } of files) {
        const isSameFile = (await stat(join(data, path))).ino === (await stat(join(backup, path))).ino;
        expect(isSameFile, path).toBe(canLink && path.split('/').length === 3);
      }
    }));

  it('leaves out a line of the log that is still being written', () =>
    inFolders(async (data, backup) => {
      await withEngine({ folder: data }, async (engine) => {
        await publish(engine, 'shop', draft, shop(1));
        await setPrice(engine, 5);
      });
      const log = (await readdir(join(data, 'shop'))).find((name) => name.endsWith('.log')) ?? '';
      const whole = await readFile(join(data, 'shop', log), 'utf8');
      await writeFile(join(data, 'shop', log), `${whole}0123 {"sequ`);
      await createEmbeddedBackup(data).copyTo(backup);
      expect(await readFile(join(backup, 'shop', log), 'utf8')).toBe(whole);
    }));

  it('is consistent while versions are published and products change', () =>
    inFolders(async (data, backup) => {
      await withEngine({ folder: data, keepVersions: 2 }, async (engine) => {
        await publish(engine, 'shop', draft, shop(0));
        let isOver = false;
        let acknowledged = 0;
        const traffic = (async () => {
          for (let round = 1; !isOver; round += 1) {
            await publish(engine, 'shop', draft, shop(round));
            await setPrice(engine, 1000 + round);
            acknowledged = 1000 + round;
            // A backup needs one moment without a switch of versions.
            await sleep(150);
          }
        })();
        try {
          for (let round = 0; round < 5; round += 1) {
            const before = acknowledged;
            const target = join(backup, String(round));
            await createEmbeddedBackup(data).copyTo(target);
            await cp(target, `${target}-copy`, { recursive: true });
            await withEngine({ folder: `${target}-copy` }, async (restored) => {
              expect(await restored.verify('shop')).toEqual([]);
              expect(restored.problems()).toEqual([]);
              expect((await restored.product('shop', 'p1'))?.price).toBeGreaterThanOrEqual(before);
              // A new change gets a number of its own: it is not taken for one that a version contains.
              await setPrice(restored, 1_000_000);
              expect((await restored.product('shop', 'p1'))?.price).toBe(1_000_000);
            });
          }
        } finally {
          isOver = true;
          await traffic;
        }
      });
    }));

  it('ends when it is aborted', () =>
    inFolders(async (data, backup) => {
      await withEngine({ folder: data }, async (engine) => {
        await publish(engine, 'shop', draft, shop(1));
      });
      const stopped = createEmbeddedBackup(data).copyTo(backup, {
        signal: AbortSignal.abort(new Error('stop')),
      });
      await expect(stopped).rejects.toThrow('stop');
    }));

  it('of a folder that does not exist has no files', () =>
    inFolders(async (data, backup) => {
      expect(await createEmbeddedBackup(data).copyTo(backup)).toEqual([]);
    }));
});
