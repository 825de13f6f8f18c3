import { decodePicture } from '../decode.ts';
import { beWorker } from '../workers/be-worker.ts';
import type { DecodeTask } from './decoder.ts';

beWorker(() =>
  Promise.resolve({
    about: null,
    work: (task) => {
      const { bytes, size } = task as DecodeTask;
      return decodePicture(bytes, size);
    },
  }),
);
