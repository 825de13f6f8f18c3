import { parentPort, workerData } from 'node:worker_threads';
import { decideLooks } from './decide.ts';
import type { Sample } from '../train/sample.ts';

parentPort?.postMessage(decideLooks(workerData as Sample));
