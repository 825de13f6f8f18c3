import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationCase } from './operation-case.ts';
import { noon, openShop, type Shop } from './shop.ts';

const openForEach = () => {
  const opened: { shop?: Shop } = {};
  beforeAll(async () => {
    opened.shop = await openShop();
  });
  afterAll(() => opened.shop?.close());
  return (): Shop => {
    if (opened.shop === undefined) throw new Error('The shop is not open yet.');
    return opened.shop;
  };
};

export const describeRate = ({ path, validParameters: good }: OperationCase): void => {
  const shop = openForEach();
  describe(`${path} over the rate`, () => {
    it('answers 429 with the seconds to wait, and 200 after them', async () => {
      const key = await shop().addSubscription({ name: 'slow', rate: { calls: 2, perSeconds: 10 } });
      const call = () => shop().get(path, good(shop()), { 'Ocp-Apim-Subscription-Key': key });
      expect([(await call()).status, (await call()).status]).toEqual([200, 200]);
      const { status, text, headers } = await call();
      expect(status).toBe(429);
      const seconds = headers['retry-after'];
      expect(text).toBe(
        `{ "statusCode": 429, "message": "Rate limit is exceeded. Try again in ${seconds} seconds." }`,
      );
      expect(Number(seconds)).toBeGreaterThanOrEqual(10);
      shop().clock.nowMs += Number(seconds) * 1000;
      expect((await call()).status).toBe(200);
    });

    it('says what is left of the rate in every answer, kept ones and refusals included', async () => {
      const key = await shop().addSubscription({ name: 'limited', rate: { calls: 4, perSeconds: 60 } });
      const call = async (parameters = good(shop()), more: Record<string, string> = {}) => {
        const answer = await shop().get(path, parameters, { 'Ocp-Apim-Subscription-Key': key, ...more });
        return { ...answer, left: answer.headers['ratelimit'], policy: answer.headers['ratelimit-policy'] };
      };
      const first = await call();
      expect(first).toMatchObject({ status: 200, left: '"subscription";r=3;t=60' });
      const kept = await call();
      expect(kept).toMatchObject({ status: 200, text: first.text, left: '"subscription";r=2;t=60' });
      const unchanged = await call(good(shop()), { 'if-none-match': String(first.headers['etag']) });
      expect(unchanged).toMatchObject({ status: 304, left: '"subscription";r=1;t=60' });
      expect(await call({})).toMatchObject({ status: 400, left: '"subscription";r=0;t=60' });
      const refused = await call();
      expect(refused).toMatchObject({ status: 429, left: '"subscription";r=0;t=60' });
      expect(refused.headers['retry-after']).toBe('61');
      for (const { policy, headers } of [first, kept, unchanged, refused]) {
        expect(policy).toBe('"subscription";q=4;w=60');
        expect(headers['access-control-expose-headers']).toContain('RateLimit, RateLimit-Policy');
      }
    });

    it('says nothing where there is no rate, also after an answer that said something', async () => {
      const limited = await shop().addSubscription({ name: 'one', rate: { calls: 9, perSeconds: 60 } });
      const free = await shop().addSubscription({ name: 'two' });
      const call = (key: string) => shop().get(path, good(shop()), { 'Ocp-Apim-Subscription-Key': key });
      expect((await call(limited)).headers['ratelimit']).toBe('"subscription";r=8;t=60');
      const { headers } = await call(free);
      expect([headers['ratelimit'], headers['ratelimit-policy']]).toEqual([undefined, undefined]);
    });

    it('is checked before the parameters: invalid calls count', async () => {
      const key = await shop().addSubscription({ name: 'slower', rate: { calls: 1, perSeconds: 10 } });
      const call = () => shop().get(path, {}, { 'Ocp-Apim-Subscription-Key': key });
      expect([(await call()).status, (await call()).status]).toEqual([400, 429]);
    });
  });
};

export const describeQuota = ({ path, validParameters: good }: OperationCase): void => {
  const shop = openForEach();
  describe(`${path} over the quota`, () => {
    it('answers 403 with the time until it is replenished', async () => {
      shop().clock.nowMs = noon;
      const key = await shop().addSubscription({ name: 'small', quota: { calls: 1, per: 'day' } });
      const call = () => shop().get(path, good(shop()), { 'Ocp-Apim-Subscription-Key': key });
      expect((await call()).status).toBe(200);
      const { status, text, headers } = await call();
      expect(status).toBe(403);
      expect(text).toBe(
        '{ "statusCode": 403, "message": "Out of call volume quota. Quota will be replenished in 12:00:00." }',
      );
      expect(headers['retry-after']).toBe('43200');
    });

    it('hours may exceed 24', async () => {
      const key = await shop().addSubscription({ name: 'monthly', quota: { calls: 1, per: 'month' } });
      const call = () => shop().get(path, good(shop()), { 'Ocp-Apim-Subscription-Key': key });
      await call();
      expect((await call()).text).toContain('replenished in 372:00:00.');
    });
  });
};
