import { createShopperBehaviour } from '../../../src/learning/shop/behaviour.ts';
import { pick, type Context, type Outcome, type Program } from '../program.ts';
import { callStatus, keyHeader, startService, type TortureService } from '../support/service.ts';
import { createShops, type TortureShop } from '../support/shops.ts';

/** What was acknowledged to somebody outside, so that it must be there after the crash. */
type Journal = {
  /** By identifier. Every change has a product of its own, so that each one is looked for. */
  readonly prices: Map<string, number>;
  /** Acknowledged since the last look. */
  readonly unread: Set<string>;
  readonly campaigns: Set<string>;
  /** The last key that was handed out. */
  key: string | null;
  /** A rotation was asked for, and not answered yet: it may have happened or not. */
  isRotating: boolean;
  /** Their query ids. */
  readonly events: Set<string>;
};

type Writer = (service: TortureService, shop: TortureShop, journal: Journal, turn: number) => Promise<void>;

const adminCall = (
  service: TortureService,
  shop: TortureShop,
  path: string,
  body: unknown,
): Promise<Response> =>
  fetch(`${service.url}/admin/websites/${shop.name}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** More than a full run changes. */
const products = 12_000;

/** Prices that each process acknowledges before it is killed. On a slow machine the first takes seconds. */
const fewestPrices = 8;

const changePrice: Writer = async (service, shop, journal, turn) => {
  const identifier = `p${turn % products}`;
  const price = 1000 + turn;
  const status = await callStatus(`${service.url}/productData/product`, {
    method: 'POST',
    headers: { ...keyHeader(shop.ingest), 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, price }),
  });
  if (status !== 200) return;
  journal.prices.set(identifier, price);
  journal.unread.add(identifier);
};

const createCampaign: Writer = async (service, shop, journal, turn) => {
  const name = `campaign-${turn}`;
  const effect = { redirect: { url: 'https://shop.example/sale' } };
  const response = await adminCall(service, shop, '/campaigns', {
    name,
    effect,
    when: { brand: `None${turn}` },
  });
  await response.arrayBuffer();
  if (response.status === 201) journal.campaigns.add(name);
};

/** One at a time, with a grace: one rotation that was never answered leaves the key before it alive, a second would not. */
const rotateKey: Writer = async (service, shop, journal) => {
  if (journal.isRotating) return;
  journal.isRotating = true;
  const response = await adminCall(service, shop, '/subscriptions/keys/rotate', {
    slot: 'secondary',
    graceSeconds: 3600,
  });
  const text = await response.text();
  journal.isRotating = false;
  const [key] = /kdr_sec_[A-Za-z0-9_]+/.exec(text) ?? [];
  if (response.ok && key !== undefined) journal.key = key;
};

const sendEvent: Writer = async (service, shop, journal, turn) => {
  const query = {
    query_id: `q${turn}`,
    client_id: `c${turn}`,
    user_query: 'shirt',
    timestamp: new Date().toISOString(),
  };
  const status = await callStatus(`${service.url}/events`, {
    method: 'POST',
    headers: { ...keyHeader(shop.key), 'content-type': 'application/json' },
    body: JSON.stringify([query]),
  });
  if (status === 202) journal.events.add(query.query_id);
};

const writers = [changePrice, changePrice, changePrice, createCampaign, rotateKey, sendEvent] as const;

const findLostPrices = async (
  service: TortureService,
  shop: TortureShop,
  { prices }: Journal,
  identifiers: Iterable<string>,
): Promise<string[]> => {
  const losses: string[] = [];
  for (const identifier of identifiers) {
    const url = `${service.url}/productData/product/${shop.tracker}/${identifier}`;
    const text = await (await fetch(url, { headers: keyHeader(shop.ingest) })).text();
    const found = Number(/"price":(\d+)/.exec(text)?.[1] ?? 0);
    const price = prices.get(identifier) ?? 0;
    // A later change of the same product may have been made without being acknowledged.
    if (found < price) losses.push(`${identifier}: price ${found}, acknowledged ${price}`);
  }
  return losses;
};

const findLosses = async (
  service: TortureService,
  shop: TortureShop,
  journal: Journal,
): Promise<string[]> => {
  const losses = await findLostPrices(service, shop, journal, journal.unread);
  journal.unread.clear();
  const response = await fetch(`${service.url}/admin/websites/${shop.name}/campaigns`, {
    headers: { authorization: `Bearer ${shop.token}` },
  });
  const campaigns = await response.text();
  for (const name of journal.campaigns) if (!campaigns.includes(`"${name}"`)) losses.push(`${name} is gone`);
  const { key } = journal;
  if (key !== null) {
    const url = `${service.url}/search/imagesearch?btr=${shop.search}&identifier=p1`;
    const status = await callStatus(url, { headers: keyHeader(key) });
    if (status !== 200) losses.push(`the last key that was handed out answers ${status}`);
  }
  if (journal.isRotating) {
    journal.isRotating = false;
    journal.key = null;
  }
  return losses;
};

/** Read from the data folder of a service that has ended. */
const findLostEvents = async (dataDir: string, shop: TortureShop, { events }: Journal): Promise<string[]> => {
  const missing = new Set(events);
  for await (const event of createShopperBehaviour(dataDir, () => new Date())
    .log(shop)
    .read())
    missing.delete(event.queryId ?? '');
  return [...missing].map((id) => `event ${id} is gone`);
};

/** Writes from four callers until the process is killed at a random moment. */
const writeUntilKilled = async (
  service: TortureService,
  shop: TortureShop,
  journal: Journal,
  { random }: Context,
  firstTurn: number,
): Promise<number> => {
  let turn = firstTurn;
  let isKilled = false;
  const callers = Array.from({ length: 4 }, async () => {
    while (!isKilled) {
      turn += 1;
      await pick(random, writers)(service, shop, journal, turn).catch(() => undefined);
    }
  });
  while (journal.unread.size < fewestPrices) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 20 + random() * 400));
  await service.stop('SIGKILL');
  isKilled = true;
  await Promise.all(callers);
  return turn;
};

const run = async (context: Context): Promise<Outcome> => {
  const { config, shops } = await createShops(context.folder, ['north'], products);
  const [shop] = shops;
  if (shop === undefined) throw new Error('It was created above.');
  const journal: Journal = {
    prices: new Map(),
    unread: new Set(),
    campaigns: new Set(),
    key: null,
    isRotating: false,
    events: new Set(),
  };
  const failures: string[] = [];
  const kills = context.times(300, 1);
  let turn = 0;
  for (let round = 1; round <= kills + 1; round += 1) {
    const service = await startService(config.dataDir);
    const losses = await findLosses(service, shop, journal);
    failures.push(...losses.map((loss) => `kill ${round - 1}: ${loss}`));
    if (round > kills) {
      const lost = await findLostPrices(service, shop, journal, journal.prices.keys());
      failures.push(...lost.map((loss) => `in the end: ${loss}`));
      await service.stop();
      failures.push(...(await findLostEvents(config.dataDir, shop, journal)));
    } else turn = await writeUntilKilled(service, shop, journal, context, turn);
    if (round % 20 === 0) context.log(`${round} of ${kills} kills`);
  }
  return {
    figure: `${kills} kills, ${turn} writes, ${journal.campaigns.size} campaigns, ${journal.events.size} events and ${journal.prices.size} prices acknowledged, ${failures.length} lost`,
    failures,
  };
};

export const crash: Program = {
  name: 'crash',
  promise: 'nothing acknowledged is lost when the service is killed at a random moment',
  inSmoke: true,
  run,
};
