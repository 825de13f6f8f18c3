import type { DecodeResult } from '../pictures/decode.ts';
import { openWorkerPool } from '../workers/worker-pool.ts';
import type { WorkerOptions } from '../workers/worker-process.ts';

const decoderDefaults: WorkerOptions = {
  processes: 2,
  recycleAfter: 2_000,
  timeoutMs: 25_000,
  idleMs: 60_000,
  memoryMb: 1024,
};

export type DecodeTask = { readonly bytes: Uint8Array; readonly size: number };

/** A picture that cannot be decoded is a result with a reason, even if it crashed the decoding process. */
export type Decoder = {
  decode(bytes: Uint8Array, size: number): Promise<DecodeResult>;
  close(): Promise<void>;
};

/** Decodes pictures in separate processes. */
export const openDecoder = (overrides: Partial<WorkerOptions> = {}): Decoder => {
  const options = { ...decoderDefaults, ...overrides };
  const program = { file: new URL('./decode-worker.ts', import.meta.url), settings: null };
  const pool = openWorkerPool(program, options, {
    timeout: `not decoded within ${Math.ceil(options.timeoutMs / 1000)} seconds`,
    memory: 'decoding it takes more memory than allowed',
    crash: 'decoding it crashed the decoder',
  });
  return {
    async decode(bytes, size) {
      const outcome = await pool.work({ bytes, size } satisfies DecodeTask);
      return 'reason' in outcome ? { ok: false, ...outcome } : (outcome.result as DecodeResult);
    },
    close: () => pool.close(),
  };
};
