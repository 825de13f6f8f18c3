import { parentPort, workerData } from 'node:worker_threads';
import { createComparer } from './compare-task.ts';
import type { CompareData, CompareTask } from './compare-types.ts';

const compare = createComparer(workerData as CompareData);

parentPort?.on('message', (task: CompareTask) => parentPort?.postMessage(compare(task)));
