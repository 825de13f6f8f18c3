import { parentPort, workerData } from 'node:worker_threads';
import { type CompareGround, type CompareTask, openComparer } from './compare-task.ts';

const compare = openComparer(workerData as CompareGround);

parentPort?.on('message', (task: CompareTask) => {
  parentPort?.postMessage(compare(task));
});
