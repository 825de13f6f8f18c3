import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { shirt, shoe } from '../../../test/support/embedder/pictures.ts';
import { drawPhoto, openPhotoShop, path, type PhotoShop } from '../../../test/support/http/photo-shop.ts';

type Answer = {
  readonly documents: readonly { readonly document: { readonly identifier: string } }[];
  readonly filters: readonly { readonly name: string }[];
  readonly count: number;
  readonly resultStatus: string;
  readonly banners?: readonly { readonly campaignName: string }[];
  readonly explain: {
    readonly regions: readonly { x: number; width: number; sharpness: number; used: boolean }[];
    readonly wordProducts: readonly string[];
    readonly predicted?: readonly { field: string; value: string; confidence: number; used: boolean }[];
    readonly documents: readonly { readonly looks: number; readonly reason: string }[];
  };
};

let shop: PhotoShop;
let photo: Buffer;
beforeAll(async () => {
  shop = await openPhotoShop();
  photo = await drawPhoto(shoe, '#b01818');
});
afterAll(() => shop.close());

const ask = async (
  parameters: Record<string, string | number> = {},
  body: Buffer | string | object = photo,
  headers: Record<string, string> = { 'content-type': 'image/jpeg' },
): Promise<Answer> => {
  const { status, json, text } = await shop.post(parameters, body, headers);
  if (status !== 200) throw new Error(text);
  return json as Answer;
};
const identifiers = ({ documents }: Answer): string[] => documents.map(({ document }) => document.identifier);

