import { parentPort, workerData } from 'node:worker_threads';
import { type CompareData, type CompareTask, createComparer } from './compare-task.ts';

const compare = createComparer(workerData as CompareData);

parentPort?.on('message', (task: CompareTask) => {
  parentPort?.postMessage(compare(task));
});
