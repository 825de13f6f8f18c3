import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Subscription } from '../../src/domain/subscription.ts';
import { openLimitNode } from '../support/postgres/limit-node.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/*
 * Offers more calls than a rate allows to two nodes on one database, and prints how many they admit:
 *
 *   node test/postgres/measure-limits.ts [--rate 100] [--seconds 20] [--offered 300]
 */

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    offered: { type: 'string', default: '300' },
  },
});
const [rate, seconds, offered] = [values.rate, values.seconds, values.offered].map(Number) as [
  number,
  number,
  number,
];
if (serverUrl === undefined) throw new Error(withoutServer);
const subscription: Subscription = {
  id: 1,
  websiteId: 1,
  name: 'shop',
  kind: 'secret',
  state: 'active',
  rate: { calls: rate, perSeconds: 1 },
  addressRate: null,
  quota: { calls: 1_000_000_000, per: 'month' },
  boxIds: [],
  origins: [],
  operations: [],
};
const created = await createServerDatabase();
const folder = await mkdtemp(join(tmpdir(), 'kindred-limits-'));
const failures: unknown[] = [];
const nodes = ['one', 'other'].map((name) =>
  openLimitNode({
    url: created.url,
    schema: 'kindred',
    file: join(folder, `${name}.sqlite`),
    onFailed: (error) => failures.push(error),
  }),
);
const admittedAt: number[] = [];
const waits: number[] = [];

const call = async (at: number): Promise<void> => {
  const limiter = nodes[at % nodes.length]?.limiter;
  const askedAt = performance.now();
  const preparing = limiter?.prepare?.(subscription) ?? null;
  if (preparing !== null) await preparing;
  waits.push(performance.now() - askedAt);
  if (limiter?.admit(subscription, Date.now()).ok) admittedAt.push(performance.now());
};

/** The most calls that were admitted within any second. */
const findMost = (): number =>
  admittedAt.reduce(
    (most, from, at) =>
      Math.max(
        most,
        admittedAt.slice(at).findIndex((time) => time >= from + 1_000),
      ),
    0,
  );

const startedAt = performance.now();
const calls: Promise<void>[] = [];
while (performance.now() - startedAt < seconds * 1_000) {
  const due = Math.floor(((performance.now() - startedAt) / 1_000) * offered);
  while (calls.length < due) calls.push(call(calls.length));
  await setTimeout(1);
}
await Promise.all(calls);
admittedAt.sort((one, other) => one - other);
const allowed = rate * seconds;
const median = waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)] ?? 0;
print(
  `${calls.length} calls offered to two nodes in ${seconds} s, ${rate} a second allowed: ${admittedAt.length} admitted, ` +
    `${((100 * admittedAt.length) / allowed).toFixed(2)} % of ${allowed}; at most ${findMost()} within any second; ` +
    `median wait ${median.toFixed(2)} ms; ${failures.length} failures`,
);
for (const node of nodes) await node.exchange();
const used = nodes.map(({ usage }) => usage.quotaUsed(subscription, new Date()));
print(`quota used as both nodes know it: ${used.join(' and ')}`);
for (const node of nodes) await node.close();
await created.drop();
await rm(folder, { recursive: true });
