import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import { compareServices, renderComparison, type Service } from './compare-services.ts';

let shops: Shop[];
let services: Service[];
beforeAll(async () => {
  shops = [await openShop(), await openShop()];
  services = await Promise.all(
    shops.map(async ({ app, north }) => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = app.server.address() as AddressInfo;
      const { key, search, relatedKeywords } = north;
      const url = `http://127.0.0.1:${port}/`;
      return { url, key, search: search.tracker, related: relatedKeywords.tracker };
    }),
  );
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

const inputs = { identifiers: ['p0', 'p1', 'nobody'], patterns: ['shirt', 'unknown'] };
const compare = (changes: Partial<Service> = {}) => {
  const [here, there] = services;
  if (here === undefined || there === undefined) throw new Error('Two services are needed.');
  return compareServices(here, { ...there, ...changes }, inputs);
};

describe('compareServices', () => {
  it('finds no difference between two equal services', async () => {
    const comparison = await compare();
    expect(comparison).toEqual({ requests: 5, equal: 5, different: [] });
    expect(renderComparison(comparison)).toBe('5 requests, 5 equal, 0 different');
  });

  it('reports exactly the known difference: a product that is hidden there', async () => {
    const [, there] = shops;
    const effect = {
      kind: 'redirect',
      url: 'https://shop.example/sale',
    } as const;
    const { ruleId } = there?.addCampaign({ name: 'sale', when: { identifiers: ['p1'] }, effect }) ?? {};
    expect(ruleId).toBeGreaterThan(0);
    const { different, equal } = await compare();
    expect(equal).toBe(4);
    expect(different.map(({ request }) => request)).toEqual(['/search/imagesearch p1']);
    expect(different[0]).toMatchObject({
      statuses: [200, 200],
      shape: ['$.redirect: missing, there object'],
      overlap: 0,
    });
    expect(different[0]?.counts?.[1]).toBe(0);
  });

  it('reports another status', async () => {
    const { different } = await compare({ key: 'wrong' });
    expect(different.map(({ statuses }) => statuses)).toEqual(Array(5).fill([200, 401]));
    expect(renderComparison({ requests: 5, equal: 0, different })).toContain('status 200, there 401');
  });
});
