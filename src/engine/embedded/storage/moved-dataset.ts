import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../../errors.ts';

/** Its presence in the folder of a dataset means that the versions are being moved, or were moved, to another place. */
export const movedMark = 'moved';

export const isMoved = (folder: string): boolean => existsSync(join(folder, movedMark));

/** The caller holds a lock of the dataset: whoever sets the mark takes all locks after it. */
export const refuseMoved = (folder: string): void => {
  if (!isMoved(folder)) return;
  throw new Fault('unavailable', 'The versions are being moved, or were moved, to another place.', {
    nextStep:
      'Try again in a moment. An operator: run `kindred migrate` again, or start with the new settings.',
    retryAfterSeconds: 5,
  });
};
