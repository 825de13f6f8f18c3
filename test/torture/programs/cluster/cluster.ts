import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { openCluster, type Cluster } from '../../support/cluster/open-cluster.ts';
import { callStatus, readMetric } from '../../support/service.ts';
import type { Context, Outcome, Program } from '../../program.ts';
import { faults } from './faults.ts';
import { findDifferences, findLost, measureHeldLoop } from './judge.ts';
import { startChanges, startPublishes, startReads } from './work.ts';

const products = 500;

const shuffle = <T>(values: readonly T[], random: () => number): T[] =>
  values
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

const parts = ['kindred_store_reachable', 'kindred_object_storage_reachable'] as const;

/** Milliseconds after a fault in which all must be in order again. */
const recoveryMs = 180_000;

const waitUntil = async (what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> => {
  const until = performance.now() + recoveryMs;
  while (!(await isTrue())) {
    if (performance.now() > until) throw new Error(`${what}: not within ${recoveryMs / 1000} s`);
    await setTimeout(50);
  }
};

/** Both nodes are ready, and reach what they share. */
const waitForAll = async ({ nodes }: Cluster, after: string): Promise<void> => {
  for (const { url } of nodes) {
    await waitUntil(`${after}: ready`, async () => (await callStatus(`${url}/readyz`)) === 200);
    for (const part of parts)
      await waitUntil(`${after}: ${part}`, async () => (await readMetric(url, part)) === 1);
  }
};

/** As many connections as ever without a pause, on a machine whose processors are all taken. */
const askInHurry = async (load: ReturnType<typeof startReads>, calls: number): Promise<void> => {
  const spinning = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  const { answered, failures } = load.reads;
  const [goal, failed] = [answered + calls, failures.length];
  load.hurry();
  while (load.reads.answered < goal && failures.length === failed) await setTimeout(50);
  load.relax();
  for (const child of spinning) child.kill('SIGKILL');
};

const run = async (context: Context): Promise<Outcome> => {
  const { folder, random, times, log } = context;
  const cluster = await openCluster(folder, products);
  let what = 'all is well';
  const ended = new AbortController();
  try {
    const load = startReads(cluster, ended.signal, () => what);
    const changes = startChanges(cluster, ended.signal, products);
    const publishes = startPublishes(cluster, ended.signal, products);
    const names = Array.from({ length: times(2, 1) }, () => shuffle(Object.keys(faults), random)).flat();
    const chosen = context.isSmoke ? names.slice(0, 2) : names;
    for (const name of chosen) {
      what = name;
      await faults[name]?.(cluster, cluster.nodes[random() < 0.5 ? 0 : 1]);
      what = `after: ${name}`;
      await waitForAll(cluster, name);
      const before = publishes.count();
      await waitUntil(`${name}: an import`, () => publishes.count() > before);
      log(
        `${new Date().toISOString().slice(11, 19)} ${name}: ${load.reads.answered} reads, ${load.reads.failures.length} failed`,
      );
    }
    await publishes.stop();
    what = 'in a hurry';
    await askInHurry(load, times(10_000, 200));
    what = 'in a hurry, the database is frozen';
    cluster.database.freeze();
    await askInHurry(load, times(2_000, 200));
    cluster.database.thaw();
    what = 'settings change while the database is frozen';
    await waitForAll(cluster, what);
    await changes.stop();
    const held = await measureHeldLoop(folder, cluster);
    await load.stop();
    await waitForAll(cluster, what);
    const differences = await findDifferences(cluster);
    const lost = await findLost(cluster, changes.journal, publishes.last);
    const { answered, failures } = load.reads;
    const { prices, campaigns } = changes.journal;
    const limited = failures.filter((failure) => failure.includes(' answered 429'));
    return {
      figure:
        `${chosen.length} faults: ${answered} reads through nginx, ${failures.length} failed, ${limited.length} of them with 429; ` +
        `${changes.tried()} changes, ${prices.size} prices and ${campaigns.size} campaigns acknowledged, ${lost.length} lost; ` +
        `imports: ${Object.entries(publishes.outcomes)
          .map(([state, count]) => `${count} ${state}`)
          .join(', ')}; ` +
        `${differences.length} answers differ; a loop held for ${held.heldMs.toFixed(0)} ms at most (${held.cpuMs.toFixed(0)} ms of processor time) ` +
        `by settings that waited ${held.waitedMs} ms for the database`,
      failures: [
        ...failures,
        ...lost,
        ...differences,
        ...(held.isTooLong ? [`a change of settings held the loop for ${held.heldMs.toFixed(0)} ms`] : []),
      ],
    };
  } finally {
    // After a failure the work goes on otherwise.
    ended.abort();
    await cluster.close();
  }
};

export const cluster: Program = {
  name: 'cluster',
  promise:
    'two nodes with PostgreSQL and object storage behind nginx: killed, frozen, stopped and slow, no read fails, nothing acknowledged is lost, both agree',
  inSmoke: false,
  run,
};
