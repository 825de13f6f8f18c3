import { afterEach, describe, expect, it } from 'vitest';
import { Fault } from '../../../src/errors.ts';
import type { AppNeeds } from '../../../src/http/app.ts';
import type { OperationCase } from './operation-case.ts';
import { openShop, type Shop } from './shop.ts';

const opened: Shop[] = [];
const open = async (changes: Partial<AppNeeds> = {}): Promise<Shop> => {
  const shop = await openShop(changes);
  opened.push(shop);
  return shop;
};
const closeAll = async () => {
  for (const shop of opened.splice(0)) await shop.close();
};

export const describeOurFaults = ({ path, validParameters: good }: OperationCase): void => {
  afterEach(closeAll);
  describe(`${path} with an unexpected error`, () => {
    const causes = [
      new Error('secret inside text'),
      new Fault('corrupted', 'secret inside text in a file'),
      new Fault('internal', 'secret inside text'),
    ];
    it.each(causes)('answers 500 with the request id only, and logs the error', async (cause) => {
      const shop = await open({
        directory: () => {
          throw cause;
        },
      });
      const { status, json, text } = await shop.get(path, good(shop), {
        'x-request-id': 'case-1',
        'Ocp-Apim-Subscription-Key': 'k',
      });
      expect([status, typeof json]).toEqual([500, 'string']);
      expect(json).toContain('case-1');
      expect(text).not.toContain('secret');
      const line = shop.log.find((candidate) => candidate.includes('secret inside text'));
      expect(line).toContain('case-1');
    });
  });
};

export const describeUnavailable = ({ path, validParameters: good, slowParameters }: OperationCase): void => {
  afterEach(closeAll);
  describe(`${path} while unavailable`, () => {
    it('answers 503 with Retry-After when nothing is published', async () => {
      const shop = await open();
      const { south } = shop;
      const btr = path.startsWith('/search') ? south.search.tracker : south.relatedKeywords.tracker;
      const { status, json, headers } = await shop.get(
        path,
        { ...good(shop), btr },
        { 'Ocp-Apim-Subscription-Key': south.key },
      );
      expect([status, typeof json, headers['retry-after']]).toEqual([503, 'string', '1']);
    });

    it('refuses calls above the limit, answers running ones, and recovers', async () => {
      const shop = await open({
        inFlight: { total: 2, perWebsite: 2, queuedPerWebsite: 1, deadlineMs: 60_000 },
      });
      const calls = Array.from({ length: 12 }, () => shop.get(path, slowParameters(shop)));
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
      expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
      expect(statuses).toContain(503);
      expect((await shop.get(path, slowParameters(shop))).status).toBe(200);
    });
  });
};
