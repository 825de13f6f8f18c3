import { workerData } from 'node:worker_threads';
import { answerWith } from '../../thread-work.ts';
import { buildSite, type SiteNeeds } from './site.ts';

await answerWith(() => buildSite(workerData as SiteNeeds));
