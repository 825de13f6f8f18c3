import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPhoto, openPhotoShop, path, type PhotoShop } from '../../../test/support/http/photo-shop.ts';

let shop: PhotoShop;
let photo: Buffer;
beforeAll(async () => {
  shop = await openPhotoShop();
  photo = await drawPhoto();
});
afterAll(() => shop.close());

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=xxx' };

describe('a search for a photo is refused', () => {
  it.each([
    ['nothing', '', {}, 'The body is empty.'],
    ['no JSON', '{', json, 'The body is not valid JSON.'],
    ['JSON that is no object', '7', json, 'The body is no JSON object.'],
    ['JSON without an address', '{}', json, 'The body has no "imageUrl".'],
    ['an address that is none', '{"imageUrl":"x"}', json, 'That is not an address.'],
    ['a file of the machine', '{"imageUrl":"file:///etc/passwd"}', json, 'Addresses of the kind "file:"'],
    ['a private address', '{"imageUrl":"http://169.254.169.254/"}', json, 'its address does not answer'],
    ['an empty list', '{"like":[]}', json, 'The body has nothing in "like".'],
    ['no list', '{"like":7}', json, 'The body has no list in "like".'],
    ['a part that is none', '{"like":[{}]}', json, 'neither identifier nor imageUrl in like[0]'],
    [
      'eleven products',
      JSON.stringify({ like: Array(11).fill({ identifier: 'a' }) }),
      json,
      'names 11 products',
    ],
    [
      'four addresses',
      JSON.stringify({ like: Array(4).fill({ imageUrl: 'https://a.example' }) }),
      json,
      'names 4 addresses',
    ],
    ['an unknown product', '{"like":[{"identifier":"nobody"}]}', json, 'no picture of the product "nobody"'],
    ['words that are none', '{"pattern":7}', json, 'has no text of at most 200 characters in "pattern"'],
    ['no form', 'x', form, 'The body is no multipart form.'],
    [
      'a form without a file',
      '--xxx\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--xxx--\r\n',
      form,
      'The body has 0 files.',
    ],
  ])('with 400 for %s', async (_name, body, headers, text) => {
    const { status, json: reason } = await shop.post({}, body, headers);
    expect([status, reason]).toEqual([400, expect.stringContaining(text)]);
  });

  it.each(['x', '0,0,2,2', '0,0,0.01,1', '0.1,0.1'])('with 400 for the region %s', async (region) => {
    const { status, json: reason } = await shop.post({ region }, photo);
    expect([status, reason]).toEqual([400, expect.stringContaining('is no part of a photo')]);
  });

  it('with 400 for a region of no photo', async () => {
    const product = '{"like":[{"identifier":"shoe-Red"}]}';
    const { status, json: reason } = await shop.post({ region: 'auto' }, product, json);
    expect([status, reason]).toEqual([400, expect.stringContaining('region: is of one photo')]);
  });

  it('with 400 for parameters, before the photo is looked at', async () => {
    const before = shop.embedded.length;
    const { status, json: reason } = await shop.post({ top: 'x', filter: 'price' }, photo);
    expect([status, reason]).toEqual([400, expect.stringContaining('top: "x" is not a whole number')]);
    expect((await shop.post({ btr: 'x' }, photo)).status).toBe(400);
    expect(shop.embedded.length).toBe(before);
  });

  it('with 413 for more than 10 MB', async () => {
    const { status, json: reason } = await shop.post({}, Buffer.alloc(10_100_000));
    expect([status, reason]).toEqual([413, expect.stringContaining('larger than 10 MB')]);
  });

  it('with 401 without a key, before the body is read', async () => {
    const url = `${path}?btr=${shop.north.search.tracker}`;
    const { statusCode } = await shop.app.inject({ method: 'POST', url, payload: Buffer.alloc(10_100_000) });
    expect(statusCode).toBe(401);
  });

  it('with 429 when its hundred calls have used up the rate, and 403 for the quota', async () => {
    const rated = await shop.addSubscription({ name: 'rated', rate: { calls: 150, perSeconds: 60 } });
    const limited = await shop.addSubscription({ name: 'limited', quota: { calls: 150, per: 'day' } });
    const statuses = async (key: string): Promise<number[]> => {
      const headers = { 'Ocp-Apim-Subscription-Key': key };
      const found: number[] = [];
      for (let call = 0; call < 3; call += 1) found.push((await shop.post({}, photo, headers)).status);
      return found;
    };
    expect(await statuses(rated)).toEqual([200, 200, 429]);
    expect(await statuses(limited)).toEqual([200, 200, 403]);
  });

  it('with 503 and Retry-After when too many wait', async () => {
    const busy = await openPhotoShop({ total: 1, perWebsite: 1, queuedPerWebsite: 0 });
    const photos = await Promise.all(
      ['#111111', '#222222', '#333333'].map((hex) => drawPhoto(undefined, hex)),
    );
    const answers = await Promise.all(photos.map((each) => busy.post({}, each)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503]);
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.headers['retry-after']).toBe('1');
    const { text } = await busy.send('GET', '/metrics');
    expect(text).toContain('kindred_refused_total{reason="queue-full"} 2');
    await busy.close();
  });

  it('with 503 while nothing is published', async () => {
    const key = shop.south.key;
    const parameters = { btr: shop.south.search.tracker };
    const { status } = await shop.post(parameters, photo, { 'Ocp-Apim-Subscription-Key': key });
    expect(status).toBe(503);
  });
});
