import { availableParallelism } from 'node:os';
import type { PictureView } from '../../domain/settings/choices.ts';
import { type Embedder, type EmbeddingResult, nameInView, type PictureParts } from '../embedder.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import type { Alteration } from '../pictures/alter-picture.ts';
import { openWorkerPool, type WorkerOptions } from '../workers/worker-pool.ts';

export type PoolOptions = WorkerOptions & { readonly threads: number };

/**
 * One process per core, one thread each. Several pictures in parallel take less time in total than one picture
 * on several threads, because decoding runs in parallel too.
 */
const poolDefaults = (): PoolOptions => ({
  // Each process holds a copy of the model.
  processes: Math.min(availableParallelism(), 8),
  threads: 1,
  recycleAfter: 20_000,
  timeoutMs: 60_000,
  idleMs: 5_000,
  memoryMb: 1024,
});

/** A model whose files are on this machine; one of the hub was downloaded into `folder`. */
export type LocalModel =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'hub'; readonly name: string; readonly folder: string };

export type EmbedSettings = { readonly model: LocalModel; readonly threads: number };

/** `copy`: how the picture is altered before; null: not at all. `regions`: its parts are embedded instead, decoded once. */
export type EmbedTask = {
  readonly bytes: Uint8Array;
  readonly copy: Alteration | null;
  readonly regions?: PictureParts;
  readonly view?: PictureView;
};

/** Copies that every comparison should find the original of. */
const copies = ['re-encoded', 'mirrored', 'cropped to 90 %', 'border of 10 %'] as const;

export type ModelInfo = Pick<Embedder, 'model' | 'view' | 'looksDimensions' | 'colourDimensions'>;

/** Decodes and embeds in separate processes, so that neither load nor a malicious picture affects the caller. */
export const openPooledEmbedder = async (
  model: LocalModel,
  overrides: Partial<PoolOptions> = {},
): Promise<Embedder> => {
  const options = { ...poolDefaults(), ...overrides };
  const settings: EmbedSettings = { model, threads: options.threads };
  const program = { file: new URL('./embed-worker.ts', import.meta.url), settings };
  const pool = openWorkerPool(program, options, {
    timeout: `not embedded within ${Math.ceil(options.timeoutMs / 1000)} seconds`,
    memory: 'decoding it takes more memory than allowed',
    crash: 'embedding it crashed the process, twice',
  });
  const info = (await pool.info()) as ModelInfo;
  const embedAll = async (task: EmbedTask): Promise<EmbeddingResult[]> => {
    const outcome = await pool.work(task);
    return 'reason' in outcome ? [{ ok: false, ...outcome }] : (outcome.result as EmbeddingResult[]);
  };
  const embedTask = async (task: EmbedTask): Promise<EmbeddingResult> =>
    (await embedAll(task))[0] ?? { ok: false, reason: 'not embedded' };
  const see = (seen: { readonly view?: PictureView }): Embedder => ({
    ...info,
    ...seen,
    model: seen.view ? nameInView(info, seen.view) : info.model,
    embed: (pictures) =>
      mapInParallel(pictures, options.processes, (bytes) => embedTask({ ...seen, bytes, copy: null })),
    embedCopies: (bytes) =>
      mapInParallel(copies, options.processes, (copy) => embedTask({ ...seen, bytes, copy })),
    embedRegions: (bytes, regions) => embedAll({ ...seen, bytes, copy: null, regions }),
    inView: (view) => see({ view }),
    close: () => pool.close(),
  });
  return see(info.view ? { view: info.view } : {});
};
