import type { openConfiguration, openEngineOf } from '../../../src/compose.ts';
import type { readConfig } from '../../../src/config.ts';
import { aSubscription } from '../store/test-shop.ts';
import type { fillShop } from './small-shop.ts';

/** What makes a shop: of this release, or of an earlier one. */
export type ShopMaker = {
  readonly openConfiguration: typeof openConfiguration;
  readonly openEngineOf: typeof openEngineOf;
  readonly readConfig: typeof readConfig;
  readonly fillShop: typeof fillShop;
};

const password = 'correct horse battery staple';

/** A shop at the place that the environment names, with the token of an owner and a key for live changes. */
export const makeShop = async (maker: ShopMaker, environment: NodeJS.ProcessEnv, products: number) => {
  const config = maker.readConfig(environment);
  const store = await maker.openConfiguration(config);
  const engine = await maker.openEngineOf(config);
  const shop = await maker.fillShop(store, engine, products);
  const { id } = shop.website;
  const ingest = aSubscription({ name: 'feeds', kind: 'ingest', rate: null, quota: null });
  const { keys } = await store.subscriptions.put(id, 'test', ingest);
  const owner = await store.operators.put(id, 'test', 'anna@shop.example', 'owner', password);
  const token = (await store.accounts.issueToken(owner.operatorId, 'test', 'script')).clear;
  await engine.close();
  store.close();
  return { ...shop, token, ingest: keys?.primary ?? '' };
};

export type MadeShop = Awaited<ReturnType<typeof makeShop>>;
