import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Subscription } from '../../src/domain/subscription.ts';
import type { Admission, Limiter } from '../../src/limits/limiter.ts';
import { leaseCalls, type Settlement } from '../../src/limits/postgres/lease-calls.ts';
import { openPool } from '../../src/postgres/open-pool.ts';
import { openCuttableProxy } from '../support/postgres/cuttable-proxy.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { openLimitNode } from '../support/postgres/limit-node.ts';

/* Nodes that share limits on one database. Windows are long, so that nothing leaves them during a test. */

const subscription: Subscription = {
  id: 1,
  websiteId: 1,
  name: 'shop',
  kind: 'secret',
  state: 'active',
  rate: { calls: 100, perSeconds: 3_600 },
  addressRate: null,
  quota: null,
  boxIds: [],
  origins: [],
  operations: [],
};

const admit = async (limiter: Limiter, who: Subscription, address?: string): Promise<Admission> => {
  await limiter.prepare?.(who, address);
  return limiter.admit(who, Date.now(), address);
};

/** Keeps the processor, as a search does. */
const spin = (forMs: number): void => {
  const until = performance.now() + forMs;
  while (performance.now() < until);
};

const countAdmitted = async (
  limiters: readonly Limiter[],
  who: Subscription,
  calls: number,
  address?: string,
): Promise<number> => {
  const results = await Promise.all(
    Array.from({ length: calls }, (_, at) => admit(limiters[at % limiters.length] as Limiter, who, address)),
  );
  return results.filter(({ ok }) => ok).length;
};

