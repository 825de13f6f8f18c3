import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { changePrice, createCampaign, createJournal } from '../../support/acknowledged.ts';
import type { Cluster, ClusterNode } from '../../support/cluster/open-cluster.ts';
import { send } from '../../support/load.ts';
import { keyHeader, relatedPath, searchPath } from '../../support/service.ts';
import type { TortureShop } from '../../support/shops.ts';

/** Milliseconds. Reads take a part of the machine, so that there is room for the other work. */
const pauses = { read: 50, price: 20, campaign: 250, publish: 500 } as const;

/** `steady`: of these, while nobody is in a hurry. */
const connections = { all: 64, steady: 16 } as const;

/** Paths of both operations, for products and patterns that differ from call to call. */
export const pathOf = (shop: TortureShop, place: number): string =>
  place % 4 === 0 ? relatedPath(shop, `shirt ${place % 16}`) : searchPath(shop, `p${(place * 7) % 500}`);

type Reads = { answered: number; readonly failures: string[] };

/** Reads through the load balancer until they are stopped, or the program ends. `what`: what is done to the nodes meanwhile. */
export const startReads = ({ shop, nginx }: Cluster, ended: AbortSignal, what: () => string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections.all });
  const reads: Reads = { answered: 0, failures: [] };
  const state = { isOver: false, isHurried: false, place: 0 };
  const ask = async (): Promise<void> => {
    state.place += 1;
    const path = pathOf(shop, state.place);
    const { status, body } = await send(agent, { port: nginx.port, path, headers: keyHeader(shop.key) });
    if (status === 200 && !body.includes('errorOccured')) reads.answered += 1;
    else reads.failures.push(`${what()}: ${path} answered ${status} ${body.slice(0, 200)}`);
  };
  const callers = Array.from({ length: connections.all }, async (_, at) => {
    while (!state.isOver && !ended.aborted) {
      if (state.isHurried || at < connections.steady) await ask();
      if (!state.isHurried) await setTimeout(pauses.read);
    }
  });
  return {
    reads,
    /** All connections, without a pause. */
    hurry: (): void => void (state.isHurried = true),
    relax: (): void => void (state.isHurried = false),
    stop: async (): Promise<void> => {
      state.isOver = true;
      await Promise.all(callers);
      agent.destroy();
    },
  };
};

/** Live changes of prices, and settings, on both nodes in turn, until they are stopped. */
export const startChanges = ({ shop, nodes }: Cluster, ended: AbortSignal, products: number) => {
  const journal = createJournal(products);
  let [turn, isOver] = [0, false];
  const keepDoing = async (write: typeof changePrice, pauseMs: number): Promise<void> => {
    while (!isOver && !ended.aborted) {
      turn += 1;
      // A node that is down accepts nothing.
      await write(nodes[turn % 2] ?? nodes[0], shop, journal, turn).catch(() => undefined);
      await setTimeout(pauseMs);
    }
  };
  const writers = [1, 2, 3].map(() => keepDoing(changePrice, pauses.price));
  writers.push(keepDoing(createCampaign, pauses.campaign));
  return {
    journal,
    tried: (): number => turn,
    stop: async (): Promise<void> => {
      isOver = true;
      await Promise.all(writers);
    },
  };
};

type Import = { readonly id: string; readonly state: string; readonly version: string | null };

const isOverAs = (state: string): boolean => !['queued', 'running'].includes(state);

/** Of an instant before all live changes, which therefore survive it. */
const feeds = {
  catalogue: (products: number, edition: number): string =>
    [
      'id,title,link,price,category,brand,color',
      ...Array.from(
        { length: products },
        (_, at) =>
          `p${at},thing ${at % 97} edition${edition},https://shop.example/p/${at},${5 + (at % 500)},Home/Group${at % 40},Brand${at % 60},Red`,
      ),
    ].join('\n'),
  searches: (_: number, edition: number): string =>
    ['keyword,count', ...Array.from({ length: 20 + edition }, (_each, at) => `shirt ${at},${at + 1}`)].join(
      '\n',
    ),
} as const;

export type PublishedDataset = keyof typeof feeds;

/** Imports of both datasets on both nodes in turn, until they are stopped; gives the versions that were said to be live. */
export const startPublishes = ({ shop, nodes }: Cluster, ended: AbortSignal, products: number) => {
  const startedAt = Date.now();
  const outcomes: Record<string, number> = {};
  const last: Partial<Record<PublishedDataset, string>> = {};
  let [isOver, published] = [false, 0];
  const headers = { authorization: `Bearer ${shop.token}` };
  const call = async <T>({ url }: ClusterNode, path: string, init: RequestInit = {}): Promise<T | null> => {
    try {
      const answer = await fetch(`${url}/admin/websites/${shop.name}${path}`, { ...init, headers });
      return answer.ok ? ((await answer.json()) as T) : null;
    } catch {
      return null;
    }
  };
  const publish = async (node: ClusterNode, dataset: PublishedDataset, edition: number): Promise<void> => {
    const path = `/datasets/${dataset}/imports`;
    const form = new FormData();
    form.set('lastModified', String(startedAt));
    form.set('feed', new Blob([feeds[dataset](products, edition)]), 'feed.csv');
    const begun = await call<Import>(node, path, { method: 'POST', body: form });
    let found = begun;
    while (begun !== null && !ended.aborted && (found === null || !isOverAs(found.state))) {
      await setTimeout(100);
      found = await call<Import>(node, `${path}/${begun.id}`);
    }
    const outcome = found?.state ?? 'refused';
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (found?.state !== 'published' || found.version === null) return;
    last[dataset] = found.version;
    published += 1;
  };
  const running = (async () => {
    for (let edition = 1; !isOver && !ended.aborted; edition += 1) {
      const node = nodes[edition % 2] ?? nodes[0];
      await publish(node, edition % 4 < 2 ? 'catalogue' : 'searches', edition);
      await setTimeout(pauses.publish);
    }
  })();
  return {
    outcomes,
    last,
    /** How many were said to be published. */
    count: (): number => published,
    stop: async (): Promise<void> => {
      isOver = true;
      await running;
    },
  };
};
