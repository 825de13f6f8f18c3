import { Worker } from 'node:worker_threads';
import type { Site, SiteNeeds } from './build-site.ts';

const build = async (needs: SiteNeeds): Promise<Site> => {
  const worker = new Worker(new URL('./site-worker.ts', import.meta.url), { workerData: needs });
  try {
    return await new Promise<Site>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(new Error(`The thread that renders the docs ended with code ${code}.`)),
      );
    });
  } finally {
    await worker.terminate();
  }
};

/**
 * The site, built in a thread when it is asked for the first time: a start does not wait for it, nor do other requests.
 * After a failure the next request tries again.
 */
export const createSite = (needs: SiteNeeds): (() => Promise<Site>) => {
  let site: Promise<Site> | null = null;
  return () => {
    site ??= build(needs).catch((error: unknown) => {
      site = null;
      throw error;
    });
    return site;
  };
};
