import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import { createTablesFirst } from '../../postgres/create-tables.ts';
import { openPool } from '../../postgres/open-pool.ts';
import { type RemoteAnswer, type RemoteRequest, type SharedMemory, signals } from './remote.ts';
import { channelOf, pruneRows, pullRows, pushRows, storeTables } from './shared-rows.ts';

/* The thread that talks to the shared database, see remote.ts. */

const { url, schema, waitMs, port, memory } = workerData as {
  url: string;
  schema: string;
  waitMs: number;
  port: MessagePort;
  memory: SharedMemory;
};
const shared = memory.signals;

const intervals = {
  lookMs: 1_000,
  lookWhileAwayMs: 200,
  pruneMs: 3_600_000,
  /** Before a caller has waited in vain. */
  awayAfterMs: waitMs / 2,
  statementMs: Math.ceil(waitMs * 0.75),
} as const;

const pool = openPool({
  url,
  connections: 2,
  statementTimeoutMs: intervals.statementMs,
  answerTimeoutMs: intervals.statementMs,
});
const database = createTablesFirst(pool, storeTables(schema));

const setAway = (isAway: boolean): void => void Atomics.store(shared, signals.isAway, isAway ? 1 : 0);

const answerRequest = async (request: RemoteRequest): Promise<RemoteAnswer> => {
  const { id } = request;
  try {
    if (request.kind === 'pull') return { id, value: await pullRows(database, schema, request.since) };
    return { id, value: await pushRows(database, schema, request.position, request.rows) };
  } catch (error) {
    const isUnavailable = error instanceof Fault && error.code === 'unavailable';
    if (isUnavailable) setAway(true);
    const message = error instanceof Error ? error.message : String(error);
    return { id, problem: { isUnavailable, message } };
  }
};

port.on('message', (request: RemoteRequest) => {
  answerRequest(request)
    .then((answer) => {
      port.postMessage(answer);
      Atomics.add(shared, signals.answers, 1);
      Atomics.notify(shared, signals.answers);
    })
    .catch(() => setAway(true));
});

/** Sends what this copy does not have, every time until it has it. Before its first revision it asks by itself. */
const look = async (): Promise<void> => {
  const since = Number(Atomics.load(memory.revision, 0));
  if (since < 0) return database.script('SELECT 1');
  const pulled = await pullRows(database, schema, since);
  if (pulled.revision > since) parentPort?.postMessage(pulled);
};

let isLooking = false;
const lookQuietly = async (): Promise<void> => {
  if (isLooking) return;
  isLooking = true;
  const late = setTimeout(() => setAway(true), intervals.awayAfterMs);
  try {
    await look();
    Atomics.store(memory.heardAt, 0, BigInt(Date.now()));
    setAway(false);
  } catch {
    setAway(true);
  } finally {
    clearTimeout(late);
    isLooking = false;
  }
};

const keepLooking = async (): Promise<void> => {
  await lookQuietly();
  const isAway = Atomics.load(shared, signals.isAway) === 1;
  setTimeout(() => void keepLooking(), isAway ? intervals.lookWhileAwayMs : intervals.lookMs);
};

/** What cannot be pruned now is pruned in an hour. */
const prune = (): void => void pruneRows(database, schema).catch(() => undefined);
setTimeout(prune, intervals.lookMs).unref();
setInterval(prune, intervals.pruneMs).unref();

keepLooking().catch(() => setAway(true));
database.listen(channelOf(schema), () => void lookQuietly()).catch(() => setAway(true));
