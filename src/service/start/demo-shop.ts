import type { Kindred } from '../../compose.ts';
import type { Showcase, StartState } from '../../http/start/page.ts';
import type { CallCounter } from '../../analytics/call-counter.ts';
import type { Website } from '../../domain/website.ts';
import type { Progress } from '../../engine/engine.ts';
import type { ShopPages } from '../../http/shop/routes.ts';
import type { Actor, Store } from '../../store/store.ts';
import type { Sample } from '../background/import-service.ts';
import { listDatasets } from '../list-datasets.ts';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { demoEmail } from '../../domain/demo-account.ts';
import { isLoopback } from '../../domain/loopback.ts';

/** Products that are added while the service answers. */
export type Growth = Sample & { readonly website: Website };

export type DemoPages = {
  readonly shop: ShopPages;
  /** Name of the demo website. */
  readonly website: string;
  readonly signIn: { readonly email: string; readonly password: string };
  /** What the start page shows live. */
  readonly showcase: Showcase;
};

/** The demo shop. Whoever starts the service hands it over, so that the service contains no sample data. */
export type DemoShop = {
  /** True on an empty data folder, and where an earlier start was interrupted. */
  isNeeded(kindred: Kindred): Promise<boolean>;
  /** Creates the demo website with its products, keys, sign-in and invented traffic. */
  create(kindred: Kindred, progress: Progress, counterAt: (now: () => number) => CallCounter): Promise<void>;
  /** What is still to be drawn and imported; null: nothing, or another process does it. */
  findGrowth(kindred: Kindred): Promise<Growth | null>;
  /** Lines for the person who started the service: calls to paste, and the sign-in. None without a demo website. */
  describeAccess(dataDir: string, url: string, mayShowSecrets: boolean): Promise<readonly string[]>;
  /** The pages of the demo shop, and the sign-in that the start page shows; null without a demo website. */
  openPages(dataDir: string): Promise<DemoPages | null>;
  declareSample(store: Store, dataDir: string, website: Website, actor: Actor): Promise<Sample>;
};

/** What is live in the demo website, for the start page. */
export const readStartState = async (
  { store, engine }: Pick<Kindred, 'store' | 'engine'>,
  signIn: StartState['signIn'],
  showcase: StartState['showcase'],
): Promise<StartState> => {
  const catalogues: StartState['catalogues'][number][] = [];
  let keywords = 0;
  for (const { dataset } of listDatasets(store)) {
    const { tracker, kind } = dataset;
    const live = (await engine.versions(tracker)).find((version) => version.live);
    if (live === undefined) continue;
    const facts = await engine.products(tracker)?.facts();
    if (kind === 'products')
      catalogues.push({ products: facts?.families ?? live.size, publishedAt: live.builtAt });
    else keywords += live.size;
  }
  return { signIn, showcase, catalogues, keywords };
};

/** Whether other machines can reach the service, as far as its settings tell. */
export const isReachable = ({
  host,
  publicUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>): boolean =>
  !isLoopback(host) || publicUrl !== null || trustedProxies.length > 0;

export const removeDemoStep = `Remove the demo shop in its settings in the portal, then run \`kindred operator remove ${demoEmail}\`.`;

/** Takes the rights of an administrator from a demo account of an earlier release, and warns of one that others can reach. */
export const guardDemoAccount = async (
  { accounts }: Store,
  config: Config,
  logger: Logger,
): Promise<void> => {
  const account = accounts.byEmail(demoEmail);
  if (account?.administrator) {
    try {
      await accounts.setAdministrator('demo', demoEmail, false);
      logger.warn({ account: demoEmail }, 'the demo account was an administrator, and is none any more');
    } catch (err) {
      logger.error({ err, account: demoEmail }, 'the demo account is an administrator still');
    }
  }
  if (account !== null && isReachable(config))
    logger.warn(
      { account: demoEmail, nextStep: removeDemoStep },
      'there is a demo account, and others can reach the service',
    );
};
