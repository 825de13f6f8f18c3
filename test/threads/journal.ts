import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { send } from '../torture/support/load.ts';
import { callStatus, keyHeader, searchPath, type TortureService } from '../torture/support/service.ts';
import type { TortureShop } from '../torture/support/shops.ts';

/** What was acknowledged outside of the service. */
export type Journal = {
  /** The last acknowledged price of a product; each has one writer, whose prices grow. */
  readonly prices: Map<string, number>;
  readonly events: Set<string>;
  writes: number;
  /** Answers that showed less than what was acknowledged before the question. */
  readonly stale: string[];
};

export const createJournal = (): Journal => ({ prices: new Map(), events: new Set(), writes: 0, stale: [] });

/** Connections that are opened for one look: the system spreads them over the threads. */
const connectionsPerLook = 4;

export const writePrice = async (
  { url }: TortureService,
  shop: TortureShop,
  journal: Journal,
  identifier: string,
  price: number,
): Promise<number | string> => {
  const status = await callStatus(`${url}/productData/product`, {
    method: 'POST',
    headers: { ...keyHeader(shop.ingest), 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, price }),
  });
  if (status !== 200) return status;
  journal.writes += 1;
  journal.prices.set(identifier, price);
  return status;
};

export const writeEvent = async (
  { url }: TortureService,
  shop: TortureShop,
  journal: Journal,
  id: string,
): Promise<number | string> => {
  const event = {
    query_id: id,
    client_id: 'c',
    user_query: 'shirt',
    timestamp: new Date().toISOString(),
  };
  const status = await callStatus(`${url}/events`, {
    method: 'POST',
    headers: { ...keyHeader(shop.key), 'content-type': 'application/json' },
    body: JSON.stringify([event]),
  });
  if (status !== 202) return status;
  journal.writes += 1;
  journal.events.add(id);
  return status;
};

type Answer = {
  readonly documents: readonly {
    readonly document: { readonly identifier: string; readonly price: number };
  }[];
};

/** Prices in the answer to a product, each time on a new connection. */
const readPrices = async (
  service: TortureService,
  shop: TortureShop,
  source: string,
): Promise<Map<string, number> | null> => {
  const call = { port: service.port, path: searchPath(shop, source), headers: keyHeader(shop.key) };
  const { status, body } = await send(new Agent({ keepAlive: false }), call);
  if (status !== 200) return null;
  const { documents } = JSON.parse(body) as Answer;
  return new Map(documents.map(({ document }) => [document.identifier, document.price]));
};

/** Products that the answer to `source` shows. */
export const listShown = async (service: TortureService, shop: TortureShop, source: string) => [
  ...((await readPrices(service, shop, source)) ?? new Map<string, number>()).keys(),
];

/** Asks whichever thread answers for a price that was acknowledged just now. */
export const lookForPrice = async (
  service: TortureService,
  shop: TortureShop,
  journal: Journal,
  of: { readonly source: string; readonly identifier: string; readonly price: number },
): Promise<void> => {
  for (let look = 0; look < connectionsPerLook; look += 1) {
    const found = (await readPrices(service, shop, of.source))?.get(of.identifier);
    if (found !== undefined && found < of.price)
      journal.stale.push(`${of.identifier}: ${found} after ${of.price} was acknowledged`);
  }
};

/** What was acknowledged and is not there. */
export const findLosses = async (
  service: TortureService,
  shop: TortureShop,
  journal: Journal,
  dataDir: string,
): Promise<string[]> => {
  const losses: string[] = [];
  for (const [identifier, price] of journal.prices) {
    const url = `${service.url}/productData/product/${shop.tracker}/${identifier}`;
    const text = await (await fetch(url, { headers: keyHeader(shop.ingest) })).text();
    const found = Number(/"price":(\d+)/.exec(text)?.[1] ?? 0);
    if (found < price) losses.push(`${identifier}: price ${found}, acknowledged ${price}`);
  }
  const stored = readEvents(join(dataDir, 'events'));
  for (const id of journal.events) if (!stored.includes(`"${id}"`)) losses.push(`the event ${id} is gone`);
  return losses;
};

const readEvents = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.events'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
