import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationCase } from './operation-case.ts';
import { openShop, type Shop } from './shop.ts';

const missing =
  '{ "statusCode": 401, "message": "Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API." }';
const invalid =
  '{ "statusCode": 401, "message": "Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription." }';

export const describeKeys = ({ path, validParameters: good }: OperationCase): void => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());
  const header = (key: string) => ({ 'Ocp-Apim-Subscription-Key': key });

  describe(`${path} without a valid key`, () => {
    it('no key: the exact body, and WWW-Authenticate', async () => {
      const { status, text, headers } = await shop.get(path, good(shop), { host: 'api.shop.example:8443' });
      expect([status, text, Buffer.byteLength(text)]).toEqual([401, missing, 152]);
      expect(headers['www-authenticate']).toBe(
        `AzureApiManagementKey realm="http://api.shop.example:8443/${path.split('/')[1]}",name="Ocp-Apim-Subscription-Key",type="header"`,
      );
    });

    it('a wrong key: the exact body', async () => {
      const { status, text, headers } = await shop.get(path, good(shop), header('wrong'));
      expect([status, text, Buffer.byteLength(text)]).toEqual([401, invalid, 143]);
      expect(headers['www-authenticate']).toMatch(/^AzureApiManagementKey realm="http:/);
    });

    it('an empty key counts as missing', async () => {
      expect((await shop.get(path, good(shop), header(''))).text).toBe(missing);
    });

    it('refuses a suspended subscription, and a key for feeds', async () => {
      const suspended = await shop.addSubscription({ name: 'suspended' });
      const id = shop.store.subscriptions.byName(shop.north.website.id, 'suspended')?.id ?? 0;
      expect((await shop.get(path, good(shop), header(suspended))).status).toBe(200);
      await shop.store.subscriptions.setState(shop.north.website.id, 'test', id, 'suspended');
      expect((await shop.get(path, good(shop), header(suspended))).text).toBe(invalid);
      const ingest = await shop.addSubscription({ name: 'feeds', kind: 'ingest' });
      expect((await shop.get(path, good(shop), header(ingest))).text).toBe(invalid);
    });

    it('a publishable key works from its own origins only', async () => {
      const key = await shop.addSubscription({
        name: 'web',
        kind: 'publishable',
        origins: ['https://shop.example'],
      });
      const from = (origin: string) => shop.get(path, good(shop), { ...header(key), origin });
      expect((await from('https://shop.example')).status).toBe(200);
      expect((await from('https://other.example')).text).toBe(invalid);
      expect((await shop.get(path, good(shop), header(key))).text).toBe(invalid);
    });

    it('reads the query only when the header is absent, with a case-insensitive name', async () => {
      const inQuery = { ...good(shop), 'Subscription-KEY': shop.north.key };
      expect((await shop.get(path, inQuery, {})).status).toBe(200);
      expect((await shop.get(path, inQuery, header('wrong'))).text).toBe(invalid);
    });

    it('refuses a repeated key in the query, and ignores it when the header is present', async () => {
      const { key } = shop.north;
      const url = `${path}?${new URLSearchParams(good(shop)).toString()}&subscription-key=${key}&Subscription-Key=x`;
      const { status, json } = await shop.send('GET', url);
      expect([status, json]).toEqual([400, 'subscription-key: given 2 times. Give it once.']);
      expect((await shop.send('GET', url, header(key))).status).toBe(200);
    });

    it('is checked after the route and before the parameters', async () => {
      expect((await shop.get(path, { btr: 'nonsense' }, {})).status).toBe(401);
      expect((await shop.send('GET', `${path}x`)).status).toBe(404);
      expect((await shop.send('GET', `${path}?a=%zz`)).status).toBe(401);
    });

    it('an invalid Host is not copied into a header', async () => {
      const { headers } = await shop.get(path, good(shop), { host: 'a"b c' });
      expect(headers['www-authenticate']).toContain('realm="http://localhost/');
    });

    it('no key is logged', async () => {
      const canary = 'canary-0123456789abcdef';
      await shop.get(path, good(shop), header(canary));
      await shop.get(path, { ...good(shop), 'subscription-key': canary }, {});
      await shop.send('GET', `${path}?subscription%2Dkey=${canary}&Key=${canary}`);
      await shop.get(path, good(shop));
      expect(shop.log.length).toBeGreaterThan(3);
      expect(shop.log.join('\n')).not.toContain(canary);
      expect(shop.log.join('\n')).not.toContain(shop.north.key);
    });
  });
};
