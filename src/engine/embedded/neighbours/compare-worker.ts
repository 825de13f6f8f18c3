import { parentPort, workerData } from 'node:worker_threads';
import type { VectorPlace } from '../vectors/shared-vectors.ts';
import { type AssignTask, createAssigner } from './assign-clusters.ts';
import { createComparer } from './compare-task.ts';
import type { CompareData, CompareTask } from './compare-types.ts';

const { data, place } = workerData as { data: CompareData; place: VectorPlace | null };
const compare = createComparer(data, place);
const assign = createAssigner(data);

parentPort?.on('message', (task: CompareTask | AssignTask) => {
  parentPort?.postMessage('centres' in task ? assign(task) : compare(task));
});
