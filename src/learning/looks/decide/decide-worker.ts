import { parentPort, workerData } from 'node:worker_threads';
import type { Sample } from '../train/sample.ts';
import { decideLooks } from './decide.ts';
import { rateSample } from './rate-sample.ts';

const { work, sample } = workerData as { readonly work: 'decide' | 'rate'; readonly sample: Sample };
parentPort?.postMessage(work === 'decide' ? decideLooks(sample) : rateSample(sample));
