import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadedPicturesFolder } from '../../../ingest/pictures/image-place.ts';
import { zip, type ZipMember } from '../../../../test/support/zip.ts';
import {
  createWebsiteFixture,
  type WebsiteFixture,
} from '../../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  type AdminResponse,
  bearer,
  type AdminClient,
  openAdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';

let client: AdminClient;
let shop: WebsiteFixture;
let owner: Record<string, string>;

beforeAll(async () => {
  client = await openAdminClient();
  shop = await createWebsiteFixture(client.kindred, client.imports, 'north');
  owner = bearer(await addMember(client.kindred, shop.id, 'ann@north.example', 'owner'));
  await ask('POST', '', { name: 'own', kind: 'products' });
});

afterAll(() => client.close());

const at = (path: string) => `/admin/websites/north/datasets${path}`;

const ask = (method: string, path: string, body?: unknown, headers = owner): Promise<AdminResponse> =>
  client.request({ method, url: at(path), headers, ...(body !== undefined && { body }) });

const send = (path: string, part: string, content: Buffer, headers = owner): Promise<AdminResponse> => {
  const head = `--b\r\nContent-Disposition: form-data; name="${part}"; filename="../x.zip"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  return client.request({ method: 'POST', url: at(path), body, headers: { ...headers, ...type } });
};

const draw = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer();

const sendPictures = (members: readonly ZipMember[], headers = owner) =>
  send('/own/pictures', 'pictures', zip(members), headers);

/** Imports a CSV feed and waits for its end. */
const importFeed = async (rows: readonly string[]) => {
  const feed = Buffer.from(['id,title,link,price,picture', ...rows].join('\n'));
  const started = await send('/own/imports', 'feed', feed);
  const { id } = started.json as { id: string };
  const url = at(`/own/imports/${id}/events`);
  await client.app.inject({ url, headers: { host: 'localhost', ...owner } });
  return (await ask('GET', `/own/imports/${id}`)).json as { state: string; pictures: unknown };
};

const row = (id: string, picture: string): string =>
  `${id},Lamp ${id},https://a.example/${id},${id.length},${picture}`;

const pictureOf = async (identifier: string) => {
  const url = at(`/own/products/${identifier}/picture`);
  const answer = await client.app.inject({ url, headers: { host: 'localhost', ...owner } });
  return [answer.statusCode, answer.headers['content-type']];
};

const fields = [{ name: 'imageUrl', from: 'picture' }];

describe('pictures that a feed names as files', () => {
  it('are missing with a reason until they are uploaded, and then shown everywhere', async () => {
    await ask('PUT', '/own', { name: 'own', kind: 'products', fields });
    const rows = [row('a', 'Men/Red.PNG'), row('bb', 'blue.png'), row('ccc', 'none.png'), row('dddd', '')];
    expect(await importFeed(rows)).toMatchObject({
      state: 'published',
      pictures: {
        found: 0,
        missing: 4,
        faults: [
          { kind: 'file-missing', value: null, count: 3 },
          { kind: 'none-named', value: null, count: 1 },
        ],
      },
    });
    const received = await sendPictures([
      { name: 'shop/red.png', content: await draw('#c02020') },
      { name: 'shop/Blue.png', content: await draw('#2020c0') },
      { name: 'shop/list.txt', content: Buffer.from('no picture') },
    ]);
    expect([received.status, received.json]).toEqual([
      201,
      {
        added: 2,
        replaced: 0,
        refused: 1,
        refusals: [{ name: 'shop/list.txt', reason: 'not-a-picture' }],
        total: 2,
      },
    ]);
    expect(await importFeed(rows)).toMatchObject({ state: 'published', pictures: { found: 2, missing: 2 } });
    const { pictures, counts } = (await ask('GET', '/own')).json as Record<string, unknown>;
    expect(counts).toMatchObject({ withPicture: 2, withoutPicture: 2 });
    expect(pictures).toEqual({
      uploaded: 2,
      faults: [
        { kind: 'file-missing', value: null, count: 1 },
        { kind: 'none-named', value: null, count: 1 },
      ],
      looks: {
        learnt: false,
        field: null,
        fields: [],
        pictures: 2,
        mix: 0,
        words: 0,
        colour: 1,
        before: null,
        now: null,
        newLabels: null,
        minimumScore: null,
      },
    });
    expect(await pictureOf('a')).toEqual([200, 'image/webp']);
    expect(await pictureOf('bb')).toEqual([200, 'image/webp']);
    expect((await pictureOf('ccc'))[0]).toBe(404);
    const { json } = await ask('GET', '/own/products/a');
    const tracker = client.kindred.store.datasets.byName(shop.id, 'own')?.tracker ?? '';
    expect(json).toMatchObject({ imageUrl: `/pictures/${tracker}/red.png` });
  });

  it('have their reason for each product', async () => {
    const missing = (await ask('GET', '/own/missing-pictures')).json as { identifier: string }[];
    expect(missing).toMatchObject([
      { identifier: 'ccc', fault: { kind: 'file-missing', value: null } },
      { identifier: 'dddd', fault: { kind: 'none-named', value: null } },
    ]);
  });

  it('are recorded in the audit', async () => {
    const url = '/admin/websites/north/audit?subject=dataset%20own';
    const { json } = await client.request({ method: 'GET', url, headers: owner });
    const { entries } = json as { entries: { action: string; after: unknown }[] };
    expect(entries.find(({ action }) => action === 'pictures.add')?.after).toEqual({
      added: 2,
      replaced: 0,
      refused: 1,
    });
  });

  it('can be removed by an owner, and go with the dataset', async () => {
    const merchandiser = bearer(
      await addMember(client.kindred, shop.id, 'max@north.example', 'merchandiser'),
    );
    expect((await ask('DELETE', '/own/pictures', undefined, merchandiser)).status).toBe(403);
    expect((await ask('DELETE', '/own/pictures')).status).toBe(204);
    expect((await ask('GET', '/own')).json).toMatchObject({ pictures: { uploaded: 0 } });
    const again = await sendPictures([{ name: 'red.png', content: await draw('#c02020') }], merchandiser);
    expect(again.json).toMatchObject({ added: 1, total: 1 });
    const tracker = client.kindred.store.datasets.byName(shop.id, 'own')?.tracker ?? '';
    const folder = uploadedPicturesFolder(client.folder, tracker);
    expect(existsSync(folder)).toBe(true);
    expect((await ask('DELETE', '/own')).status).toBe(204);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a file of pictures', () => {
  it.each([
    ['is no ZIP', Buffer.from('not a zip'), 'pictures-no-zip'],
    ['leads out of its folder', zip([{ name: '../a.png', content: Buffer.from('x') }]), 'pictures-outside'],
  ])('is refused when it %s', async (_case, content, reason) => {
    const refused = await send('/north-catalogue/pictures', 'pictures', content);
    expect([refused.status, refused.json]).toMatchObject([400, { reason }]);
  });

  it('is required', async () => {
    const none = await ask('POST', '/north-catalogue/pictures', {});
    expect([none.status, none.json]).toMatchObject([400, { reason: 'pictures-missing' }]);
    const wrongPart = await send('/north-catalogue/pictures', 'feed', Buffer.from('x'));
    expect([wrongPart.status, wrongPart.text]).toMatchObject([
      400,
      expect.stringContaining('part \\"pictures\\"'),
    ]);
  });
});

describe('a base address of pictures', () => {
  it('is kept, and turned into the address of each product', async () => {
    const base = 'http://127.0.0.1:8080/p';
    const declaration = { name: 'own', kind: 'products', fields, imagesUrl: base };
    expect((await ask('POST', '', declaration)).json).toMatchObject({ declaration });
    const { pictures } = await importFeed([row('a', 'red shoe.png'), row('bb', 'https://127.0.0.1/b.png')]);
    expect(pictures).toEqual({
      found: 0,
      missing: 2,
      faults: [{ kind: 'private-host', value: '127.0.0.1', count: 2 }],
    });
    expect((await ask('GET', '/own/products/a')).json).toMatchObject({
      imageUrl: `${base}/red%20shoe.png`,
    });
  });

  it('is the only place of pictures: files are refused meanwhile', async () => {
    const { status, json } = await sendPictures([{ name: 'a.png', content: await draw('red') }]);
    expect([status, json]).toMatchObject([409, { code: 'conflict' }]);
    expect((await ask('GET', '/own')).json).toMatchObject({ pictures: { uploaded: 0 } });
  });

  it('goes when it is left out', async () => {
    const { status, json } = await ask('PUT', '/own', { name: 'own', kind: 'products' });
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('declaration.imagesUrl');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc', 'cdn.example/p'])(
    'is refused as %s',
    async (imagesUrl) => {
      const { status, json } = await ask('PUT', '/own', { name: 'own', kind: 'products', imagesUrl });
      expect([status, json]).toMatchObject([400, { faults: [{ path: '$.imagesUrl' }] }]);
    },
  );
});