if (serverUrl === undefined) it('nodes share limits on PostgreSQL', (context) => context.skip(withoutServer));
else {
  const created = await createServerDatabase();
  afterAll(created.drop);
  let installations = 0;
  let schema = '';
  let folder = '';
  let proxy: Awaited<ReturnType<typeof openCuttableProxy>>;
  const opened: Awaited<ReturnType<typeof openLimitNode>>[] = [];
  const failures: unknown[] = [];

  const openNode = (name: string, url = created.url) => {
    const node = openLimitNode({
      url,
      schema,
      file: join(folder, `${name}.sqlite`),
      onFailed: (error) => failures.push(error),
    });
    opened.push(node);
    return node;
  };
  beforeEach(async () => {
    schema = `limits_${(installations += 1)}`;
    folder = mkdtempSync(join(tmpdir(), 'kindred-limits-'));
    proxy = await openCuttableProxy(new URL(created.url));
    failures.length = 0;
  });
  afterEach(async () => {
    proxy.mend();
    for (const node of opened.splice(0)) await node.close();
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('a rate of two nodes', () => {
    it('is exact, however calls are spread over them', async () => {
      const [one, other] = [openNode('one').limiter, openNode('other').limiter];
      expect(await countAdmitted([one], subscription, 30)).toBe(30);
      expect(await countAdmitted([one, other], subscription, 60)).toBe(60);
      // Calls that were leased and not made in time are lost until they leave the window.
      const rest = await countAdmitted([other, one], subscription, 80);
      expect(rest).toBeLessThanOrEqual(10);
      expect(await countAdmitted([one, other], subscription, 40)).toBe(0);
      expect(await admit(other, subscription)).toMatchObject({ ok: false, kind: 'rate' });
      expect(failures).toEqual([]);
    });

    it('says what is left, and when more fits', async () => {
      const [one, other] = [openNode('one').limiter, openNode('other').limiter];
      const [status] = other.rates(subscription, Date.now());
      expect(status).toMatchObject({ of: 'subscription', remaining: 100, resetSeconds: 3_600 });
      await countAdmitted([one], { ...subscription, id: 2 }, 100);
      const refused = await admit(other, { ...subscription, id: 2 });
      if (refused.ok) throw new Error('It was admitted.');
      expect(refused.retryAfterSeconds).toBeGreaterThan(3_500);
      expect(other.rates({ ...subscription, id: 2 }, Date.now())).toMatchObject([{ remaining: 0 }]);
    });

    it('refuses no call below it on a node that is too busy to make its calls in time', async () => {
      const { limiter } = openNode('one');
      // A lease lasts for 50 ms, and each call takes the processor for 5 ms.
      const who = { ...subscription, rate: { calls: 1_000_000, perSeconds: 1 } };
      const call = async (): Promise<boolean> => {
        await limiter.prepare?.(who);
        const { ok } = limiter.admit(who, Date.now());
        spin(5);
        return ok;
      };
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all(Array.from({ length: 64 }, call));
        expect(answers.filter((ok) => !ok)).toHaveLength(0);
      }
      expect(failures).toEqual([]);
    });

    it('counts calls that were made late from when they were made', async () => {
      const node = openNode('one');
      await admit(node.limiter, subscription);
      const asked = { name: 'late', most: 10, perSeconds: 100, grains: 500, wanted: 5, spare: 0, lastsMs: 1 };
      const nothing = { booking: 0, returned: 0, made: 0, earlierMs: 0 };
      const pool = openPool({ url: created.url, connections: 1, answerTimeoutMs: 60_000 });
      const lease = async (wanted: number, settled: Settlement) =>
        (await leaseCalls(pool, schema, [{ ...asked, wanted, settled }]))[0];
      const first = await lease(5, nothing);
      const made = { booking: first?.booking ?? 0, returned: 0, made: 5, earlierMs: -50_000 };
      const later = await lease(0, made);
      await pool.close();
      expect(later?.used).toBe(5);
      // They leave the window 100 s after they were made, not 100 s after the end of their lease.
      expect(later?.waitMs).toBeGreaterThan(101_000);
    });

    it('is that of the settings when they change while a call waits', async () => {
      const { limiter } = openNode('one');
      const faster = { ...subscription, rate: { calls: 200, perSeconds: 3_600 } };
      const answers = await Promise.all(
        [subscription, faster, subscription].map((who) => admit(limiter, who)),
      );
      expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    });

    it('asks for no lease where the quota is used up', async () => {
      const { limiter } = openNode('one');
      const who = { ...subscription, quota: { calls: 1, per: 'month' } } as const;
      expect(await admit(limiter, who)).toEqual({ ok: true });
      const [before] = limiter.rates(who, Date.now());
      expect(await admit(limiter, who)).toMatchObject({ ok: false, kind: 'quota' });
      expect(limiter.rates(who, Date.now())).toMatchObject([{ remaining: before?.remaining }]);
    });

    it('of an address holds beside that of the subscription', async () => {
      const who = { ...subscription, addressRate: { calls: 5, perSeconds: 3_600 } };
      const nodes = [openNode('one').limiter, openNode('other').limiter];
      expect(await countAdmitted(nodes, who, 20, '192.0.2.1')).toBe(5);
      expect(await countAdmitted(nodes, who, 20, '192.0.2.2')).toBe(5);
      expect(await countAdmitted(nodes, who, 3, '2001:db8::1')).toBe(3);
    });

    it('does not hold back a subscription without a rate', async () => {
      const { limiter } = openNode('one');
      expect(await countAdmitted([limiter], { ...subscription, rate: null }, 10)).toBe(10);
      expect(limiter.rates({ ...subscription, rate: null }, Date.now())).toEqual([]);
    });

    it('is counted alone while the database is away, and together when it is back', async () => {
      const [one, lonely] = [openNode('one').limiter, openNode('lonely', proxy.url).limiter];
      expect(await countAdmitted([lonely], subscription, 10)).toBe(10);
      proxy.cut();
      expect(await countAdmitted([lonely], { ...subscription, id: 3 }, 150)).toBe(100);
      expect(failures.length).toBeGreaterThan(0);
      proxy.mend();
      await countAdmitted([one], { ...subscription, id: 4 }, 100);
      await expect.poll(async () => (await admit(lonely, { ...subscription, id: 4 })).ok).toBe(false);
    });
  });

  describe('a quota of two nodes', () => {
    const quota = { ...subscription, rate: null, quota: { calls: 50, per: 'month' } } as const;
    const now = new Date();

    it('is used up by the calls of both, and both show them', async () => {
      const [one, other] = [openNode('one'), openNode('other')];
      await countAdmitted([one.limiter], quota, 30);
      await countAdmitted([other.limiter], quota, 20);
      await expect.poll(() => one.usage.quotaUsed(quota, now)).toBe(50);
      await expect.poll(() => other.usage.quotaUsed(quota, now)).toBe(50);
      await expect.poll(async () => (await admit(one.limiter, quota)).ok).toBe(false);
      await expect.poll(async () => (await admit(other.limiter, quota)).ok).toBe(false);
      expect(one.usage.lastUsedAt(1, 1)).not.toBeNull();
      const hours = other.usage.hours(1, 1, new Date(0), new Date(Date.now() + 3_600_000));
      expect(hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(50);
    });

    it('counts once what was counted while the database was away, also after the node was stopped', async () => {
      const [one, lonely] = [openNode('one'), openNode('lonely', proxy.url)];
      await countAdmitted([lonely.limiter], quota, 5);
      await expect.poll(() => one.usage.quotaUsed(quota, now)).toBe(5);
      proxy.cut();
      await countAdmitted([lonely.limiter], quota, 10);
      lonely.limiter.flush();
      expect(lonely.usage.quotaUsed(quota, now)).toBe(15);
      await lonely.close();
      opened.splice(opened.indexOf(lonely), 1);
      const again = openNode('lonely');
      expect(again.usage.quotaUsed(quota, now)).toBe(15);
      await expect.poll(() => one.usage.quotaUsed(quota, now)).toBe(15);
      await again.exchange();
      expect(again.usage.quotaUsed(quota, now)).toBe(15);
    });

    it('is known to a node that joins later', async () => {
      const one = openNode('one');
      await countAdmitted([one.limiter], quota, 50);
      one.limiter.flush();
      await one.exchange();
      const late = openNode('late');
      await late.exchange();
      expect((await admit(late.limiter, quota)).ok).toBe(false);
    });
  });
}
