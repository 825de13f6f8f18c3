import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { keyHeader, searchPath, type TortureService } from './service.ts';
import type { TortureShop } from './shops.ts';

/*
 * One key sends many pipelined calls on many connections at once and reads nothing. Meanwhile a bystander's website and the
 * health check must be answered nearly as fast as before.
 */

const burst = { connections: 60, calls: 60 } as const;
const quietQuestions = 100;
/** The bystander is asked for so long after the burst began. */
const watchedMs = 5_000;
const bounds = { timesQuiet: 10, worstMs: 1_000 } as const;

type Watched = { readonly name: string; readonly path: string; readonly key: string };
type Waits = { readonly quiet: number[]; readonly burst: number[] };

/** What was found wrong, and the waits in words. `isTimed`: waits are judged, not only answers. */
export const judgeBurst = async (
  service: TortureService,
  attacker: TortureShop,
  bystander: TortureShop,
  isTimed: boolean,
): Promise<{ readonly figure: string; readonly failures: readonly string[] }> => {
  const watched: readonly Watched[] = [
    { name: 'the bystander', path: searchPath(bystander, 'p1'), key: bystander.key },
    { name: '/healthz', path: '/healthz', key: '' },
  ];
  const judged: Awaited<ReturnType<typeof watch>>[] = [];
  for (const each of watched) judged.push(await watch(service, attacker, each, isTimed));
  return {
    figure: judged.map(({ text }) => text).join('; '),
    failures: judged.flatMap(({ failures }) => failures),
  };
};

const watch = async (
  service: TortureService,
  attacker: TortureShop,
  { name, path, key }: Watched,
  isTimed: boolean,
) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const waits: Waits = { quiet: [], burst: [] };
  const failures: string[] = [];
  const ask = async (into: number[]): Promise<void> => {
    const startedAt = performance.now();
    const status = await askOnce(service.url + path, key, agent);
    into.push(performance.now() - startedAt);
    if (status !== 200) failures.push(`${name} answered ${status} during a burst`);
  };
  for (let question = 0; question < quietQuestions; question += 1) await ask(waits.quiet);
  const sockets = await sendBurst(service.port, attacker);
  const until = performance.now() + watchedMs;
  while (performance.now() < until) await ask(waits.burst);
  for (const socket of sockets) socket.destroy();
  agent.destroy();
  const [quiet, median, worst] = [findMedian(waits.quiet), findMedian(waits.burst), Math.max(...waits.burst)];
  if (isTimed && median > bounds.timesQuiet * quiet)
    failures.push(`${name} waits ${median.toFixed(1)} ms during a burst, ${quiet.toFixed(1)} ms without`);
  if (isTimed && worst >= bounds.worstMs)
    failures.push(`${name} waits ${worst.toFixed(0)} ms at worst during a burst`);
  const text = `${name} waits ${quiet.toFixed(1)} ms, during a burst ${median.toFixed(1)} ms, ${worst.toFixed(1)} ms at worst`;
  return { text, failures };
};

const askOnce = (url: string, key: string, agent: Agent): Promise<number | string> =>
  new Promise((resolve) => {
    get(url, { agent, headers: keyHeader(key) }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    }).once('error', (error) => resolve(error.message));
  });

const sendBurst = (port: number, shop: TortureShop): Promise<Socket[]> => {
  const call = (place: number): string =>
    `GET ${searchPath(shop, `p${place % 50}`)}&top=100&explain=true HTTP/1.1\r\nHost: a\r\nOcp-Apim-Subscription-Key: ${shop.key}\r\n\r\n`;
  const calls = Array.from({ length: burst.calls }, (_, place) => call(place)).join('');
  return Promise.all(
    Array.from(
      { length: burst.connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ port, host: '127.0.0.1' }, () => {
            socket.pause();
            socket.write(calls, () => resolve(socket));
          });
          socket.once('error', reject).on('error', () => undefined);
        }),
    ),
  );
};

const findMedian = (waits: readonly number[]): number =>
  waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)] ?? 0;
