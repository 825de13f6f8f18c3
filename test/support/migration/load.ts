import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import type { Store } from '../../../src/store/store.ts';
import type { MadeShop } from './made-shop.ts';

type Answer = { readonly status: number; readonly text: string };
type Init = { readonly method?: string; readonly headers: Readonly<Record<string, string>> };

/** Sends one call to whatever serves now. */
export type Send = (path: string, init: Init, body?: string) => Promise<Answer>;

const products = 100;

const shownFailures = 10;

const identify = (at: number): string => `p${String(at % products).padStart(5, '0')}`;

/** Searches, changes of settings and live changes, each by several callers, until they are stopped. */
export const startLoad = (shop: MadeShop, send: Send) => {
  const calls = { answered: 0, failed: 0 };
  const changes = { acknowledged: [] as string[], refused: 0, failed: 0 };
  const prices = { acknowledged: new Map<string, number>(), refused: 0, failed: 0 };
  const failures = new Set<string>();
  let [isRunning, asked, turn] = [true, 0, 0];
  const trySend: Send = (path, init, body) =>
    send(path, init, body).catch((error: unknown) => ({ status: 0, text: String(error) }));
  const json = { 'content-type': 'application/json' };

  const ask = async (): Promise<void> => {
    const path = `/search/imagesearch?btr=${shop.search.tracker}&identifier=${identify((asked += 1))}`;
    const { status, text } = await trySend(path, { headers: { 'ocp-apim-subscription-key': shop.key } });
    if (status === 200 && !text.includes('errorOccured')) calls.answered += 1;
    else {
      calls.failed += 1;
      failures.add(`search: ${status} ${text.slice(0, 200)}`);
    }
  };
  /** Whether it was acknowledged. A refused one may be sent again, as its answer says. */
  const write = async (
    counts: { refused: number; failed: number },
    path: string,
    init: Init,
    body: unknown,
  ): Promise<boolean> => {
    const { status, text } = await trySend(path, init, JSON.stringify(body));
    if (status === 503) counts.refused += 1;
    else if (status !== 200) {
      counts.failed += 1;
      failures.add(`${path}: ${status} ${text.slice(0, 200)}`);
    }
    return status === 200;
  };
  const rename = async (): Promise<void> => {
    const displayName = `Change ${(turn += 1)}`;
    const init = { method: 'PUT', headers: { authorization: `Bearer ${shop.token}`, ...json } };
    const body = { name: 'luma', displayName, language: 'en', synonyms: [] };
    if (await write(changes, '/admin/websites/luma', init, body)) changes.acknowledged.push(displayName);
  };
  const setPrice = async (): Promise<void> => {
    const [identifier, price] = [identify((turn += 1)), 1_000 + turn];
    const init = { method: 'POST', headers: { 'ocp-apim-subscription-key': shop.ingest, ...json } };
    if (await write(prices, '/productData/product', init, { identifier, price }))
      prices.acknowledged.set(identifier, price);
  };
  const keepDoing = async (work: () => Promise<void>, everyMs: number): Promise<void> => {
    while (isRunning) {
      await work();
      await setTimeout(everyMs);
    }
  };
  const running = [...[1, 2, 3].map(() => keepDoing(ask, 5)), keepDoing(rename, 40), keepDoing(setPrice, 40)];

  const findLostPrices = async (): Promise<string[]> => {
    const lost: string[] = [];
    for (const [identifier, price] of prices.acknowledged) {
      const path = `/productData/product/${shop.website.tracker}/${identifier}`;
      const { text } = await trySend(path, { headers: { 'ocp-apim-subscription-key': shop.ingest } });
      if (Number(/"price":(\d+)/.exec(text)?.[1] ?? 0) < price)
        lost.push(`${identifier}: ${price}, and ${text}`);
    }
    return lost;
  };
  return {
    calls,
    /** Ends the load while something still serves. Gives the live changes that were acknowledged and are lost. */
    stop: async (): Promise<string[]> => {
      isRunning = false;
      await Promise.all(running);
      return findLostPrices();
    },
    /** Prints what failed and what was lost; gives whether nothing was. `used`: counted calls. */
    judge: (
      store: Store,
      used: number,
      lostPrices: readonly string[],
      print: (line: string) => void,
    ): boolean => {
      const entries = store.audit.list(shop.website.id, 100_000).map(({ after }) => JSON.stringify(after));
      const lost = changes.acknowledged.filter(
        (name) => !entries.some((entry) => entry.includes(`"${name}"`)),
      );
      const isWhole = store.audit.verify() === null;
      const describe = (acknowledged: number, { refused, failed }: typeof changes | typeof prices): string =>
        `${acknowledged} acknowledged, ${refused} refused with 503, ${failed} failed`;
      print(`calls: ${calls.answered} answered, ${calls.failed} failed; quota: ${used} counted`);
      print(
        `settings: ${describe(changes.acknowledged.length, changes)}, ${lost.length} lost; ` +
          `audit log: ${isWhole ? 'whole' : 'broken'}`,
      );
      print(`live changes: ${describe(prices.acknowledged.size, prices)}, ${lostPrices.length} lost`);
      for (const failure of [...failures, ...lostPrices].slice(0, shownFailures)) print(`  ${failure}`);
      const failed = calls.failed + changes.failed + prices.failed + lost.length + lostPrices.length;
      return failed === 0 && isWhole && used === calls.answered;
    },
  };
};

/** What nodes have counted of the quota of a key, by the tables of this release and of the ones before it. */
export const readUsed = async (databaseUrl: string, subscriptionId: number): Promise<number> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ calls: string }>(
    `SELECT sum(used) AS calls FROM (
       SELECT subscription_id, used FROM kindred.usage_count
       UNION ALL SELECT subscription_id, calls FROM kindred.quota_used
     ) AS counted WHERE subscription_id = ${subscriptionId}`,
  );
  await client.end();
  return Number(rows[0]?.calls ?? 0);
};
