import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { compose } from '../../../src/compose.ts';
import type { Context, Outcome, Program } from '../program.ts';
import { type LoadAnswer, send } from '../support/load.ts';
import { keyHeader, searchPath, startService, type TortureService } from '../support/service.ts';
import { createShops, publishProducts, type TortureShop } from '../support/shops.ts';

/** Titles carry the edition of their version: an answer with two of them mixes versions. */
const findMixture = ({ status, body }: LoadAnswer): string | null => {
  if (status !== 200) return `answered ${status}`;
  const editions = new Set(body.match(/edition\d+/g) ?? []);
  return editions.size > 1 ? `an answer mixes ${[...editions].join(' and ')}` : null;
};

/** A listener that closes resets a connection that reaches it in this moment; no more than this in one restart. */
const resetsPerRestart = 2;

/**
 * Calls go to one of two processes, as behind a load balancer: a process that refuses or resets the connection before it
 * answers is passed over, any other error is a failed call.
 */
const callEither = async (
  agent: Agent,
  services: () => TortureService[],
  shop: TortureShop,
  place: number,
  onReset: () => void,
) => {
  const call = (port: number) =>
    send(agent, { port, path: searchPath(shop, `p${place % 60}`), headers: keyHeader(shop.key) });
  const [first, second] = place % 2 === 0 ? services() : services().reverse();
  if (first === undefined || second === undefined) throw new Error('There are two.');
  const answer = await call(first.port);
  if (answer.status === 'ECONNRESET') onReset();
  return answer.status === 'ECONNREFUSED' || answer.status === 'ECONNRESET' ? call(second.port) : answer;
};

const writeCampaign = ({ url }: TortureService, shop: TortureShop, round: number): Promise<Response> =>
  fetch(`${url}/admin/websites/${shop.name}/campaigns`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `swap-${round}`,
      when: { brand: 'None' },
      effect: { redirect: { url: 'https://shop.example/sale' } },
    }),
  });

const runSwap = async (context: Context): Promise<Outcome> => {
  const { config, shops } = await createShops(context.folder, ['north'], 60);
  const [shop] = shops;
  if (shop === undefined) throw new Error('It was created above.');
  const services = [await startService(config.dataDir), await startService(config.dataDir)];
  const publisher = await compose(config, { serves: false });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const failures: string[] = [];
  const least = context.times(100_000, 300);
  let [calls, isDone, writes, resets] = [0, false, 0, 0];
  const onReset = (): void => void (resets += 1);
  const callers = Array.from({ length: 8 }, async () => {
    while (!isDone || calls < least) {
      calls += 1;
      const failure = findMixture(await callEither(agent, () => [...services], shop, calls, onReset));
      if (failure !== null) failures.push(failure);
    }
  });
  const [publishes, restarts] = [context.times(50, 2), context.times(10, 1)];
  for (let round = 1; round <= publishes; round += 1) {
    await publishProducts(publisher.engine, shop.products, 60, round);
    const service = services[0];
    if (service !== undefined && round % 5 < 2) {
      const { status } = await writeCampaign(service, shop, round);
      if (status === 201) writes += 1;
      else failures.push(`a configuration write got ${status}`);
    }
    if (round % Math.ceil(publishes / restarts) === 0) {
      // The balancer does not know: calls go on to the process that stops, until it refuses connections.
      const place = round % 2;
      await services[place]?.stop('SIGTERM');
      services[place] = await startService(config.dataDir);
    }
  }
  isDone = true;
  await Promise.all(callers);
  if (resets > resetsPerRestart * restarts) failures.push(`${resets} connections were reset`);
  agent.destroy();
  await publisher.close();
  for (const service of services) await service.stop();
  return {
    figure: `${publishes} publishes, ${writes} configuration writes and ${restarts} graceful restarts in ${calls} calls: ${failures.length} failed or mixed, ${resets} sent again after a reset`,
    failures,
  };
};

export const swap: Program = {
  name: 'swap',
  promise:
    '50 publishes, 20 configuration writes, 10 graceful restarts in 100,000 calls: none fails, none mixes versions',
  inSmoke: true,
  run: runSwap,
};

/** In milliseconds. */
const sampleEvery = 5_000;

const residentKilobytes = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);

/**
 * The least of many samples within a time: what the process holds. A single sample also counts what the collector has not
 * yet freed, which is up to a tenth.
 */
const leastResident = async (pid: number | undefined, milliseconds: number): Promise<number> => {
  const until = Date.now() + milliseconds;
  let least = Number.POSITIVE_INFINITY;
  while (Date.now() < until) {
    await pause(Math.min(sampleEvery, milliseconds / 4));
    least = Math.min(least, residentKilobytes(pid));
  }
  return least;
};

const runSoak = async (context: Context): Promise<Outcome> => {
  const size = context.times(20_000, 200);
  const { config, shops } = await createShops(context.folder, ['north'], size);
  const [shop] = shops;
  if (shop === undefined) throw new Error('It was created above.');
  // A cache of the usual size fills for as long as a slow machine needs for 20,000 answers, which is no growth.
  const service = await startService(config.dataDir, { KINDRED_CACHE_MB: '32' });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const failures: string[] = [];
  let [calls, isDone] = [0, false];
  const callers = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      const path = searchPath(shop, `p${(calls += 1) % size}`);
      const { status } = await send(agent, { port: service.port, path, headers: keyHeader(shop.key) });
      if (status !== 200) failures.push(`answered ${status}`);
      await pause(20);
    }
  });
  // Fewer publishes would say nothing about growth.
  const publishes = context.isSmoke ? 1 : Math.max(6, context.times(9, 1));
  const minutes = context.times(45, 1) / (context.isSmoke ? 60 : 1);
  const memory: number[] = [];
  for (let round = 1; round <= publishes; round += 1) {
    const publisher = await compose(config, { serves: false });
    await publishProducts(publisher.engine, shop.products, size, round);
    await publisher.close();
    const windowMs = (minutes * 60_000) / publishes;
    await pause(windowMs / 2);
    memory.push(await leastResident(service.child.pid, windowMs / 2));
    context.log(`publish ${round}: ${Math.round((memory.at(-1) ?? 0) / 1024)} MiB, ${calls} calls`);
  }
  isDone = true;
  await Promise.all(callers);
  agent.destroy();
  await service.stop();
  // The first third warms up: caches fill, and code is compiled.
  const early = memory[Math.floor(memory.length / 3)] ?? 0;
  const growth = (100 * ((memory.at(-1) ?? 0) - early)) / early;
  if (growth > 5 && memory.length > 3) failures.push(`memory grew by ${growth.toFixed(1)} %`);
  return {
    figure: `${minutes} minutes, ${publishes} publishes, ${calls} calls, ${failures.length} failures, memory ${growth.toFixed(1)} %`,
    failures,
  };
};

export const soak: Program = {
  name: 'soak',
  promise: '45 minutes with a publish every 5: memory grows by less than 5 %',
  inSmoke: false,
  runsBeside: true,
  run: runSoak,
};
