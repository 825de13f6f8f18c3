import type { DecodeResult } from '../pictures/decode.ts';
import { openWorkerPool, type WorkerOptions } from '../workers/worker-pool.ts';

const decoderDefaults: WorkerOptions = {
  processes: 2,
  recycleAfter: 2_000,
  timeoutMs: 25_000,
  idleMs: 60_000,
  memoryMb: 1024,
};

export type DecodeTask = { readonly bytes: Uint8Array; readonly size: number };

/** Decodes pictures in separate processes. One that cannot be decoded is a result with a reason, even if it crashed its process. */
export const openDecoder = (overrides: Partial<WorkerOptions> = {}) => {
  const options = { ...decoderDefaults, ...overrides };
  const program = { file: new URL('./decode-worker.ts', import.meta.url), settings: null };
  const pool = openWorkerPool(program, options, {
    timeout: `not decoded within ${Math.ceil(options.timeoutMs / 1000)} seconds`,
    memory: 'decoding it takes more memory than allowed',
    crash: 'decoding it crashed the decoder',
  });
  return {
    async decode(bytes: Uint8Array, size: number): Promise<DecodeResult> {
      const outcome = await pool.work({ bytes, size } satisfies DecodeTask);
      return 'reason' in outcome ? { ok: false, ...outcome } : (outcome.result as DecodeResult);
    },
    close: (): Promise<void> => pool.close(),
  };
};

export type Decoder = ReturnType<typeof openDecoder>;
