import { parentPort, workerData } from 'node:worker_threads';
import { Fault, toSentFault } from '../errors.ts';
import { inspectFile, type InspectionTask } from './inspect-file.ts';
import type { InspectionAnswer } from './inspect-feed.ts';

/* The thread of one inspection: a hostile feed keeps this thread busy and not the one that serves. */
const answer = async (): Promise<InspectionAnswer> => {
  try {
    return { inspection: await inspectFile(workerData as InspectionTask) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: toSentFault(error) };
  }
};

parentPort?.postMessage(await answer());
