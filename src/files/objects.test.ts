import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openObjectServer } from '../../test/support/objects/object-server.ts';
import { getOrAdd } from '../domain/memoize.ts';
import { type Objects, openFolderObjects } from './objects.ts';
import { openS3Objects } from './s3-objects.ts';
import { openSharedObjects } from './shared-objects.ts';

let base: string;
let server: Awaited<ReturnType<typeof openObjectServer>>;
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'kindred-objects-'));
  mkdirSync(join(base, 'folder'));
  server = await openObjectServer(join(base, 'served'), 'shop');
});
afterAll(() => {
  server.close();
  rmSync(base, { recursive: true, force: true });
});

const openS3 = (bucket = 'shop', secretAccessKey = 'S3RVER', timeoutMs = 60_000): Objects =>
  openS3Objects(
    {
      bucket,
      prefix: 'a/b/',
      endpoint: server.environment.AWS_ENDPOINT_URL_S3,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey,
      sessionToken: null,
    },
    timeoutMs,
  );
const away = (cause: string, step: string) => ({
  code: 'unavailable',
  message: 'The object storage that the nodes share is away.',
  nextStep: expect.stringContaining(step) as string,
  cause: { message: expect.stringContaining(cause) as string },
});

describe.each<[string, () => Objects]>([
  ['a folder', () => openFolderObjects(join(base, 'folder'))],
  ['a bucket', () => openS3()],
])('objects in %s', (_name, open) => {
  it('are there as a whole, by group, until they are removed', async () => {
    const objects = open();
    const content = Buffer.from([0, 1, 2, 250]);
    await objects.put('one/x', content);
    await objects.put('one/y', Buffer.alloc(0));
    await objects.put('other/x', Buffer.from('z'));
    await objects.put('one/x', content);
    expect(await objects.get('one/x')).toEqual(content);
    expect(await objects.get('one/y')).toHaveLength(0);
    expect((await objects.list('one')).toSorted()).toEqual(['one/x', 'one/y']);
    await objects.remove('one/x');
    await objects.remove('one/x');
    expect(await objects.get('one/x')).toBeNull();
    expect(await objects.list('one')).toEqual(['one/y']);
    expect(await objects.list('none')).toEqual([]);
  });

  it('belong to one installation', async () => {
    const known = new Map<string, string>();
    const check = async (name: string, holds: boolean | null): Promise<void> => {
      const shared = await openSharedObjects({
        objects: open(),
        record: {
          sharedFolder: () => known.get(name) ?? null,
          claimSharedFolder: async (id) => getOrAdd(known, name, () => id),
        },
        holdsLive: async () => holds,
      });
      shared.close();
      return shared.check();
    };
    await expect(check('restored', false)).rejects.toMatchObject({
      cause: { message: 'it has none of the live versions' },
    });
    await check('first', null);
    await check('first', true);
    known.set('second', 'of a folder');
    await expect(check('second', null)).rejects.toMatchObject({
      cause: { message: 'it belongs to another installation' },
    });
  });
});

it('lists more objects of a bucket than one answer has', async () => {
  const objects = openS3();
  const keys = Array.from({ length: 1_003 }, (_, at) => `many/${String(at).padStart(4, '0')}`);
  for (let at = 0; at < keys.length; at += 100)
    await Promise.all(keys.slice(at, at + 100).map((key) => objects.put(key, Buffer.from('x'))));
  expect(await objects.list('many')).toEqual(keys);
});

describe('object storage that is away', () => {
  const attempts = (objects: Objects) => [
    () => objects.put('one/z', Buffer.from('z')),
    () => objects.get('one/x'),
    () => objects.list('one'),
  ];

  it('is a folder that does not exist: it is not created', async () => {
    renameSync(join(base, 'folder'), join(base, 'away'));
    const objects = openFolderObjects(join(base, 'folder'));
    for (const work of attempts(objects))
      await expect(work()).rejects.toMatchObject(away('ENOENT', 'KINDRED_OBJECTS'));
    renameSync(join(base, 'away'), join(base, 'folder'));
    expect(await objects.get('one/z')).toBeNull();
  });

  it('says what to do about a missing bucket and a wrong key', async () => {
    for (const work of attempts(openS3('missing')))
      await expect(work()).rejects.toMatchObject(away('bucket missing: NoSuchBucket', 'create the bucket'));
    await expect(openS3('shop', 'wrong').get('one/x')).rejects.toMatchObject(
      away('SignatureDoesNotMatch', 'AWS_SECRET_ACCESS_KEY'),
    );
  });

  it('is given up when it does not answer', async () => {
    server.hang();
    await expect(openS3('shop', 'S3RVER', 300).list('one')).rejects.toMatchObject(
      away('', 'KINDRED_OBJECTS'),
    );
    server.goOn();
    await server.stop();
    await expect(openS3().get('one/x')).rejects.toMatchObject(away('', 'KINDRED_OBJECTS'));
    await server.start();
    expect(await openS3().list('one')).toEqual(['one/y']);
  });
});
