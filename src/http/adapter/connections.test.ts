import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import { createImageSearch, type ImageSearch } from '../../operations/image-search.ts';
import type { AppNeeds } from '../app.ts';
import { type RunningServer, startServer } from '../server.ts';

type Started = { readonly shop: Shop; readonly server: RunningServer; readonly port: number };
const started: Started[] = [];

afterEach(async () => {
  for (const { shop, server } of started.splice(0)) {
    shop.app.server.closeAllConnections();
    await server.stop();
    await shop.close();
  }
});

/** A shop on a real port; its image search can be slowed down or padded. */
const start = async (
  changes: Partial<AppNeeds> = {},
  wrap: (search: ImageSearch) => ImageSearch = (search) => search,
  stopping: { readonly graceMs: number; readonly deadlineMs: number } = { graceMs: 50, deadlineMs: 400 },
): Promise<Started & { readonly call: string }> => {
  let search: ImageSearch | null = null;
  const shop = await openShop({
    answerWithinMs: 3_600_000,
    // A slow search must run for each call.
    answerCache: { maximumBytes: 0, readerOf: () => null },
    imageSearch: (asked) => {
      if (search === null) throw new Error('The shop is not open yet.');
      return search(asked);
    },
    ...changes,
  });
  search = wrap(
    createImageSearch({
      products: (dataset) => shop.engine.products(dataset),
      now: () => shop.clock.nowMs,
      report: () => undefined,
    }),
  );
  const server = await startServer(shop.app, { host: '127.0.0.1', port: 0, ...stopping });
  const port = Number(new URL(server.url).port);
  const query = new URLSearchParams({ btr: shop.north.search.tracker, identifier: 'p0' }).toString();
  const call = `GET /search/imagesearch?${query} HTTP/1.1\r\nHost: a\r\nOcp-Apim-Subscription-Key: ${shop.north.key}\r\n\r\n`;
  const running = { shop, server, port };
  started.push(running);
  return { ...running, call };
};

const open = async (port: number, allowHalfOpen = false): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** Everything that arrives until the other side closes. */
const readToEnd = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.on('close', () => resolve(text));
    socket.on('end', () => resolve(text));
  });

const readStatuses = (text: string): (string | undefined)[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => code);

