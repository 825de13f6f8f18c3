import type { SharedVersion } from '../../compose-serving.ts';
import type { Config } from '../../config.ts';
import type { MetricsSnapshot } from '../../http/monitoring/thread-metrics.ts';

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
  readonly findVersion: (wanted: {
    readonly dataset: string;
    readonly version: string;
  }) => SharedVersion | null;
  /** From the answer on, the main thread waits for this one before it acknowledges a change. */
  readonly joinChanges: (nothing: null) => void;
  /** Sent from time to time, so that little is lost when the thread ends. */
  readonly keepMetrics: (snapshot: MetricsSnapshot) => void;
};
