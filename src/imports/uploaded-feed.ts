import { join } from 'node:path';

/** Path of an uploaded feed inside the folder of its import. */
export const uploadedFeed = (jobFolder: string): string => join(jobFolder, 'feed');
