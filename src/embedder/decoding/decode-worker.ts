import { decodePicture } from '../pictures/decode.ts';
import { runWorker } from '../workers/run-worker.ts';
import type { DecodeTask } from './decoder.ts';

runWorker(() =>
  Promise.resolve({
    info: null,
    work: (task) => {
      const { bytes, size } = task as DecodeTask;
      return decodePicture(bytes, size);
    },
  }),
);
