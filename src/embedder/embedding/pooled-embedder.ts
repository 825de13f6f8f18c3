import { availableParallelism } from 'node:os';
import type { Embedder, EmbeddingResult } from '../embedder.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { openWorkerPool } from '../workers/worker-pool.ts';
import type { WorkerOptions } from '../workers/worker-process.ts';
import type { LocalModel } from './local-model.ts';

export type PoolOptions = WorkerOptions & {
  /** Threads that one picture is computed with. */
  readonly threads: number;
};

/**
 * A process for each core, one thread each: several pictures side by side take less time in sum than one picture
 * on several threads, because decoding and everything around the net runs side by side too.
 */
export const poolDefaults = (): PoolOptions => ({
  // Each holds a copy of the model.
  processes: Math.min(availableParallelism(), 8),
  threads: 1,
  recycleAfter: 20_000,
  timeoutMs: 60_000,
  idleMs: 5_000,
  memoryMb: 1024,
});

export type EmbedSettings = { readonly model: LocalModel; readonly threads: number };

export type ModelInfo = Pick<Embedder, 'model' | 'looksDimensions' | 'colourDimensions'>;

/** Decodes and embeds in processes of their own: off the path of whoever asks, and safe from what a picture does. */
export const openPooledEmbedder = async (
  model: LocalModel,
  given: Partial<PoolOptions> = {},
): Promise<Embedder> => {
  const options = { ...poolDefaults(), ...given };
  const setting: EmbedSettings = { model, threads: options.threads };
  const program = { file: new URL('./embed-worker.ts', import.meta.url), setting };
  const pool = openWorkerPool(program, options, {
    late: `not looked at within ${Math.ceil(options.timeoutMs / 1000)} seconds`,
    memory: 'decoding it takes more memory than a picture may',
    fell: 'looking at it brought the process down, twice',
  });
  const about = (await pool.info()) as ModelInfo;
  const embedOne = async (bytes: Uint8Array): Promise<EmbeddingResult> => {
    const outcome = await pool.work(bytes);
    return 'reason' in outcome ? { ok: false, ...outcome } : (outcome.result as EmbeddingResult);
  };
  return {
    ...about,
    embed: (pictures) => mapInParallel(pictures, options.processes, embedOne),
    close: () => pool.close(),
  };
};
