import { parentPort, workerData } from 'node:worker_threads';
import { type AssignTask, createAssigner } from './assign-clusters.ts';
import { createComparer } from './compare-task.ts';
import type { CompareData, CompareTask } from './compare-types.ts';
import { createEncoder, type EncodeTask } from './encode-clusters.ts';

const { data, thread } = workerData as { data: CompareData; thread: number };
const compare = createComparer(data, thread);
const assign = createAssigner(data);
const encode = createEncoder(data);

const run = (task: CompareTask | AssignTask | EncodeTask): unknown => {
  if ('centres' in task) return assign(task);
  return 'into' in task ? encode(task) : compare(task);
};

parentPort?.on('message', (task: CompareTask | AssignTask | EncodeTask) => {
  parentPort?.postMessage(run(task));
});
