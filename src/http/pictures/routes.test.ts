import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureRoutes } from './routes.ts';

const app = fastify();
let around: string;

beforeAll(async () => {
  around = await mkdtemp(join(tmpdir(), 'kindred-pictures-'));
  const folder = join(around, 'images');
  await mkdir(join(folder, 'sub', 'folder.png'), { recursive: true });
  await writeFile(join(around, 'outside.png'), 'secret');
  await writeFile(join(folder, 'a lamp.PNG'), 'png');
  await writeFile(join(folder, 'sub', 'b.webp'), 'webp');
  await writeFile(join(folder, 'notes.txt'), 'secret');
  await writeFile(join(folder, 'page.html'), 'secret');
  await symlink(join(around, 'outside.png'), join(folder, 'link.png'));
  await symlink(join(folder, 'sub', 'b.webp'), join(folder, 'inner.webp'));
  pictureRoutes(app, (dataset) => (dataset === 'known' ? folder : null));
});
afterAll(async () => {
  await app.close();
  await rm(around, { recursive: true, force: true });
});

describe('pictures of a feed folder', () => {
  it.each([
    ['a%20lamp.PNG', 'image/png', 'png'],
    ['sub/b.webp', 'image/webp', 'webp'],
    ['inner.webp', 'image/webp', 'webp'],
  ])('serves %s as %s', async (name, type, body) => {
    const response = await app.inject(`/pictures/known/${name}`);
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([200, type, body]);
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'content-length': String(body.length),
    });
  });

  it.each([
    'missing.png',
    'notes.txt',
    'page.html',
    'link.png',
    'sub/folder.png',
    '..%2foutside.png',
    '%2e%2e/outside.png',
    'sub/..%2f..%2foutside.png',
    'a%00.png',
    '',
  ])('does not serve %j', async (name) => {
    const response = await app.inject(`/pictures/known/${name}`);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('secret');
  });

  it('does not serve a dataset without a folder', async () => {
    expect((await app.inject('/pictures/other/a%20lamp.PNG')).statusCode).toBe(404);
  });
});
