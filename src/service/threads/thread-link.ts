import type { Announced } from '../../compose-serving.ts';
import type { Config } from '../../config.ts';
import type { MetricsSnapshot } from '../../http/monitoring/thread-metrics.ts';

/** One end of a channel between two threads: a worker, or the port to whoever started it. */
export type LinkPort = {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
};

/** Functions that the other side can call: one argument, which can be sent to a thread, and so can the result. */
type Methods = { readonly [name: string]: (argument: never) => unknown };

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly argument: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly error: unknown };

export type Link<Theirs extends Methods> = {
  /** Rejects with the error of the other side, or when the link is closed before it answers. */
  call<Name extends keyof Theirs & string>(
    name: Name,
    argument: Parameters<Theirs[Name]>[0],
  ): Promise<Awaited<ReturnType<Theirs[Name]>>>;
  /** Rejects all calls that are not answered. */
  close(error: Error): void;
};

/** Lets two threads call each other's functions. */
export const createLink = <Theirs extends Methods>(port: LinkPort, own: Methods): Link<Theirs> => {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let closedBy: Error | null = null;

  const answer = async (id: number, name: string, argument: unknown): Promise<void> => {
    try {
      const method = own[name] as ((given: unknown) => unknown) | undefined;
      if (method === undefined) throw new Error(`no function ${name}`);
      port.postMessage({ kind: 'result', id, value: await method(argument) });
    } catch (error) {
      port.postMessage({ kind: 'failure', id, error });
    }
  };

  port.on('message', (received) => {
    const message = received as Message;
    if (message.kind === 'call') return void answer(message.id, message.name, message.argument);
    const call = open.get(message.id);
    open.delete(message.id);
    if (message.kind === 'result') call?.resolve(message.value);
    else call?.reject(message.error);
  });

  return {
    call: (name, argument) => {
      if (closedBy !== null) return Promise.reject(closedBy);
      lastId += 1;
      const call = Promise.withResolvers<unknown>();
      open.set(lastId, call);
      port.postMessage({ kind: 'call', id: lastId, name, argument });
      return call.promise as never;
    },
    close: (error) => {
      closedBy = error;
      for (const call of open.values()) call.reject(error);
      open.clear();
    },
  };
};

/** What a serving thread is started with. */
export type ThreadData = {
  readonly config: Config;
  /** Its number; the main thread is 0. */
  readonly thread: number;
  /** Memory in which all threads count connections. */
  readonly connectionCounts: SharedArrayBuffer;
  /** Memory in which all threads count calls against rates. */
  readonly rates: SharedArrayBuffer;
};

/** Where a serving thread listens. */
export type ThreadPlace = {
  readonly host: string;
  readonly port: number;
  /** The Unix socket of the main thread. */
  readonly mainSocket: string;
};

/** What the main thread calls in a serving thread. */
export type ThreadMethods = {
  /** Opens everything, then the port; ends when connections are accepted. */
  readonly listen: (where: ThreadPlace) => Promise<void>;
  /** Ends when this thread answers with what is live now. */
  readonly refresh: (dataset: string) => Promise<void>;
  readonly readMetrics: (nothing: null) => Promise<MetricsSnapshot>;
  /** Answers what is on its way, then closes everything. */
  readonly stop: (nothing: null) => Promise<void>;
};

/** What a serving thread calls in the main thread. */
export type MainMethods = {
  /** What was announced last: of one dataset, or of each. */
  readonly listLive: (dataset: string | null) => readonly Announced[];
  /** From the answer on, the main thread waits for this one before it acknowledges a change. */
  readonly joinChanges: (nothing: null) => void;
  /** Sent from time to time, so that little is lost when the thread ends. */
  readonly keepMetrics: (snapshot: MetricsSnapshot) => void;
};
