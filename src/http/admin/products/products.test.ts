import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { WebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  type AdminResponse,
  bearer,
  type AdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';

let client: AdminClient;
let shop: WebsiteFixture;
let headers: Record<string, string>;

withAdminShop('viewer', (opened) => {
  ({ client, shop, headers } = opened);
});

const catalogue = '/admin/websites/north/datasets/north-catalogue';
const ask = (path: string): Promise<AdminResponse> =>
  client.request({ method: 'GET', url: catalogue + path, headers });

const say = (method: string, path: string, body?: object): Promise<AdminResponse> =>
  client.request({
    method,
    url: `/productData${path}`,
    headers: { 'ocp-apim-subscription-key': shop.ingestKey },
    ...(body && { body }),
  });

type Live = {
  pending: number;
  changes: {
    at: string;
    identifier: string;
    displayText: string | null;
    kind: string;
    fields: object[];
    by: string | null;
  }[];
};

describe('live changes', () => {
  it('are listed newest first, with product, fields and key', async () => {
    expect((await ask('/changes')).json).toEqual({ changes: [], pending: 0 });
    await say('POST', '/product', { identifier: 'north-p0', price: 7.5, color: null });
    client.clock.nowMs += 1000;
    await say('POST', '/product/add', {
      identifier: 'new',
      displayText: 'A new lamp',
      url: 'https://a.example/new',
      price: 3,
    });
    await say('DELETE', '/product/north-p1');
    const { changes, pending } = (await ask('/changes')).json as Live;
    expect(pending).toBe(3);
    expect(changes.map(({ kind, identifier, by }) => [kind, identifier, by])).toEqual([
      ['removed', 'north-p1', 'north-feeds'],
      ['added', 'new', 'north-feeds'],
      ['changed', 'north-p0', 'north-feeds'],
    ]);
    expect(changes.map(({ displayText }) => displayText)).toEqual([
      null,
      'A new lamp',
      expect.stringContaining('of north') as string,
    ]);
    expect(changes[2]).toMatchObject({
      at: '2026-11-15T12:00:00.000Z',
      pending: true,
      fields: [
        { name: 'price', value: '7.5' },
        { name: 'color', value: null },
      ],
    });
  });

  it('stay in the list, no longer pending, once a version contains them', async () => {
    const { engine } = client.kindred;
    const { version } = await (
      await engine.buildProducts(shop.datasetTracker, {
        fields: [],
        language: 'en',
        model: 'test',
        plans: [],
      })
    ).finish();
    await engine.makeLive(shop.datasetTracker, version);
    const { changes, pending } = (await ask('/changes')).json as Live;
    expect([changes.length, pending]).toEqual([3, 0]);
  });
});

describe('the picture of a product', () => {
  it('is served as a thumbnail, and 404 when there is no usable image', async () => {
    const folder = join(client.folder, 'images');
    await mkdir(folder);
    const drawn = sharp({ create: { width: 900, height: 300, channels: 3, background: '#c02020' } });
    await writeFile(join(folder, 'a lamp.png'), await drawn.png().toBuffer());
    await writeFile(join(folder, 'page.png'), '<!doctype html><script>alert(1)</script>');
    const { store } = client.kindred;
    const known = store.datasets.byName(shop.id, 'north-catalogue');
    if (known === null) throw new Error('It was created above.');
    const source = { file: null, url: null, schedule: null, auth: null, images: folder };
    await store.datasets.put(shop.id, 'test', { ...known, source });
    const add = (identifier: string, imageUrl?: string) =>
      say('POST', '/product/add', {
        identifier,
        displayText: identifier,
        url: 'https://a.example/1',
        price: 1,
        ...(imageUrl !== undefined && { imageUrl }),
      });
    await add('lamp', 'a lamp.png');
    await add('served', `/pictures/${shop.datasetTracker}/a%20lamp.png`);
    await add('hostile', 'page.png');
    await add('outside', '../kindred.sqlite');
    await add('inside', 'http://127.0.0.1:9/a.png');
    await add('bare');
    for (const identifier of ['lamp', 'served', 'lamp']) {
      const url = `${catalogue}/products/${identifier}/picture`;
      const answer = await client.app.inject({ url, headers: { host: 'localhost', ...headers } });
      expect([identifier, answer.statusCode, answer.headers['content-type']]).toEqual([
        identifier,
        200,
        'image/webp',
      ]);
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 320, height: 320 });
    }
    for (const identifier of ['hostile', 'outside', 'inside', 'bare', 'unknown']) {
      const answer = await ask(`/products/${identifier}/picture`);
      expect([identifier, answer.status]).toEqual([identifier, 404]);
    }
  });

  it('of an address is for merchandisers, from the public internet alone', async () => {
    const merchandiser = bearer(
      await addMember(client.kindred, shop.id, 'max@north.example', 'merchandiser'),
    );
    const picture = (address: string, as = merchandiser): Promise<AdminResponse> =>
      client.request({
        method: 'GET',
        url: `${catalogue}/pictures?address=${encodeURIComponent(address)}`,
        headers: as,
      });
    expect((await picture('https://shop.example/a.png', headers)).status).toBe(403);
    // The first is a file of the image folder, which product pictures may name.
    for (const address of [
      'a lamp.png',
      '../kindred.sqlite',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:x',
      'http://',
      'https://user@shop.example/a.png',
    ]) {
      const refused = await picture(address);
      expect([address, refused.status, refused.text]).toEqual([
        address,
        400,
        expect.stringContaining('address: \\"') as string,
      ]);
    }
    for (const address of [
      'http://127.0.0.1:9/a.png',
      'http://169.254.169.254/latest',
      'http://[::1]:9/a.png',
    ])
      expect([address, (await picture(address)).status]).toEqual([address, 404]);
    const without = await client.request({
      method: 'GET',
      url: `${catalogue}/pictures`,
      headers: merchandiser,
    });
    expect(without.status).toBe(404);
  });
});
