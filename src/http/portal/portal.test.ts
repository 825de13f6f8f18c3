import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portalRoutes } from './routes.ts';

let app: FastifyInstance;
let around: string;
let folder: string;

beforeAll(async () => {
  around = await mkdtemp(join(tmpdir(), 'kindred-portal-'));
  folder = join(around, 'portal');
  await writeFile(join(around, 'outside.json'), 'secret');
  app = fastify();
  portalRoutes(app, folder);
});

afterAll(async () => {
  await app.close();
  await rm(around, { recursive: true, force: true });
});

describe('the portal', () => {
  it('is served with a strict policy, immutable assets, and index.html for inner paths', async () => {
    const get = (url: string, more: Record<string, string> = {}) => app.inject({ url, headers: more });
    expect((await get('/portal')).statusCode).toBe(503);
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Kindred</title>');
    await writeFile(join(folder, 'assets', 'app-1a2b3c.js'), 'export {};');
    await writeFile(join(folder, '.built-from'), 'secret');
    const page = await get('/portal/websites/north/boxes');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(page.headers['cache-control']).toBe('no-cache');
    const asset = await get('/portal/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip, br' });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-encoding']).toBe('gzip');
    // Only what the build compressed after the file was written.
    await writeFile(join(folder, 'assets', 'shell-1a2b3c.js'), 'export const shell = 1;');
    await writeFile(
      join(folder, 'assets', 'shell-1a2b3c.js.br'),
      brotliCompressSync('export const shell = 1;'),
    );
    const packed = await get('/portal/assets/shell-1a2b3c.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('export const shell = 1;');
    const older = await get('/portal/assets/shell-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(older.headers['content-encoding']).toBe('gzip');
    expect(new Set([packed.headers.etag, older.headers.etag]).size).toBe(2);
    expect((await get('/portal/assets/shell-1a2b3c.js.br')).statusCode).toBe(404);
    await utimes(join(folder, 'assets', 'app-1a2b3c.js'), new Date(), new Date());
    await writeFile(join(folder, 'assets', 'app-1a2b3c.js.br'), 'of an older build');
    await utimes(join(folder, 'assets', 'app-1a2b3c.js.br'), new Date(0), new Date(0));
    const again = await get('/portal/assets/app-1a2b3c.js', {
      'accept-encoding': 'gzip, br',
      'if-none-match': String(asset.headers.etag),
    });
    expect(again.statusCode).toBe(304);
    expect((await get('/portal/assets/gone-1a2b3c.js')).statusCode).toBe(404);
    for (const outside of [
      '/portal/.built-from',
      '/portal/%2e%2e/outside.json',
      '/portal/..%2foutside.json',
    ]) {
      expect((await get(outside)).body).not.toContain('secret');
    }
  });
});
