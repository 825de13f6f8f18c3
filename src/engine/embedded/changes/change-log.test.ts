import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fields,
  createPicture,
  createProduct,
} from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { diskFiles } from '../../../files/files.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../../test/support/engine/temporary-engine.ts';
import { openChangeLog } from './change-log.ts';

const price = (at: number, value = at) => ({
  at,
  kind: 'update' as const,
  identifier: 'p1',
  set: { price: value },
});
const draft = { fields, language: 'en', model: 'm', plans: [] };
const product = { product: createProduct('p1', { price: 1, fields: { price: 1 } }), picture: null };
const listLogs = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.log'));

describe('the change log', () => {
  it('numbers changes, keeps vectors bit-exact, and shares them with other processes', async () => {
    await inTemporaryFolder(async (folder) => {
      const log = openChangeLog(diskFiles, folder);
      const other = openChangeLog(diskFiles, folder);
      const looks = Float32Array.of(0.1, 0.2, 0.3);
      const put = {
        at: 5,
        kind: 'put',
        product: product.product,
        picture: createPicture(looks, looks),
      } as const;
      await log.append([put, price(1)]);
      await other.append([price(2)]);
      const kept = await log.read();
      expect(kept.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
      expect(kept[0]?.change).toEqual(put);
      expect(await other.read()).toEqual(kept);
    });
  });

  it('loses and repeats nothing when two processes append at the same time', async () => {
    await inTemporaryFolder(async (folder) => {
      const one = openChangeLog(diskFiles, folder);
      const other = openChangeLog(diskFiles, folder);
      await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? one : other).append([price(n)])));
      const kept = await openChangeLog(diskFiles, folder).read();
      expect(kept.map(({ sequence }) => sequence)).toEqual(kept.map((_, n) => n + 1));
      expect(kept.map(({ change }) => change.at).sort((a, b) => a - b)).toEqual(kept.map((_, n) => n));
      expect(kept.length).toBe(60);
    });
  });

  it('continues after a crash cut the last line at any byte', async () => {
    await inTemporaryFolder(async (folder) => {
      await openChangeLog(diskFiles, folder).append([price(1), price(2)]);
      const [name = ''] = await listLogs(folder);
      const whole = await readFile(join(folder, name), 'utf8');
      const second = whole.indexOf('\n') + 1;
      for (let cut = second; cut < whole.length; cut += 7) {
        await writeFile(join(folder, name), whole.slice(0, cut));
        const log = openChangeLog(diskFiles, folder);
        expect((await log.read()).map(({ change }) => change.at)).toEqual([1]);
        await log.append([price(3)]);
        const after = await openChangeLog(diskFiles, folder).read();
        expect(after.map(({ sequence, change }) => [sequence, change.at])).toEqual([
          [1, 1],
          [2, 3],
        ]);
        expect(await log.read()).toEqual(after);
      }
    });
  });

  it('skips lines that do not match their checksum', async () => {
    await inTemporaryFolder(async (folder) => {
      await openChangeLog(diskFiles, folder).append([price(1)]);
      const [name = ''] = await listLogs(folder);
      await appendFile(join(folder, name), '00000000 {"sequence":2,"change":{}}\nnonsense\n');
      expect(await openChangeLog(diskFiles, folder).read()).toHaveLength(1);
    });
  });

  it('discards whole segments and continues the numbering', async () => {
    await inTemporaryFolder(async (folder) => {
      const log = openChangeLog(diskFiles, folder, 1);
      for (let at = 1; at <= 4; at += 1) await log.append([price(at)]);
      expect(await listLogs(folder)).toHaveLength(4);
      await log.discardThrough(2);
      expect((await log.read()).map(({ sequence }) => sequence)).toEqual([3, 4]);
      await log.discardThrough(4);
      expect(await log.read()).toEqual([]);
      await openChangeLog(diskFiles, folder, 1).append([price(9)]);
      expect((await log.read()).map(({ sequence }) => sequence)).toEqual([5]);
    });
  });
});

describe('an engine with live changes', () => {
  it('sees changes made by another process', async () => {
    await inTemporaryFolder(async (folder) => {
      await withEngine({ folder }, async (writer) => {
        await publish(writer, 'shop', draft, [product]);
        await withEngine({ folder, pollMs: 20 }, async (reader) => {
          await writer.change('shop', [price(1, 7)]);
          await expect.poll(async () => (await reader.product('shop', 'p1'))?.price).toBe(7);
        });
      });
    });
  });

  it('lists the last changes and says which of them the live version contains', async () => {
    await inTemporaryFolder(async (folder) => {
      await withEngine({ folder }, async (engine) => {
        expect(await engine.changes('shop', 10)).toEqual([]);
        await publish(engine, 'shop', draft, [product]);
        await engine.change('shop', [{ ...price(1), by: 'feeds' }]);
        await publish(engine, 'shop', draft, [product]);
        await engine.change('shop', [price(2), price(3)]);
        const listChanges = async (limit: number) =>
          (await engine.changes('shop', limit)).map(({ change, merged }) => [change.at, change.by, merged]);
        expect(await listChanges(2)).toEqual([
          [3, undefined, false],
          [2, undefined, false],
        ]);
        expect((await listChanges(10)).at(-1)).toEqual([1, 'feeds', true]);
      });
    });
  });

  it('keeps the changes when it is reopened', async () => {
    await inTemporaryFolder(async (folder) => {
      await withEngine({ folder }, async (engine) => {
        await publish(engine, 'shop', draft, [product]);
        await engine.change('shop', [price(1, 7)]);
      });
      await withEngine({ folder }, async (engine) => {
        expect((await engine.product('shop', 'p1'))?.price).toBe(7);
      });
    });
  });

  it('keeps the newest versions, the live one, and the changes that one of them needs', async () => {
    await inTemporaryFolder(async (folder) => {
      await withEngine({ folder, keepVersions: 2, segmentBytes: 1 }, async (engine) => {
        const readLog = () => openChangeLog(diskFiles, join(folder, 'shop')).read();
        const first = await publish(engine, 'shop', draft, [product], { asOf: 0 });
        await engine.change('shop', [price(1, 7)]);
        await publish(engine, 'shop', draft, [product], { asOf: 0 });
        await engine.makeLive('shop', first.version);
        expect((await engine.product('shop', 'p1'))?.price).toBe(7);
        const second = await publish(engine, 'shop', draft, [product], { asOf: 1 });
        // All versions contain it, but one is of an older feed, which may come again.
        expect(await readLog()).toHaveLength(1);
        const third = await publish(engine, 'shop', draft, [product], { asOf: 1 });
        const kept = (await engine.versions('shop')).map(({ version }) => version);
        expect(kept).toEqual([third.version, second.version]);
        expect(await readLog()).toEqual([]);
        await engine.change('shop', [price(2, 8)]);
        expect((await engine.product('shop', 'p1'))?.price).toBe(8);
        await engine.makeLive('shop', second.version);
        expect((await engine.product('shop', 'p1'))?.price).toBe(8);
      });
    });
  });
});
