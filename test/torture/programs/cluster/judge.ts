import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createJournal, createCampaign, findLosses, type Journal } from '../../support/acknowledged.ts';
import type { Cluster, ClusterNode } from '../../support/cluster/open-cluster.ts';
import type { Stretch } from '../../support/record-stretches.ts';
import { keyHeader } from '../../support/service.ts';
import { type PublishedDataset, pathOf } from './work.ts';

/** Milliseconds. */
const bounds = { agreement: 60_000, held: 50 } as const;

const comparedQuestions = 100;

type Said = { readonly path: string; readonly status: number; readonly text: string };

const askAll = async ({ url }: ClusterNode, { shop }: Cluster): Promise<Said[]> => {
  const ask = async (path: string, headers: Record<string, string>): Promise<Said> => {
    const answer = await fetch(url + path, { headers });
    return { path, status: answer.status, text: await answer.text() };
  };
  const owner = { authorization: `Bearer ${shop.token}` };
  // Settings without what nodes count of their use.
  const settings = ['declaration', 'datasets/catalogue/versions', 'datasets/searches/versions'];
  const said: Said[] = [];
  for (let place = 0; place < comparedQuestions; place += 1)
    said.push(await ask(pathOf(shop, place), keyHeader(shop.key)));
  for (const path of settings) said.push(await ask(`/admin/websites/${shop.name}/${path}`, owner));
  return said;
};

/** What the nodes answer differently, byte by byte; empty as soon as they agree. */
export const findDifferences = async (cluster: Cluster): Promise<string[]> => {
  const until = performance.now() + bounds.agreement;
  for (;;) {
    const [one, other] = await Promise.all(cluster.nodes.map((node) => askAll(node, cluster)));
    const differing = (one ?? []).filter(
      ({ status, text }, at) => status !== 200 || text !== other?.[at]?.text,
    );
    if (differing.length === 0 || performance.now() > until)
      return differing.map(({ path, status }) => `the nodes differ (${status}) at ${path}`);
    await setTimeout(500);
  }
};

type Versions = readonly { readonly version: string; readonly live: boolean }[];

/** What was acknowledged and is not there on a node. */
export const findLost = async (
  cluster: Cluster,
  journal: Journal,
  published: Partial<Record<PublishedDataset, string>>,
): Promise<string[]> => {
  const { shop, nodes } = cluster;
  const lost: string[] = [];
  for (const [at, node] of nodes.entries()) {
    const unread = new Set(journal.prices.keys());
    const losses = await findLosses(node, shop, { ...journal, unread });
    for (const [dataset, version] of Object.entries(published)) {
      const url = `${node.url}/admin/websites/${shop.name}/datasets/${dataset}/versions`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${shop.token}` } });
      const live = ((await answer.json()) as Versions).find((each) => each.live)?.version ?? '';
      // Names of versions begin with the time: a later one, whose import was not seen to end, may be live.
      if (live < version) losses.push(`${dataset} ${version} was published, and ${live} is live`);
    }
    lost.push(...losses.map((loss) => `node ${at}: ${loss}`));
  }
  return lost;
};

const changesAtOnce = 5;

/** How often a loop is measured that was held for too long: a busy machine does so once, what a change causes comes back. */
const attempts = 3;

/** The longest time for which changes of settings held the loop of a node while the database was frozen. */
export const measureHeldLoop = async (folder: string, cluster: Cluster, attempt = 1): Promise<Held> => {
  const { database, nodes, shop } = cluster;
  const [node] = nodes;
  const file = join(folder, 'stretches.json');
  await node.end();
  await node.start(file);
  const changeSome = (first: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: changesAtOnce }, (_, at) =>
        createCampaign(node, shop, createJournal(1), -(first + at)),
      ),
    );
  // The first ones compile the code.
  await changeSome(1_000 * attempt);
  await setTimeout(500);
  database.freeze();
  const from = Date.now();
  await changeSome(1_000 * attempt + changesAtOnce);
  const to = Date.now();
  database.thaw();
  await node.end();
  const stretches = (JSON.parse(readFileSync(file, 'utf8')) as Stretch[]).filter(
    ({ endedAt }) => endedAt >= from && endedAt <= to,
  );
  await node.start();
  const longest = (pick: (stretch: Stretch) => number): number => Math.max(0, ...stretches.map(pick));
  const heldMs = longest((stretch) => stretch.heldMs);
  const isTooLong = heldMs > bounds.held;
  if (isTooLong && attempt < attempts) return measureHeldLoop(folder, cluster, attempt + 1);
  return { heldMs, cpuMs: longest((stretch) => stretch.cpuMs), waitedMs: to - from, isTooLong };
};

type Held = {
  readonly heldMs: number;
  readonly cpuMs: number;
  readonly waitedMs: number;
  readonly isTooLong: boolean;
};
