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
      const key = shop().addSubscription({ name: 'slow', rate: { calls: 2, perSeconds: 10 } });
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

    it('is checked before the parameters: invalid calls count', async () => {
      const key = shop().addSubscription({ name: 'slower', rate: { calls: 1, perSeconds: 10 } });
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
      const key = shop().addSubscription({ name: 'small', quota: { calls: 1, per: 'day' } });
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
      const key = shop().addSubscription({ name: 'monthly', quota: { calls: 1, per: 'month' } });
      const call = () => shop().get(path, good(shop()), { 'Ocp-Apim-Subscription-Key': key });
      await call();
      expect((await call()).text).toContain('replenished in 372:00:00.');
    });
  });
};
