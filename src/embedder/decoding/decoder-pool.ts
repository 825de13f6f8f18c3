import type { DecodeResult } from '../decode.ts';
import { type DecoderOptions, type DecoderProcess, startDecoder } from './decoder-process.ts';

export const decoderDefaults: DecoderOptions = {
  processes: 2,
  recycleAfter: 2_000,
  timeoutMs: 25_000,
  memoryMb: 1024,
};

/**
 * Decodes pictures in processes of their own. A picture that kills its process (by a flaw in a decoder, by
 * memory, by time) is a result with a reason; its neighbours are decoded by others, and a new process takes
 * the place of the dead one.
 */
export type Decoder = {
  decode(bytes: Uint8Array, size: number): Promise<DecodeResult>;
  close(): Promise<void>;
};

export const openDecoder = (given: Partial<DecoderOptions> = {}): Decoder => {
  const options = { ...decoderDefaults, ...given };
  const idle: DecoderProcess[] = [];
  const waiting: (() => void)[] = [];
  const all = new Set<DecoderProcess>();
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running < options.processes) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };
  const retire = (process: DecoderProcess): void => {
    process.stop();
    all.delete(process);
  };
  const take = async (): Promise<DecoderProcess> => {
    for (let process = idle.pop(); process !== undefined; process = idle.pop()) {
      if (process.isFit()) return process;
      retire(process);
    }
    const started = await startDecoder(options);
    all.add(started);
    return started;
  };

  return {
    async decode(bytes, size) {
      await enter();
      try {
        const process = await take();
        const result = await process.decode({ bytes, size });
        if (process.isFit()) idle.push(process);
        else retire(process);
        return result;
      } finally {
        leave();
      }
    },
    async close() {
      for (const process of all) retire(process);
      idle.length = 0;
    },
  };
};
