import { decodePicture } from '../pictures/decode.ts';
import { runWorker } from '../workers/run-worker.ts';
import type { DecodeTask } from './decoder.ts';

runWorker(async () => ({
  info: null,
  work: (task) => decodePicture((task as DecodeTask).bytes, (task as DecodeTask).size),
}));
