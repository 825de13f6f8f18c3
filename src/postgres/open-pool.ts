import { setTimeout } from 'node:timers/promises';
import { Client, DatabaseError, Pool, type PoolClient, type QueryConfig } from 'pg';
import { Fault } from '../errors.ts';
import { type Database, type Queries, type Sql, toText } from './sql.ts';

export type PoolOptions = {
  readonly url: string;
  readonly connections?: number;
  /** A statement that takes longer is cancelled. */
  readonly statementTimeoutMs?: number;
  /**
   * A connection that does not answer for so long is given up: packets may be lost without a sign. Without it, this
   * holds for statements outside of transactions only, a little later than they are cancelled.
   */
  readonly answerTimeoutMs?: number;
  /** Statements that begin every connection. */
  readonly session?: string;
  /** Closing waits so long for connections to end. One that was cut may never say that it did. */
  readonly closeTimeoutMs?: number;
};

const defaults = {
  connections: 10,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 5_000,
  /** How much longer than the server a client waits: the server cancels a statement first. */
  answerMarginMs: 5_000,
  reconnectAfterMs: 1_000,
  closeTimeoutMs: 10_000,
  lifetimeSeconds: 1_800,
  preparedStatements: 200,
} as const;

/** A bounded pool of connections, and one more connection that waits for notifications. */
export const openPool = ({
  url,
  connections = defaults.connections,
  statementTimeoutMs = defaults.statementTimeoutMs,
  answerTimeoutMs,
  session = '',
  closeTimeoutMs = defaults.closeTimeoutMs,
}: PoolOptions): Database => {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    // Who waits longer for an answer waits as long for a connection: a busy machine may need it.
    connectionTimeoutMillis: Math.max(defaults.connectTimeoutMs, answerTimeoutMs ?? 0),
    application_name: 'kindred',
    keepAlive: true,
    // What a connection remembers of statements ends with it.
    maxLifetimeSeconds: defaults.lifetimeSeconds,
    ...(answerTimeoutMs !== undefined && { query_timeout: answerTimeoutMs }),
    // The pool waits for it, although its type does not say so.
    onConnect: (client): unknown => client.query(`SET statement_timeout = ${statementTimeoutMs}; ${session}`),
  });
  // An idle connection that breaks is replaced by the pool; the next statement reports what matters.
  pool.on('error', () => undefined);
  // So does one that breaks between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const listener = createListener(url);
  const nameStatement = createNames();
  const query_timeout = answerTimeoutMs ?? statementTimeoutMs + defaults.answerMarginMs;
  return {
    ...createQueries((text, values, isPrepared) => {
      const name = isPrepared && { name: nameStatement(text) };
      const statement: TimedStatement = { text, ...(values && { values }), ...name, query_timeout };
      return pool.query(statement);
    }),
    transaction: async (work) => {
      const client = await translateFailures(() => pool.connect());
      return runTransaction(client, work);
    },
    listen: listener.listen,
    close: () =>
      waitAtMost(
        closeTimeoutMs,
        listener.close().then(() => pool.end()),
      ),
  };
};

const waitAtMost = async (limitMs: number, work: Promise<void>): Promise<void> => {
  const done = new AbortController();
  const limit = setTimeout(limitMs, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    await Promise.race([work, limit]);
  } finally {
    done.abort();
  }
};

/** The types of the client do not know that a statement can have its own limit. */
type TimedStatement = QueryConfig<unknown[]> & { readonly query_timeout: number };

const runTransaction = async <T>(client: PoolClient, work: (queries: Queries) => Promise<T>): Promise<T> => {
  const queries = createQueries((text, values) => client.query(text, values));
  try {
    await queries.script('BEGIN');
    const result = await work(queries);
    await queries.script('COMMIT');
    client.release();
    return result;
  } catch (error) {
    const rolledBack = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    client.release(!rolledBack);
    throw error;
  }
};

type RunText = (text: string, values?: unknown[], isPrepared?: boolean) => Promise<{ rows: unknown[] }>;

/** Names of the statements that were prepared last. A text that was forgotten gets a new name. */
const createNames = (): ((text: string) => string) => {
  const names = new Map<string, string>();
  let count = 0;
  return (text) => {
    const name = names.get(text) ?? `kindred_${(count += 1)}`;
    names.delete(text);
    names.set(text, name);
    const [oldest] = names.size > defaults.preparedStatements ? names.keys() : [];
    if (oldest !== undefined) names.delete(oldest);
    return name;
  };
};

const createQueries = (run: RunText): Queries => ({
  query: async <R extends object>(statement: Sql) => {
    const { rows } = await translateFailures(() =>
      run(toText(statement), [...statement.values], statement.isPrepared),
    );
    return rows as R[];
  },
  script: async (text) => {
    await translateFailures(() => run(text));
  },
});

/** Classes of SQLSTATE: no connection, no resources, stopped by an operator, and a statement that took too long. */
const unavailableStates = /^(08|53|57)/;

const translateFailures = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const isAnswer = error instanceof DatabaseError;
    if (isAnswer && !unavailableStates.test(error.code ?? '')) throw error;
    throw new Fault('unavailable', 'The database cannot be reached or is overloaded.', {
      nextStep: 'Try again in a moment.',
      retryAfterSeconds: 1,
      cause: error,
    });
  }
};

/** Connects again after a failure: until then, polling finds what notifications would have announced. */
const createListener = (url: string) => {
  const closing = new AbortController();
  let current: Client | null = null;
  const connect = async (channel: string, onMessage: () => void): Promise<void> => {
    const client = new Client({
      connectionString: url,
      application_name: 'kindred-listener',
      connectionTimeoutMillis: defaults.connectTimeoutMs,
      keepAlive: true,
    });
    current = client;
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', onMessage);
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      onMessage();
      await ended;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const keepListening = async (channel: string, onMessage: () => void): Promise<void> => {
    while (!closing.signal.aborted) {
      await connect(channel, onMessage).catch(() => undefined);
      await setTimeout(defaults.reconnectAfterMs, undefined, { signal: closing.signal, ref: false }).catch(
        () => undefined,
      );
    }
  };
  let listening = Promise.resolve();
  return {
    listen: async (channel: string, onMessage: () => void): Promise<void> => {
      listening = keepListening(channel, onMessage);
    },
    close: async (): Promise<void> => {
      closing.abort();
      await current?.end().catch(() => undefined);
      await listening;
    },
  };
};
