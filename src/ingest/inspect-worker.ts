import { workerData } from 'node:worker_threads';
import { answerWith } from '../thread-work.ts';
import { inspectFile, type InspectionTask } from './inspect-file.ts';

/* The thread of one inspection: a hostile feed keeps this thread busy and not the one that serves. */
await answerWith(() => inspectFile(workerData as InspectionTask));
