import { setTimeout } from 'node:timers/promises';
import type { Cluster, ClusterNode } from '../../support/cluster/open-cluster.ts';

/** Milliseconds. */
const faultMs = 3_000;

/** How much longer a write to slow storage takes. */
const slowMs = 1_000;

type Fault = (cluster: Cluster, victim: ClusterNode) => Promise<void>;

const killAndStart = async (victim: ClusterNode): Promise<void> => {
  await victim.end('SIGKILL');
  await setTimeout(faultMs / 3);
  await victim.start();
};

/** Each ends with everything in order again. `victim`: the node that is killed, where one is. */
export const faults: Readonly<Record<string, Fault>> = {
  'a node is killed': (_, victim) => killAndStart(victim),
  'the database is frozen': async ({ database }) => {
    database.freeze();
    await setTimeout(faultMs);
    database.thaw();
  },
  'the database is stopped': async ({ database }) => {
    database.stop();
    await setTimeout(faultMs);
    await database.start();
  },
  'a node is killed while the database is frozen': async ({ database }, victim) => {
    database.freeze();
    await setTimeout(faultMs / 3);
    await killAndStart(victim);
    database.thaw();
  },
  'a node is killed while the database is stopped': async ({ database }, victim) => {
    database.stop();
    await setTimeout(faultMs / 3);
    await killAndStart(victim);
    await database.start();
  },
  'the object storage is stopped': async ({ objects }) => {
    await objects.stop();
    await setTimeout(faultMs);
    await objects.start();
  },
  'the object storage hangs': async ({ objects }) => {
    objects.hang();
    await setTimeout(faultMs);
    objects.goOn();
  },
  'a node is killed while the object storage is slow': async ({ objects }, victim) => {
    objects.slowDown(slowMs);
    await setTimeout(faultMs);
    await killAndStart(victim);
    objects.slowDown(0);
  },
  'a node is killed while the object storage is stopped': async ({ objects }, victim) => {
    await objects.stop();
    await setTimeout(faultMs / 3);
    await killAndStart(victim);
    await objects.start();
  },
};
