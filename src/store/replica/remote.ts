import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import type { StoreLink } from '../database/database.ts';
import { defaultSchema } from '../../postgres/create-tables.ts';
import type { ChangedRow } from './changed-rows.ts';
import type { Pulled } from './shared-rows.ts';

/** The shared database as the store sees it: it answers before the call returns. */
export interface Remote {
  /** Everything that changed after a revision. */
  pull(since: number): Pulled;
  /** Stores rows as the next revision, which is returned; null: `position` is not the current one. */
  push(position: number, rows: readonly ChangedRow[]): number | null;
  /** Called with what changed after the last revision that `tell` was given, soon after it did. */
  watch(onPulled: (pulled: Pulled) => void): void;
  /** Says which revision this copy has. */
  tell(revision: number): void;
  readonly link: StoreLink;
  close(): void;
}

export type RemoteOptions = {
  readonly url: string;
  readonly schema?: string;
  /** Milliseconds that a call waits for the database at most. The whole process waits with it. */
  readonly waitMs?: number;
};

export type RemoteRequest =
  | { readonly id: number; readonly kind: 'pull'; readonly since: number }
  | {
      readonly id: number;
      readonly kind: 'push';
      readonly position: number;
      readonly rows: readonly ChangedRow[];
    };

export type RemoteAnswer = {
  readonly id: number;
  readonly value?: Pulled | number | null;
  /** `unavailable`: the database is away. Anything else is a bug. */
  readonly problem?: { readonly isUnavailable: boolean; readonly message: string };
};

/** Memory that both threads share. */
export type SharedMemory = {
  /** The places are those of `signals`. */
  readonly signals: Int32Array<SharedArrayBuffer>;
  /** The revision of this copy; -1: not known yet. */
  readonly revision: BigInt64Array<SharedArrayBuffer>;
  /** When the database answered last, in milliseconds since 1970. */
  readonly heardAt: BigInt64Array<SharedArrayBuffer>;
};

export const signals = { answers: 0, isAway: 1 } as const;

const remoteDefaults = { waitMs: 2_000 } as const;

const unavailable = (cause?: unknown): Fault =>
  new Fault('unavailable', 'The database of the configuration cannot be reached.', {
    nextStep: 'Try again in a moment. What is configured goes on serving; only changes wait.',
    retryAfterSeconds: 1,
    cause,
  });

/**
 * A thread talks to PostgreSQL, and the caller sleeps until it answers: a change of the configuration is as synchronous
 * as one in a file, and takes about as long. It notices when the database is away, and then nobody sleeps.
 */
export const openRemote = ({
  url,
  schema = defaultSchema,
  waitMs = remoteDefaults.waitMs,
}: RemoteOptions): Remote => {
  const memory: SharedMemory = {
    signals: new Int32Array(new SharedArrayBuffer(8)),
    revision: new BigInt64Array(new SharedArrayBuffer(8)).fill(-1n),
    heardAt: new BigInt64Array(new SharedArrayBuffer(8)).fill(BigInt(Date.now())),
  };
  const shared = memory.signals;
  const { port1: port, port2 } = new MessageChannel();
  const thread = new Worker(new URL('./remote-thread.ts', import.meta.url), {
    workerData: { url, schema, waitMs, port: port2, memory },
    transferList: [port2],
  });
  thread.unref();
  let lastId = 0;

  const receive = (id: number): RemoteAnswer => {
    const deadline = Date.now() + waitMs;
    for (;;) {
      // Read before looking for a message: an answer that comes in between changes it, and nobody sleeps.
      const seen = Atomics.load(shared, signals.answers);
      const received: { message: RemoteAnswer } | undefined = receiveMessageOnPort(port);
      if (received?.message.id === id) return received.message;
      if (received) continue;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) {
        Atomics.store(shared, signals.isAway, 1);
        throw unavailable();
      }
      Atomics.wait(shared, signals.answers, seen, leftMs);
    }
  };

  const ask = (request: RemoteRequest): RemoteAnswer['value'] => {
    if (Atomics.load(shared, signals.isAway) === 1) throw unavailable();
    port.postMessage(request);
    const { value, problem } = receive(request.id);
    if (problem?.isUnavailable) throw unavailable(problem.message);
    if (problem) throw new Error(problem.message);
    return value;
  };

  return {
    pull: (since) => ask({ id: (lastId += 1), kind: 'pull', since }) as Pulled,
    push: (position, rows) => ask({ id: (lastId += 1), kind: 'push', position, rows }) as number | null,
    watch: (onPulled) => {
      thread.on('message', onPulled);
      // A listener makes the thread hold the process.
      thread.unref();
    },
    tell: (revision) => void Atomics.store(memory.revision, 0, BigInt(revision)),
    link: {
      isReachable: () => Atomics.load(shared, signals.isAway) === 0,
      heardAt: () => Number(Atomics.load(memory.heardAt, 0)),
    },
    close: () => {
      thread.removeAllListeners('message');
      port.close();
      thread.terminate().catch(() => undefined);
    },
  };
};