describe('a search for a photo', () => {
  it('finds the products that look like it, with facets', async () => {
    const answer = await ask();
    expect(answer.resultStatus).toBe('resultFound');
    expect(identifiers(answer)[0]).toBe('shoe-Red');
    expect(answer.filters.map(({ name }) => name)).toContain('color');
  });

  it('takes page size, page, filter, exclude and sort of a product search', async () => {
    const all = identifiers(await ask({ predict: 'false', top: 50 }));
    expect(all).toHaveLength(8);
    const second = await ask({ predict: 'false', top: 3, page: 2 });
    expect([identifiers(second), second.count]).toEqual([all.slice(3, 6), 8]);
    expect(identifiers(await ask({ filter: "color eq 'Green'" }))).toEqual(['shoe-Green']);
    expect(identifiers(await ask({ exclude: 'shoe-Red' }))).not.toContain('shoe-Red');
    expect(identifiers(await ask({ orderby: 'price desc', top: 1 }))).toHaveLength(1);
  });

  it('agrees with the predicted category, and says how sure that is', async () => {
    const answer = await ask({ explain: 'true' });
    expect(identifiers(answer).every((each) => each.startsWith('shoe-'))).toBe(true);
    const [predicted] = answer.explain.predicted ?? [];
    expect(predicted).toMatchObject({ field: 'category', value: 'Clothes/Shoes', used: true });
    expect(predicted?.confidence).toBeGreaterThanOrEqual(0.5);
    expect(answer.explain.documents[0]?.looks).toBeGreaterThan(0.9);
  });

  it('takes the category that the caller names, or none', async () => {
    const named = await ask({ category: 'Clothes/Shirts', explain: 'true' });
    expect(identifiers(named).every((each) => each.startsWith('shirt-'))).toBe(true);
    expect(named.explain.predicted).toEqual([
      { field: 'category', value: 'Clothes/Shirts', confidence: 1, used: true },
    ]);
    expect((await ask({ predict: 'false' })).count).toBe(8);
  });

  it('answers for the part that is named, and for the sharpest where it is to find one', async () => {
    const beside = await besideEachOther();
    const [left, right] = await Promise.all(
      ['0,0,0.5,1', '0.5,0,0.5,1'].map((region) => ask({ region, predict: 'false', top: 1 }, beside)),
    );
    expect([left, right].map((answer) => answer && identifiers(answer)[0])).toEqual([
      'shirt-Blue',
      'shoe-Red',
    ]);
    const { explain } = await ask({ region: 'auto', explain: 'true' }, beside);
    const sharpest = Math.max(...explain.regions.map(({ sharpness }) => sharpness));
    expect(explain.regions).toHaveLength(5);
    expect(explain.regions.filter(({ used }) => used)).toMatchObject([{ sharpness: sharpest }]);
  });

  it('looks like what the words beside the photo find, too, and like these alone without a photo', async () => {
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    form.set('pattern', 'green');
    const request = new Request('http://shop.example', { method: 'POST', body: form });
    const type = { 'content-type': request.headers.get('content-type') ?? '' };
    const { explain } = await ask({ explain: 'true' }, Buffer.from(await request.arrayBuffer()), type);
    expect([...explain.wordProducts].sort()).toEqual(['shirt-Green', 'shoe-Green']);
    const alone = await ask({ predict: 'false', top: 2 }, JSON.stringify({ pattern: 'green' }), {
      'content-type': 'application/json',
    });
    expect(identifiers(alone).sort()).toEqual(['shirt-Green', 'shoe-Green']);
    const unknown = await ask({}, JSON.stringify({ pattern: 'zeppelin' }), {
      'content-type': 'application/json',
    });
    expect(unknown.resultStatus).toBe('resultNotFound');
  });

  it('applies campaigns without a source product, and none about one', async () => {
    const banner = { kind: 'banner', position: 'resultPageTop', contents: ['Hello'] } as const;
    await shop.addCampaign({ name: 'for all', effect: banner });
    await shop.addCampaign({ name: 'for shoes', effect: banner, when: { category: 'Clothes/Shoes' } });
    await shop.addCampaign({ name: 'for one', effect: banner, when: { identifiers: ['shoe-Red'] } });
    expect((await ask()).banners?.map(({ campaignName }) => campaignName)).toEqual(['for all']);
  });

  it('reads a multipart form, an address, and bytes of any content type', async () => {
    const expected = identifiers(await ask());
    const boundary = 'xxx';
    const form = Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n`),
      photo,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect(identifiers(await ask({}, form, multipart))).toEqual(expected);
    expect(identifiers(await ask({}, photo, { 'content-type': 'application/octet-stream' }))).toEqual(
      expected,
    );
    const server: Server = createServer((_request, response) => response.end(photo)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const imageUrl = `http://127.0.0.1:${port}/photo.jpg`;
    expect(identifiers(await ask({}, { imageUrl }, { 'content-type': 'application/json' }))).toEqual(
      expected,
    );
    server.close();
  });

  it('takes several products and pictures, and says which one a result is most like', async () => {
    const asJson = { 'content-type': 'application/json' };
    const both = { like: [{ identifier: 'shoe-Red' }, { identifier: 'shirt-Blue' }] };
    const answer = await ask({ predict: 'false', explain: 'true' }, both, asJson);
    expect(identifiers(answer)).toHaveLength(6);
    expect(identifiers(answer)).not.toContain('shoe-Red');
    const reasons = answer.explain.documents.map(({ reason }) => reason);
    const shoes = identifiers(answer).findIndex((each) => each.startsWith('shoe-'));
    expect(reasons[shoes]).toContain('most like shoe-Red');
    expect(reasons.some((reason) => reason.includes('most like shirt-Blue'))).toBe(true);
    const without = { ...both, unlike: [{ identifier: 'shoe-Green' }] };
    const fewerShoes = identifiers(await ask({ predict: 'false' }, without, asJson));
    expect(fewerShoes[0]?.startsWith('shirt-')).toBe(true);
    expect(fewerShoes.at(-1)?.startsWith('shoe-')).toBe(true);
    expect(fewerShoes).toHaveLength(5);
  });

  it('embeds the same photo once, and keeps nothing else of it', async () => {
    const before = shop.embedded.length;
    const other = await drawPhoto(shoe, '#101090');
    await Promise.all([ask({}, other), ask({ top: 2 }, other)]);
    await ask({ page: 2 }, other);
    expect(shop.embedded.length).toBe(before + 1);
    const { headers } = await shop.post({}, other);
    expect(headers['cache-control']).toBe('private, no-store');
  });

  it('is served to publishable keys from their origins, where the key may call it', async () => {
    const origin = 'https://shop.example';
    const browser = { kind: 'publishable', origins: [origin] } as const;
    const key = await shop.addSubscription({ ...browser, name: 'browser', operations: ['photoSearch'] });
    const other = await shop.addSubscription({ ...browser, name: 'other', operations: ['imageSearch'] });
    const send = (value: string, from: string) =>
      shop.post({}, photo, { 'Ocp-Apim-Subscription-Key': value, origin: from });
    const allowed = await send(key, origin);
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect((await send(key, 'https://elsewhere.example')).status).toBe(401);
    expect((await send(other, origin)).status).toBe(401);
  });

  it('is announced to browsers, and leaves the other methods as they are', async () => {
    const preflight = await shop.send('OPTIONS', path);
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS, POST');
    const refused = await shop.send('PUT', path);
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
    const product = await shop.get(path, { btr: shop.north.search.tracker, identifier: 'shoe-Red' });
    expect(product.status).toBe(200);
  });

  it('is counted as an operation of its own', async () => {
    await ask();
    const { text } = await shop.send('GET', '/metrics');
    expect(text).toMatch(/kindred_requests_total\{operation="photoSearch",status="200"\} \d+/);
  });
});

/** A blue shirt on the left, a red shoe on the right. */
const besideEachOther = async (): Promise<Buffer> => {
  const both = await Promise.all([drawPhoto(shirt, '#2030c0'), drawPhoto(shoe, '#c02020')]);
  const { width = 0, height = 0 } = await sharp(both[0]).metadata();
  return sharp({ create: { width: 2 * width, height, channels: 3, background: '#ffffff' } })
    .composite(both.map((input, at) => ({ input, left: at * width, top: 0 })))
    .jpeg()
    .toBuffer();
};
