import { connect, type Socket } from 'node:net';
import { pick, type Context, type Outcome, type Program } from '../program.ts';
import { judgeBurst } from '../support/judge-burst.ts';
import { watchHealth } from '../support/watch-health.ts';
import {
  callStatus,
  keyHeader,
  readMetric,
  searchPath,
  startService,
  type TortureService,
} from '../support/service.ts';
import { createShops, type TortureShop } from '../support/shops.ts';

/*
 * What anybody with a connection or a publishable key can do: reset, not read, not send, cut, flood. While it lasts a
 * bystander's website must be answered, and afterwards nothing may be left.
 */

type Target = { readonly service: TortureService; readonly shop: TortureShop; readonly random: () => number };

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => undefined);
  });

const callText = (shop: TortureShop, place: number): string =>
  `GET ${searchPath(shop, `p${place % 50}`)} HTTP/1.1\r\nHost: a\r\nOcp-Apim-Subscription-Key: ${shop.publishable}\r\nOrigin: https://a.example\r\n\r\n`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Many calls on one connection, which is reset while they are computed or queued. */
const reset = async ({ service, shop, random }: Target): Promise<void> => {
  const socket = await open(service.port);
  socket.write(
    Array.from({ length: 1 + Math.floor(random() * 30) }, (_, place) => callText(shop, place)).join(''),
  );
  await pause(random() * 8);
  socket.resetAndDestroy();
};

/** Asks and does not read. */
const readNothing = async ({ service, shop, random }: Target): Promise<void> => {
  const socket = await open(service.port);
  socket.pause();
  for (let place = 0; place < 30; place += 1) socket.write(callText(shop, place));
  await pause(500 + random() * 1500);
  socket.destroy();
};

/** Sends a call byte by byte, and leaves in the middle. */
const sendSlowly = async ({ service, shop, random }: Target): Promise<void> => {
  const socket = await open(service.port);
  const text = callText(shop, 1);
  const length = Math.floor(random() * text.length);
  for (let at = 0; at < length && !socket.destroyed; at += 16) {
    socket.write(text.slice(at, Math.min(length, at + 16)));
    await pause(10);
  }
  if (random() < 0.5) socket.destroy();
  else socket.resetAndDestroy();
};

/** A form that ends anywhere, with the length of the whole or without one. */
const cutUpload = async ({ service, shop, random }: Target): Promise<void> => {
  const body = `--b\r\nContent-Disposition: form-data; name="feed"; filename="f.csv"\r\nContent-Type: text/csv\r\n\r\nid,title\n1,${'x'.repeat(200)}\r\n--b--\r\n`;
  const cut = body.slice(0, Math.floor(random() * body.length));
  const length = random() < 0.5 ? cut.length : body.length;
  const socket = await open(service.port);
  socket.write(
    `POST /admin/websites/${shop.name}/datasets/catalogue/inspect HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${shop.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n${cut}`,
  );
  await pause(5 + random() * 40);
  if (random() < 0.5) socket.end();
  else socket.resetAndDestroy();
};

/** Connections that say nothing. */
const flood = async ({ service }: Target): Promise<void> => {
  const sockets = await Promise.all(Array.from({ length: 60 }, () => open(service.port).catch(() => null)));
  await pause(200);
  for (const socket of sockets) socket?.destroy();
};

/** Broken HTTP of several kinds. */
const sendNonsense = async ({ service, random }: Target): Promise<void> => {
  const socket = await open(service.port);
  socket.write(
    pick(random, [
      'GET / HTTP/1.1\r\n\r\n',
      'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      'POST /events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\nzz\r\n',
      'POST /events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
      Buffer.from(Array.from({ length: 500 }, () => Math.floor(random() * 256))).toString('latin1'),
    ]),
  );
  await pause(20);
  socket.destroy();
};

const attacks = { reset, readNothing, sendSlowly, cutUpload, flood, sendNonsense } as const;
type AttackName = keyof typeof attacks;

/** Waits until no call is in work, for at most 30 s. */
const waitUntilIdle = async ({ url }: TortureService): Promise<number> => {
  for (let look = 0; look < 150; look += 1) {
    if ((await readMetric(url, 'kindred_in_flight')) === 0) return 0;
    await pause(200);
  }
  return readMetric(url, 'kindred_in_flight');
};

/** A call of another website every 20 ms; collects what did not get 200. */
const watchBystander = ({ url }: TortureService, shop: TortureShop) => {
  const wrong: string[] = [];
  let [calls, isStopped] = [0, false];
  const watching = (async () => {
    while (!isStopped) {
      const status = await callStatus(url + searchPath(shop, `p${calls % 50}`), {
        headers: keyHeader(shop.key),
      });
      calls += 1;
      if (status !== 200) wrong.push(`the bystander got ${status}`);
      await pause(20);
    }
  })();
  return async () => {
    isStopped = true;
    await watching;
    return { calls, wrong };
  };
};

const run = async (context: Context): Promise<Outcome> => {
  const victims = Array.from({ length: context.times(20, 2) }, (_, place) => `shop${place}`);
  const { config, shops } = await createShops(context.folder, ['bystander', ...victims], 60);
  const [bystander, ...targets] = shops;
  if (bystander === undefined) throw new Error('It was created above.');
  const service = await startService(config.dataDir, { KINDRED_STALL_SECONDS: '2' });
  const failures: string[] = [];
  const counts = new Map<AttackName, number>();
  const burst = await judgeBurst(service, targets[0] ?? bystander, bystander, !context.isSmoke);
  failures.push(...burst.failures);
  const health = await watchHealth(service.port);
  const stopBystander = watchBystander(service, bystander);
  const total = context.times(3000, 60);
  let started = 0;
  const attackers = Array.from({ length: 12 }, async () => {
    while (started < total) {
      started += 1;
      const name = pick(context.random, Object.keys(attacks) as AttackName[]);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const target = { service, shop: pick(context.random, targets), random: context.random };
      await attacks[name](target).catch(() => undefined);
    }
  });
  await Promise.all(attackers);
  const { calls, wrong } = await stopBystander();
  const { waits, failures: unhealthy } = await health.stop();
  failures.push(...wrong, ...unhealthy);
  if (service.child.exitCode !== null) failures.push(`the process ended: ${service.logs().slice(-500)}`);
  else {
    const left = await waitUntilIdle(service);
    if (left > 0) failures.push(`${left} calls are still in work although nobody calls`);
    // More calls than a website has slots: a slot that was not given back shows.
    for (let call = 0; call < 100; call += 1) {
      const path = searchPath(bystander, `p${call % 50}`);
      const status = await callStatus(service.url + path, { headers: keyHeader(bystander.key) });
      if (status !== 200) failures.push(`call ${call} of the bystander answers ${status} afterwards`);
    }
    for (const shop of targets.slice(0, 5)) {
      const status = await callStatus(service.url + searchPath(shop, 'p1'), { headers: keyHeader(shop.key) });
      if (status !== 200) failures.push(`${shop.name} answers ${status} afterwards`);
    }
  }
  await service.stop('SIGTERM');
  const kinds = [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
  return {
    figure: `${total} attacks (${kinds}) on ${targets.length} websites; the bystander: ${calls - wrong.length} of ${calls} answered; longest /healthz ${Math.max(...waits).toFixed(0)} ms; ${burst.figure}`,
    failures,
  };
};

export const attack: Program = {
  name: 'attack',
  promise:
    'resets, slow readers and senders, cut uploads, floods and bursts of calls harm nobody else and leave nothing behind',
  inSmoke: true,
  run,
};
