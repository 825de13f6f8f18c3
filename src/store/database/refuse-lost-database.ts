import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '../../errors.ts';
import { ifMissingSync } from '../../files/error-code.ts';

/**
 * Throws when the database is missing or empty although there are published versions: starting would make a new
 * installation beside them, open to whoever follows its set-up link.
 */
export const refuseLostDatabase = (file: string, versionsFolder: string): void => {
  const bytes = ifMissingSync(() => statSync(file).size, 0);
  if (bytes > 0 || ifMissingSync(() => readdirSync(versionsFolder), []).length === 0) return;
  throw new Fault(
    'corrupted',
    `${dirname(file)} holds published versions, but its database ${file} is lost.`,
    {
      nextStep:
        'Restore a backup with `kindred restore`, or set KINDRED_DATA to another folder to start anew.',
    },
  );
};