const metric = async (shop: Shop, name: string): Promise<number> => {
  const { text } = await shop.send('GET', '/metrics');
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.split(' ')[1]);
};
const refused = (shop: Shop, reason: string) => metric(shop, `kindred_refused_total{reason="${reason}"}`);
const openConnections = (shop: Shop): Promise<number> =>
  new Promise((resolve, reject) =>
    shop.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
const status = async (shop: Shop): Promise<number> => {
  const query = { btr: shop.north.search.tracker, identifier: 'p0' };
  return (await shop.get('/search/imagesearch', query)).status;
};

/** Work that lasts until it is let go. */
const createGate = () => {
  const waiting: (() => void)[] = [];
  return {
    wrap:
      (search: ImageSearch): ImageSearch =>
      async (asked) => {
        await new Promise<void>((resolve) => void waiting.push(resolve));
        return search(asked);
      },
    openOnce: () => waiting.shift()?.(),
    get size() {
      return waiting.length;
    },
  };
};

describe('slots', () => {
  it('are free again when callers reset their connections while they wait', async () => {
    const gate = createGate();
    const limits = {
      total: 1,
      perWebsite: 1,
      queuedPerWebsite: 100,
      deadlineMs: 60_000,
      holdMs: 3_600_000,
    };
    const { shop, port, call } = await start({ inFlight: limits }, gate.wrap);
    for (let round = 0; round < 3; round += 1) {
      const holder = await open(port);
      holder.write(call);
      await expect.poll(() => gate.size).toBe(1);
      const impatient = await Promise.all(Array.from({ length: 10 }, () => open(port)));
      for (const socket of impatient) socket.write(call);
      await expect.poll(() => metric(shop, 'kindred_queued')).toBe(10);
      for (const socket of impatient) socket.resetAndDestroy();
      await expect.poll(() => metric(shop, 'kindred_queued')).toBe(0);
      gate.openOnce();
      await expect.poll(() => metric(shop, 'kindred_in_flight')).toBe(0);
      holder.destroy();
    }
    const answer = status(shop);
    await expect.poll(() => gate.size).toBe(1);
    gate.openOnce();
    expect(await answer).toBe(200);
    expect(await refused(shop, 'closed')).toBe(30);
  });

  it('are free again when a caller resets its connection while its work runs', async () => {
    const gate = createGate();
    // A slot that is lost would be taken back after a while, which must not hide it here.
    const limits = { total: 1, perWebsite: 1, holdMs: 3_600_000 };
    const { shop, port, call } = await start({ inFlight: limits }, gate.wrap);
    const socket = await open(port);
    socket.write(call);
    await expect.poll(() => gate.size).toBe(1);
    socket.resetAndDestroy();
    // The work ends after the service has seen the reset: earlier, it could not tell.
    await expect.poll(() => openConnections(shop)).toBe(0);
    expect(await metric(shop, 'kindred_in_flight')).toBe(1);
    gate.openOnce();
    await expect.poll(() => metric(shop, 'kindred_in_flight')).toBe(0);
  });

  it('are not held by connections that do not read, which are ended', async () => {
    const padded = new Uint8Array(Buffer.from(`{"identifier":"p","text":"${'x'.repeat(1024 ** 2)}"}`));
    const pad =
      (search: ImageSearch): ImageSearch =>
      async (asked) => {
        const result = await search(asked);
        return asked.top === 1
          ? { ...result, documents: [{ identifier: 'p', score: 1, record: padded }] }
          : result;
      };
    const { shop, port, call } = await start(
      {
        inFlight: { total: 2, perWebsite: 2, deadlineMs: 60_000 },
        connections: { stallMs: 400, unsentBytes: 2 ** 30 },
      },
      pad,
    );
    const large = call.replace('identifier=p0', 'identifier=p0&top=1');
    const deaf = await Promise.all(Array.from({ length: 4 }, () => open(port)));
    const closed = deaf.map((socket) => once(socket, 'close'));
    for (const socket of deaf) {
      socket.pause();
      socket.write(large.repeat(20));
    }
    await expect.poll(() => metric(shop, 'kindred_in_flight')).toBe(0);
    expect(await status(shop)).toBe(200);
    await expect.poll(() => refused(shop, 'slow-reader')).toBe(4);
    for (const socket of deaf) socket.resume();
    await Promise.all(closed);
    expect(shop.log.join('\n')).toContain('"reason":"slow-reader"');
  });
});

describe('connections', () => {
  it('that send nothing are answered 408 and closed, also when the other side stays half open', async () => {
    const { shop, port } = await start({ connections: { headersMs: 150 } });
    const sockets = await Promise.all([open(port), open(port, true)]);
    const texts = await Promise.all(sockets.map(readToEnd));
    for (const text of texts) expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    await expect.poll(() => openConnections(shop)).toBe(0);
  });

  it('whose body stops arriving are answered 408 and closed', async () => {
    const { shop, port } = await start({ connections: { stallMs: 200 } });
    const key = await shop.addSubscription({ name: 'feeds', kind: 'ingest' });
    const socket = await open(port, true);
    const head = `POST /productData/product HTTP/1.1\r\nHost: a\r\nOcp-Apim-Subscription-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
    socket.write(`${head}{"a`);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    await expect.poll(() => openConnections(shop)).toBe(0);
    expect(await refused(shop, 'stalled-body')).toBe(1);
  });

  it('are limited for one address, but not for a trusted proxy', async () => {
    const { shop, port } = await start({ connections: { perNetwork: 2 } });
    await Promise.all([open(port), open(port)]);
    const third = await open(port);
    expect(await readToEnd(third)).toBe('');
    expect(await refused(shop, 'network-connections')).toBe(1);
    const behind = await start({ connections: { perNetwork: 2 }, trustedProxies: ['127.0.0.0/8'] });
    const sockets = await Promise.all([1, 2, 3].map(() => open(behind.port)));
    await expect.poll(() => openConnections(behind.shop)).toBe(3);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  });

  it('are limited in all', async () => {
    const { shop, port } = await start({ connections: { total: 1 } });
    await open(port);
    await readToEnd(await open(port));
    expect(await refused(shop, 'connections')).toBe(1);
  });

  it('may have a few unanswered calls; one too many is answered 503, and the connection closes', async () => {
    const gate = createGate();
    const { shop, port, call } = await start({ connections: { pipelined: 3 } }, gate.wrap);
    const socket = await open(port);
    const text = readToEnd(socket);
    socket.write(call.repeat(4));
    for (let each = 0; each < 3; each += 1) {
      // One of them is in work at a time.
      await expect.poll(() => gate.size).toBe(1);
      gate.openOnce();
    }
    expect(readStatuses(await text)).toEqual(['200', '200', '200', '503']);
    expect(await refused(shop, 'pipelined')).toBe(1);
  });

  it.each([
    ['that is not HTTP', 'GET /no spaces here HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['of another protocol', '\u0016\u0003\u0001\r\n\r\n'],
  ])('answer a call before the bytes behind it %s', async (_, nonsense) => {
    const gate = createGate();
    const { port, call } = await start({}, gate.wrap);
    const socket = await open(port);
    const text = readToEnd(socket);
    socket.write(call + call + nonsense);
    for (let each = 0; each < 2; each += 1) {
      await expect.poll(() => gate.size).toBe(1);
      gate.openOnce();
    }
    expect(readStatuses(await text)).toEqual(['200', '200', '400']);
  });

  it('log a reason at most once a second', async () => {
    const { shop, port } = await start({ connections: { perNetwork: 1 } });
    await open(port);
    for (let each = 0; each < 20; each += 1) await readToEnd(await open(port));
    expect(await refused(shop, 'network-connections')).toBe(20);
    const lines = shop.log.filter((line) => line.includes('network-connections'));
    expect(lines.length).toBeLessThan(5);
  });
});

describe('a burst of one website', () => {
  /** Computes as a search does, and notes for whom. */
  const createSlowSearch = () => {
    const asked: number[] = [];
    const wrap =
      (search: ImageSearch): ImageSearch =>
      (request) => {
        asked.push(request.box.websiteId);
        const until = performance.now() + 5;
        while (performance.now() < until);
        return search(request);
      };
    return { asked, wrap };
  };
  const bursts = 40;

  it('lets another website and the health check have their turn between its calls', async () => {
    const slow = createSlowSearch();
    // On a busy machine the last of them waits for longer than calls may wait.
    const { shop, port, call } = await start({ inFlight: { deadlineMs: 60_000 } }, slow.wrap);
    const southern = new URLSearchParams({ btr: shop.south.search.tracker, identifier: 'p0' }).toString();
    const bystanding = `GET /search/imagesearch?${southern} HTTP/1.1\r\nHost: a\r\nOcp-Apim-Subscription-Key: ${shop.south.key}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: bursts }, () => open(port)));
    const [bystander, health] = [await open(port), await open(port)];
    await expect.poll(() => openConnections(shop)).toBe(bursts + 2);
    const askedWhenHealthy = once(health, 'data').then(() => slow.asked.length);
    // All of it lies in the sockets before the service reads the first of them.
    for (const socket of sockets) socket.write(call);
    bystander.write(bystanding);
    health.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => slow.asked.length).toBe(bursts + 1);
    expect(slow.asked.indexOf(shop.south.website.id)).toBeLessThan(bursts / 2);
    expect(await askedWhenHealthy).toBeLessThan(bursts / 2);
  });
});

describe('stopping', () => {
  it('loses no call of keep-alive connections under load', async () => {
    // The deadline ends calls that never end; on a busy machine sixteen of them may take seconds.
    const { shop, server, port } = await start({}, undefined, { graceMs: 50, deadlineMs: 60_000 });
    const query = new URLSearchParams({ btr: shop.north.search.tracker, identifier: 'p0' }).toString();
    const headers = { 'Ocp-Apim-Subscription-Key': shop.north.key };
    const agents: Agent[] = [];
    let answered = 0;
    const callOnce = (agent: Agent): Promise<{ status: number; connection: string }> =>
      new Promise((resolve, reject) => {
        const path = `/search/imagesearch?${query}`;
        request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
          const { statusCode = 0 } = response;
          response.resume();
          response.on('end', () =>
            resolve({ status: statusCode, connection: response.headers.connection ?? '' }),
          );
          response.on('error', reject);
        })
          .on('error', reject)
          .end();
      });
    const callUntilClosed = async (): Promise<string> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      for (;;) {
        const { status: code, connection } = await callOnce(agent);
        if (code !== 200) return `status ${code}`;
        answered += 1;
        if (connection === 'close') return 'asked to close';
      }
    };
    const workers = Array.from({ length: 16 }, () => callUntilClosed());
    await expect.poll(() => answered).toBeGreaterThan(100);
    const stopped = server.stop();
    expect(new Set(await Promise.all(workers))).toEqual(new Set(['asked to close']));
    await stopped;
    for (const agent of agents) agent.destroy();
    await expect(open(port)).rejects.toThrow();
  });

  it('answers a call that arrives on an idle connection after the stop began', async () => {
    const { server, port, call } = await start({}, undefined, { graceMs: 30_000, deadlineMs: 60_000 });
    const socket = await open(port);
    const text = readToEnd(socket);
    const stopped = server.stop();
    // Before that other threads may still accept connections, and answers keep theirs open.
    await pause(200);
    socket.write(call);
    const answer = await text;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    await stopped;
  });

  /** A change of a product; `rest` sends what is behind the first bytes. */
  const beginChange = (socket: Socket, key: string, first: (head: string) => number) => {
    const body = JSON.stringify({ identifier: 'p0', price: 5 });
    const head = `POST /productData/product HTTP/1.1\r\nHost: a\r\nOcp-Apim-Subscription-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const text = head + body;
    socket.write(text.slice(0, first(head)));
    return { rest: () => void socket.write(text.slice(first(head))) };
  };

  it.each([
    ['body', (head: string) => head.length + 3],
    ['headers', (head: string) => head.length - 20],
  ])('answers a call whose %s arrive while it stops', async (_, first) => {
    const stopping = { graceMs: 50, deadlineMs: 60_000 };
    const { shop, server, port } = await start({}, undefined, stopping);
    const socket = await open(port);
    const idle = await open(port);
    const text = readToEnd(socket);
    const { rest } = beginChange(
      socket,
      await shop.addSubscription({ name: 'feeds', kind: 'ingest' }),
      first,
    );
    await expect.poll(() => openConnections(shop)).toBe(2);
    const stopped = server.stop();
    // Connections without a call are closed before the rest arrives.
    await once(idle.resume(), 'close');
    rest();
    expect(readStatuses(await text)).toEqual(['200']);
    await stopped;
  });

  it('answers 503 to a call whose body does not arrive in time', async () => {
    const { shop, server, port } = await start({}, undefined, { graceMs: 50, deadlineMs: 1_000 });
    const socket = await open(port);
    const text = readToEnd(socket);
    beginChange(
      socket,
      await shop.addSubscription({ name: 'feeds', kind: 'ingest' }),
      (head) => head.length + 3,
    );
    await expect.poll(() => openConnections(shop)).toBe(1);
    await server.stop();
    expect(readStatuses(await text)).toEqual(['503']);
  });

  it('answers calls of connections that wait to be accepted', async () => {
    const { server, port, call } = await start({}, undefined, { graceMs: 50, deadlineMs: 60_000 });
    const sockets = await Promise.all(Array.from({ length: 50 }, () => open(port)));
    const texts = sockets.map(readToEnd);
    for (const socket of sockets) socket.write(call);
    const stopped = server.stop();
    const statuses = (await Promise.all(texts)).map(readStatuses);
    expect(statuses).toEqual(Array<string[]>(50).fill(['200']));
    await stopped;
  });

  it('is not kept from ending by a body that does not arrive', async () => {
    const { shop, server, port } = await start({ connections: { stallMs: 3_600_000 } });
    const key = await shop.addSubscription({ name: 'feeds', kind: 'ingest' });
    const socket = await open(port);
    const head = `POST /productData/product HTTP/1.1\r\nHost: a\r\nOcp-Apim-Subscription-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
    socket.write(`${head}{"a`);
    await expect.poll(() => openConnections(shop)).toBe(1);
    await server.stop();
    expect(await openConnections(shop)).toBe(0);
  });
});
