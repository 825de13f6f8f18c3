import { Fault } from '../../errors.ts';

export const unknownVersion = (version: string): Fault =>
  new Fault('not-found', `There is no complete version ${version}.`, {
    nextStep: 'List the versions of the dataset and choose one of them.',
  });

export const liveVersionConflict = (version: string): Fault =>
  new Fault('conflict', `Version ${version} is live and cannot be discarded.`, {
    nextStep: 'Make another version live first.',
  });

export const noLiveVersion = (): Fault =>
  new Fault('not-found', 'No version of this dataset is live.', {
    nextStep: 'Import its feed first: live changes apply to a published version.',
  });
