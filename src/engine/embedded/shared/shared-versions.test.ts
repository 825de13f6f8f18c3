import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataset, draft, otherDataset, publish, shop } from '../../../../test/contract/shop.ts';
import { limits } from '../../../../test/limits.ts';
import { openObjectServer } from '../../../../test/support/objects/object-server.ts';
import { createPgliteDatabase, openPglite } from '../../../../test/support/postgres/pglite-database.ts';
import { openS3Objects } from '../../../files/s3-objects.ts';
import type { Engine, ProductChange } from '../../engine.ts';
import { openEmbeddedEngine } from '../embedded.ts';
import { createFolderMover } from '../move-versions.ts';
import { adoptVersions, takeOverFolder } from './adopt-versions.ts';
import type { Shared } from './transfers.ts';
import { createVersionRows } from './version-rows.ts';

/* Machines with folders of their own, one database, and one bucket. */

describe('engines that share versions', () => {
  let base: string;
  let pglite: Awaited<ReturnType<typeof openPglite>>;
  let server: Awaited<ReturnType<typeof openObjectServer>>;
  let shared: Shared;
  let one: Engine;
  let other: Engine;
  const opened: Engine[] = [];

  const open = async (name: string): Promise<Engine> => {
    const engine = await openEmbeddedEngine({ folder: join(base, name), shared });
    opened.push(engine);
    return engine;
  };
  const setPrice = (price: number): readonly ProductChange[] => [
    { kind: 'update', at: Date.now(), identifier: 'far', set: { price } },
  ];
  const readPrice = async (engine: Engine): Promise<unknown> => (await engine.product(dataset, 'far'))?.price;
  const listHere = (name: string): string[] =>
    readdirSync(join(base, name, dataset)).filter((entry) => /^\d{8}T/.test(entry));
  const serve = (engine: Engine, version: string): Promise<void> =>
    expect.poll(() => engine.products(dataset)?.version, { timeout: limits.processes }).toBe(version);

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'kindred-sharing-'));
    pglite = await openPglite();
    server = await openObjectServer(join(base, 'served'), 'shop');
    const objects = openS3Objects({
      bucket: 'shop',
      prefix: 'kindred/',
      endpoint: server.environment.AWS_ENDPOINT_URL_S3,
      region: 'us-east-1',
      accessKeyId: server.environment.AWS_ACCESS_KEY_ID,
      secretAccessKey: server.environment.AWS_SECRET_ACCESS_KEY,
      sessionToken: null,
    });
    const check = async (): Promise<void> => void (await objects.get('any'));
    shared = { rows: createVersionRows(createPgliteDatabase(pglite)), objects, check };
    [one, other] = [await open('one'), await open('other')];
  });
  afterAll(async () => {
    for (const engine of opened) await engine.close();
    server.close();
    await pglite.close();
    rmSync(base, { recursive: true, force: true });
  });

  it('serve what another one published, and follow its live changes', async () => {
    const { version } = await publish(one, dataset, draft, shop);
    await serve(other, version);
    await other.change(dataset, setPrice(9));
    expect(await readPrice(other)).toBe(9);
    await expect.poll(() => readPrice(one)).toBe(9);
    const words = await one.buildKeywords(otherDataset, 'en', []);
    await one.makeLive(otherDataset, words.version);
    await expect.poll(() => other.keywords(otherDataset)?.version).toBe(words.version);
  });

  it('store the same content once, keep five versions and have two of them, and roll back to any', async () => {
    await publish(other, dataset, draft, shop);
    const stored = await shared.objects.list(dataset);
    for (let at = 0; at < 5; at += 1) await publish(one, dataset, draft, shop);
    for (const key of await shared.objects.list(dataset)) expect(stored).toContain(key);
    const versions = await other.versions(dataset);
    expect(versions).toHaveLength(5);
    await serve(other, versions[0]?.version ?? '');
    for (const name of ['one', 'other']) await expect.poll(() => listHere(name)).toHaveLength(2);
    const oldest = versions.at(-1)?.version ?? '';
    await other.makeLive(dataset, oldest);
    await serve(one, oldest);
    expect(await readPrice(one)).toBe(9);
    expect(await one.verify(dataset)).toEqual([]);
    await expect(one.discard(dataset, oldest)).rejects.toMatchObject({ code: 'conflict' });
    await one.discard(dataset, versions[0]?.version ?? '');
    expect(await other.versions(dataset)).toHaveLength(4);
  });

  it('remove what an upload that was never completed has left', async () => {
    await shared.objects.put(`${dataset}/torn`, Buffer.from('torn'));
    await publish(one, dataset, draft, shop);
    expect(await shared.objects.list(dataset)).not.toContain(`${dataset}/torn`);
  });

  it('go on without object storage, and start again without it', async () => {
    await server.stop();
    await expect(publish(one, dataset, draft, shop)).rejects.toMatchObject({ code: 'unavailable' });
    await one.change(dataset, setPrice(10));
    await expect.poll(() => readPrice(other)).toBe(10);
    await other.close();
    other = await open('other');
    expect(await readPrice(other)).toBe(10);
    const third = await open('third');
    expect(third.products(dataset)).toBeNull();
    await server.start();
    await serve(third, one.products(dataset)?.version ?? '');
    expect(await readPrice(third)).toBe(10);
    await third.close();
  });

  it('fetch a copy that is damaged again, and say what is missing in the storage', async () => {
    const version = one.products(dataset)?.version ?? '';
    const folder = join(base, 'third', dataset, version);
    const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.bin')) ?? '');
    const content = readFileSync(file);
    content[3] = (content[3] ?? 0) ^ 255;
    writeFileSync(file, content);
    const third = await open('third');
    expect(third.products(dataset)?.version).toBe(version);
    const [key = ''] = await shared.objects.list(dataset);
    const stored = await shared.objects.get(key);
    await shared.objects.remove(key);
    expect(await third.verify(dataset)).toContainEqual(
      expect.objectContaining({ problem: 'is missing in the object storage' }),
    );
    await shared.objects.put(key, stored ?? Buffer.alloc(0));
    expect(await third.verify(dataset)).toEqual([]);
  });

  it('take over a folder, whose nodes are refused changes from then on', async () => {
    const root = join(base, 'folder');
    const name = 'aaaaaaaa-2222-4333-8444-555555555555';
    const earlier = await openEmbeddedEngine({ folder: root });
    opened.push(earlier);
    const { version } = await publish(earlier, name, draft, shop);
    await earlier.change(name, setPrice(5));
    await takeOverFolder(shared, root, createFolderMover(root, root).refuse);
    await expect.poll(() => one.products(name)?.version).toBe(version);
    expect((await one.product(name, 'far'))?.price).toBe(5);
    await expect(earlier.change(name, setPrice(6))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await adoptVersions(shared, { root, dataset: name })).toBe(0);
    await one.change(name, setPrice(7));
    expect((await one.product(name, 'far'))?.price).toBe(7);
    await shared.rows.setMoved(true);
    await expect(one.change(name, setPrice(8))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(publish(one, name, draft, shop)).rejects.toMatchObject({ code: 'unavailable' });
    await shared.rows.setMoved(false);
  });
});
