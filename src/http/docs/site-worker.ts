import { parentPort, workerData } from 'node:worker_threads';
import { buildSite, type SiteNeeds } from './site.ts';

parentPort?.postMessage(buildSite(workerData as SiteNeeds));
