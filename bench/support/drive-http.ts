import { connect, type Socket } from 'node:net';

/*
 * A load generator on plain sockets. Requests are ready bytes, and of an answer only the status and the length are
 * read, so that it takes little of the processor that it shares with the server. Each connection reads into memory that was used
 * before: with new buffers, for each answer or for each run, collections of the generator took both processors for up to 40 ms,
 * which would count as latency of the server.
 */

export type DriveOptions = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The bytes of the next request. */
  readonly next: () => Buffer;
  /** Requests a second, evenly spaced; left out: each connection sends again when it has its answer. */
  readonly rate?: number;
};

export type DriveResult = {
  readonly answers: number;
  readonly perSecond: number;
  /** Latency from the moment a request was due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** All of them in milliseconds, ascending. */
  readonly latencies: Float64Array;
  readonly failures: number;
  readonly bodyBytes: number;
};

export const encodeRequest = (path: string, headers: Readonly<Record<string, string>> = {}): Buffer => {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
};

type Connection = {
  socket: Socket | null;
  dueAt: number;
  busy: boolean;
  left: number;
  head: Buffer | null;
};

/**
 * At a given rate the generator sleeps so long between two looks at the clock, in milliseconds: if it looked all the time it
 * would take a whole core, which a server with a thread for each core then lacks and one with a single thread does not. A
 * timer of the event loop would send a whole millisecond's requests at once.
 */
const tickMs = 0.25;
const clock = new Int32Array(new SharedArrayBuffer(4));

const separator = Buffer.from('\r\n\r\n');

export const driveHttp = async (options: DriveOptions): Promise<DriveResult> => {
  const { connections, seconds, next, rate } = options;
  const latencies: number[] = [];
  let [failures, bodyBytes] = [0, 0];
  let [startedAt, endsAt, sent] = [0, 0, 0];
  /** Requests that are due and wait for a connection, oldest first. */
  const waiting: number[] = [];

  const send = (connection: Connection, dueAt: number): void => {
    connection.busy = true;
    connection.dueAt = dueAt;
    connection.socket?.write(next());
  };
  const finish = (connection: Connection): void => {
    latencies.push(performance.now() - connection.dueAt);
    connection.busy = false;
    if (performance.now() >= endsAt) return;
    if (rate === undefined) return send(connection, performance.now());
    const dueAt = waiting.shift();
    if (dueAt !== undefined) send(connection, dueAt);
  };
  const read = (connection: Connection, chunk: Buffer): void => {
    if (connection.left > 0) {
      connection.left -= chunk.length;
      if (connection.left <= 0) finish(connection);
      return;
    }
    const bytes = connection.head === null ? chunk : Buffer.concat([connection.head, chunk]);
    const end = bytes.indexOf(separator);
    if (end < 0) {
      // A copy: the next piece is read into the same memory.
      connection.head = Buffer.from(bytes);
      return;
    }
    connection.head = null;
    const head = bytes.toString('latin1', 0, end);
    if (!head.startsWith('HTTP/1.1 200')) failures += 1;
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    bodyBytes += length;
    connection.left = end + separator.length + length - bytes.length;
    if (connection.left <= 0) finish(connection);
  };

  const pool = Array.from(
    { length: connections },
    (): Connection => ({ socket: null, dueAt: 0, busy: false, left: 0, head: null }),
  );
  const buffers = pool.map(() => freeBuffers.pop() ?? Buffer.alloc(readBytes));
  await Promise.all(
    pool.map(async (connection, at) => {
      const buffer = buffers[at] as Buffer;
      connection.socket = await openConnection(options.port, buffer, (chunk) => read(connection, chunk));
    }),
  );
  let turn = 0;
  /** In turn: always the first idle one would give nearly all requests to the threads that accepted the first few. */
  const takeIdle = (): Connection | undefined => {
    for (let step = 0; step < pool.length; step += 1) {
      const connection = pool[turn];
      turn = (turn + 1) % pool.length;
      if (connection?.busy === false) return connection;
    }
    return undefined;
  };
  const sendAtRate = async (perSecond: number): Promise<void> => {
    while (performance.now() < endsAt) {
      // The first one is due at once, and each when its time has come, not when that of the next has.
      const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond) + 1;
      for (; sent < due; sent += 1) {
        const dueAt = startedAt + (sent / perSecond) * 1000;
        const idle = takeIdle();
        if (idle) send(idle, dueAt);
        else waiting.push(dueAt);
      }
      await new Promise((resolve) => setImmediate(resolve));
      Atomics.wait(clock, 0, 0, tickMs);
    }
    waiting.length = 0;
  };
  // Not before: requests that are due while connections are opened would be late.
  startedAt = performance.now();
  endsAt = startedAt + seconds * 1000;
  if (rate === undefined) for (const connection of pool) send(connection, performance.now());
  else await sendAtRate(rate);
  await waitUntil(() => performance.now() >= endsAt && pool.every(({ busy }) => !busy));
  const elapsed = (performance.now() - startedAt) / 1000;
  for (const { socket } of pool) socket?.destroy();
  freeBuffers.push(...buffers);
  const sorted = Float64Array.from(latencies).sort();
  return {
    answers: latencies.length,
    perSecond: latencies.length / elapsed,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    latencies: sorted,
    failures,
    bodyBytes,
  };
};

/** Of numbers in ascending order. */
export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

const readBytes = 1 << 16;
/** Of runs that have ended. */
const freeBuffers: Buffer[] = [];

const openConnection = (port: number, buffer: Buffer, onRead: (chunk: Buffer) => void): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const callback = (count: number): boolean => {
      onRead(buffer.subarray(0, count));
      return true;
    };
    const where = { port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } };
    const socket = connect(where, () => resolve(socket));
    socket.once('error', reject);
  });

const waitUntil = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20));
};
