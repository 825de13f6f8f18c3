import type { DecodeResult } from '../decode.ts';
import { openWorkerPool } from '../workers/worker-pool.ts';
import type { WorkerOptions } from '../workers/worker-process.ts';

export const decoderDefaults: WorkerOptions = {
  processes: 2,
  recycleAfter: 2_000,
  timeoutMs: 25_000,
  idleMs: 60_000,
  memoryMb: 1024,
};

export type DecodeTask = { readonly bytes: Uint8Array; readonly size: number };

/** A picture that cannot be decoded is a result with a reason, whatever it did to the process it was decoded in. */
export type Decoder = {
  decode(bytes: Uint8Array, size: number): Promise<DecodeResult>;
  close(): Promise<void>;
};

/** Decodes pictures in processes of their own. */
export const openDecoder = (given: Partial<WorkerOptions> = {}): Decoder => {
  const options = { ...decoderDefaults, ...given };
  const program = { file: new URL('./decode-worker.ts', import.meta.url), setting: null };
  const pool = openWorkerPool(program, options, {
    late: `not decoded within ${Math.ceil(options.timeoutMs / 1000)} seconds`,
    memory: 'decoding it takes more memory than a picture may',
    fell: 'decoding it brought the decoder down',
  });
  return {
    async decode(bytes, size) {
      const outcome = await pool.work({ bytes, size } satisfies DecodeTask);
      return 'reason' in outcome ? { ok: false, ...outcome } : (outcome.result as DecodeResult);
    },
    close: () => pool.close(),
  };
};
