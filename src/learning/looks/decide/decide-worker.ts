import { workerData } from 'node:worker_threads';
import { answerWith } from '../../../thread-work.ts';
import { decideLooks } from './decide.ts';
import type { Sample } from '../train/sample.ts';

await answerWith(() => decideLooks(workerData as Sample));
