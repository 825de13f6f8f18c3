import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import { publishKeywords } from '../support/cli/served-folder.ts';
import { openHeldFeed } from '../support/postgres/held-feed.ts';
import { createNodeClient } from '../support/postgres/node-client.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { aSubscription } from '../support/store/test-shop.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/*
 * Two nodes under load run imports. The node that runs one is killed, once while it downloads the feed and once while it
 * builds a version. Prints how long it took until the other node went on and until the version was live, how many versions
 * there are, and what calls on the surviving node were answered:
 *
 *   node test/postgres/take-over.ts
 */

if (serverUrl === undefined) throw new Error(withoutServer);
const keywords = 10_000;
const rows = Array.from({ length: keywords }, (_, at) => `thing ${at} of ${at % 977},${1 + (at % 50)}`);
const folder = mkdtempSync(join(tmpdir(), 'kindred-take-over-'));
const created = await createServerDatabase();
const services = createServiceNodes(folder, 5_000);
const store = await services.openStore('setup', created.url);
const shop = await publishKeywords(store, services.versions);
const subscription = aSubscription({ rate: null, quota: null });
const { keys } = await store.subscriptions.put(shop.website.id, 'test', subscription);
const password = 'correct horse battery staple';
const owner = await store.operators.put(shop.website.id, 'test', 'anna@shop.example', 'owner', password);
const token = (await store.accounts.issueToken(owner.operatorId, 'test', 'script')).clear;
const client = createNodeClient(token, shop.website.name);
const feed = await openHeldFeed(`keyword,count\n${rows.join('\n')}\n`);
const createDataset = async (name: string): Promise<string> =>
  (
    await store.datasets.put(shop.website.id, 'test', {
      name,
      kind: 'keywords',
      source: { file: null, url: feed.url, images: null, auth: null, schedule: null },
      fields: [],
      productsId: null,
      model: null,
    })
  ).tracker;

const survivor = await services.start('survivor', created.url);
const answered = { survivor: 0, failed: 0 };
let isRunning = true;
const askAgainAndAgain = async (): Promise<void> => {
  while (isRunning) {
    const headers = { 'ocp-apim-subscription-key': keys?.primary ?? '' };
    const status = await fetch(`${survivor.url}${shop.path}`, { headers }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status === 200) answered.survivor += 1;
    else answered.failed += 1;
    await setTimeout(5);
  }
};

const waitUntil = async (isTrue: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await isTrue())) await setTimeout(50);
};
const findImport = async (dataset: string, id: string) =>
  (await client.listImports(survivor, dataset)).find((job) => job.id === id);

/** What is recorded of an import: how often it was begun, its state and its version. */
const readRecord = (tracker: string, id: string): string =>
  readFileSync(join(services.shared, 'imports', tracker, id, 'job.json'), 'utf8');

const engine = await openEmbeddedEngine({ folder: services.versions });

/** Kills the node that runs it when `isThere`, and prints when the other one went on and when it was done. */
const killDuring = async (
  what: string,
  victim: ServiceNode,
  isThere: (dataset: string, id: string) => Promise<boolean>,
): Promise<void> => {
  const dataset = what.replaceAll(' ', '-');
  const tracker = await createDataset(dataset);
  await waitUntil(async () => (await client.tryList(victim, dataset)) === 200);
  await waitUntil(async () => (await client.tryList(survivor, dataset)) === 200);
  feed.hold();
  const { id } = await client.startImport(victim, dataset);
  await waitUntil(() => feed.waiting() === 1);
  await waitUntil(() => isThere(dataset, id));
  const requests = feed.requests();
  const killedAtMs = performance.now();
  await victim.kill();
  const isFetchedAgain = feed.waiting() === 0 && what === 'the download';
  feed.release();
  let isGivenBack = false;
  let isFinishedByIt = false;
  await waitUntil(() => {
    if (isFetchedAgain) return feed.requests() > requests;
    const record = readRecord(tracker, id);
    isGivenBack ||= /"state":\s*"queued"/.test(record);
    // Its process may also finish it before anybody takes it.
    isFinishedByIt = !/"attempts":\s*2/.test(record) && /"state":\s*"published"/.test(record);
    return isFinishedByIt || /"attempts":\s*2/.test(record);
  });
  const goesOnMs = performance.now() - killedAtMs;
  await waitUntil(async () => !['queued', 'running'].includes((await findImport(dataset, id))?.state ?? ''));
  const doneMs = performance.now() - killedAtMs;
  const state = (await findImport(dataset, id))?.state;
  const versions = await engine.versions(tracker);
  const live = versions.find((each) => each.live)?.version ?? 'none';
  const isRecorded = readRecord(tracker, id).includes(live)
    ? 'the recorded one is live'
    : 'another one is live';
  const begins = `the other node begins after ${Math.round(goesOnMs)} ms`;
  const how = isFinishedByIt
    ? 'its process finishes it'
    : `${isGivenBack ? 'given back' : 'taken over'}, ${begins}`;
  print(
    `kill -9 during ${what}: ${how}, ` +
      `${state} after ${Math.round(doneMs)} ms, versions: ${versions.length}, ${isRecorded}`,
  );
};

try {
  const load = askAgainAndAgain();
  await killDuring('the download', await services.start('first', created.url), () => Promise.resolve(true));
  await killDuring('the build', await services.start('second', created.url), async (dataset, id) => {
    feed.release();
    return (await findImport(dataset, id))?.state === 'running';
  });
  isRunning = false;
  await load;
  print(`calls on the surviving node: ${answered.survivor} answered, ${answered.failed} failed`);
} finally {
  isRunning = false;
  services.close();
  feed.close();
  await engine.close();
  store.close();
  await created.drop();
  rmSync(folder, { recursive: true, force: true });
}
