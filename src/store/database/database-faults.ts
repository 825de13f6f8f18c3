import { Fault } from '../../errors.ts';

/** SQLite's primary and extended result codes that an operator can do something about. */
const codes = {
  busy: 5,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;
const constraints = { foreignKey: 787, unique: 2067, primaryKey: 1555, trigger: 1811 } as const;

/** Runs `work`; turns an error of SQLite into a fault with a next step, and keeps the cause. */
export const translateErrors = <T>(file: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw toFault(file, error) ?? error;
  }
};

const toFault = (file: string, error: unknown): Fault | null => {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return constraintFault(error.errcode, error) ?? operationalFault(file, error.errcode % 256, error);
};

const constraintFault = (code: number, cause: Error): Fault | null => {
  if (code === constraints.foreignKey) {
    return new Fault('bad-input', 'This refers to something that the website does not have.', { cause });
  }
  if (code === constraints.unique || code === constraints.primaryKey) {
    return new Fault('conflict', 'Something with this name or key is already there.', { cause });
  }
  if (code === constraints.trigger) {
    return new Fault('unavailable', 'The settings are being moved, or were moved, to another place.', {
      nextStep:
        'Try again in a moment. An operator: run `kindred migrate` again, or start with the new settings.',
      retryAfterSeconds: 5,
      cause,
    });
  }
  return null;
};

const operationalFault = (file: string, code: number, cause: Error): Fault | null => {
  const unavailable = (message: string, nextStep: string): Fault =>
    new Fault('unavailable', message, { nextStep, cause });
  switch (code) {
    case codes.full:
      return unavailable(`The disk that holds ${file} is full.`, 'Free some space; nothing was lost.');
    case codes.busy:
      return unavailable(`The database ${file} is in use by another process.`, 'Try again in a moment.');
    case codes.io:
    case codes.cannotOpen:
    case codes.readOnly: {
      const nextStep = 'Check the disk and the rights of the folder.';
      return unavailable(`The database ${file} cannot be read or written.`, nextStep);
    }
    case codes.corrupt:
    case codes.notADatabase: {
      const nextStep = 'Restore it from a backup.';
      return new Fault('corrupted', `${file} is damaged, or not a database of Kindred.`, { nextStep, cause });
    }
    default:
      return null;
  }
};
