import { runWorker } from '../../../src/embedder/workers/run-worker.ts';

/* A worker of a pool that takes tasks and never answers. */

runWorker(async () => ({ info: null, work: () => new Promise(() => undefined) }));
