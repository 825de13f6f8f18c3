import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../torture/support/load.ts';
import { keyHeader, relatedPath, type TortureService } from '../torture/support/service.ts';
import type { TortureShop } from '../torture/support/shops.ts';

/** Calls with a key that has a quota, and what the service counted of them. */
export type CountedCalls = {
  /** One more call; returns its status. */
  readonly call: (service: TortureService) => Promise<number | string>;
  /** A thread or the process ends now: what was answered in the last second may be missing in the count. */
  readonly noteEnd: () => void;
  readonly compare: (service: TortureService) => Promise<CountedOutcome>;
};

type CountedOutcome = {
  readonly answered: number;
  readonly counted: number;
  /** Answered in the second before a thread or the process ended. */
  readonly atEnds: number;
};

/** How long a count may be in memory only, in milliseconds: as the limiter says. */
const unwrittenMs = 1_000;

/** How often the count is looked at until it is written. */
const looks = 10;

const name = 'counted';

const adminUrl = ({ url }: TortureService, shop: TortureShop): string =>
  `${url}/admin/websites/${shop.name}/subscriptions`;

const adminHeaders = (shop: TortureShop): Record<string, string> => ({
  authorization: `Bearer ${shop.token}`,
  'content-type': 'application/json',
});

export const openCountedCalls = async (service: TortureService, shop: TortureShop): Promise<CountedCalls> => {
  const created = await fetch(adminUrl(service, shop), {
    method: 'POST',
    headers: adminHeaders(shop),
    body: JSON.stringify({ name, kind: 'secret', quota: { calls: 10_000_000, per: 'month' } }),
  });
  const [key] = /kdr_sec_[A-Za-z0-9_]+/.exec(await created.text()) ?? [];
  if (key === undefined) throw new Error(`No key was created: ${created.status}.`);
  // A connection for each call, so that all threads count.
  const agent = new Agent({ keepAlive: false });
  const answeredAt: number[] = [];
  const endedAt: number[] = [];
  const isAtEnd = (at: number): boolean => endedAt.some((end) => at > end - unwrittenMs && at < end + 100);
  return {
    call: async ({ port }) => {
      const path = relatedPath(shop, 'shirt');
      const { status } = await send(agent, { port, path, headers: keyHeader(key) });
      if (status === 200) answeredAt.push(performance.now());
      return status;
    },
    noteEnd: () => void endedAt.push(performance.now()),
    compare: async (running) => {
      const answered = answeredAt.length;
      const atEnds = answeredAt.filter(isAtEnd).length;
      let counted = 0;
      for (let look = 0; look < looks && counted < answered - atEnds; look += 1) {
        if (look > 0) await delay(unwrittenMs / looks);
        const text = await (await fetch(adminUrl(running, shop), { headers: adminHeaders(shop) })).text();
        counted = Number(/"name":"counted".*?"used":(\d+)/.exec(text)?.[1]);
      }
      return { answered, counted, atEnds };
    },
  };
};
