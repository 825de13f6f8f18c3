import { createShopperBehaviour } from '../../../src/learning/shop/behaviour.ts';
import { pick, type Context, type Outcome, type Program } from '../program.ts';
import {
  changePrice,
  createCampaign,
  createJournal,
  findLosses,
  findLostPrices,
  type Journal,
  rotateKey,
  type Writer,
} from '../support/acknowledged.ts';
import { callStatus, keyHeader, startService, type TortureService } from '../support/service.ts';
import { createShops, type TortureShop } from '../support/shops.ts';

/** More than a full run changes, so that each change has a product of its own. */
const products = 12_000;

/** Prices that each process acknowledges before it is killed. On a slow machine the first takes seconds. */
const fewestPrices = 8;

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
  const journal = createJournal(products);
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
