import { join } from 'node:path';
import { Type } from 'typebox';
import { alertSettings } from '../contract/alert.ts';
import { asStored, type ValueOf } from '../contract/schema-parts.ts';
import type { Files } from '../files/files.ts';
import { readJson } from '../files/read-json.ts';
import { writeFileAtomically } from '../files/replace-file.ts';

const { url, email, deliveries } = asStored(alertSettings).properties;

/** The address of mails is left out by older releases. */
const FileSchema = Type.Object({ url, email: Type.Optional(email), secret: Type.String(), deliveries });

export type AlertFile = ValueOf<typeof FileSchema>;

/** The settings and last deliveries of each website: a file each, in `alerts/`. */
export const openAlertFiles = (
  files: Pick<Files, 'read' | 'remove'>,
  dataDir: string,
  check: () => Promise<void>,
) => {
  const fileOf = (tracker: string): string => join(dataDir, 'alerts', `${tracker}.json`);
  const changes = new Map<string, Promise<unknown>>();
  const read = (tracker: string): Promise<AlertFile | null> => readJson(files, fileOf(tracker), FileSchema);
  /** One after the other, so that none is lost. */
  const inTurn = <T>(tracker: string, run: () => Promise<T>): Promise<T> => {
    const changed = (changes.get(tracker) ?? Promise.resolve()).then(run, run);
    changes.set(tracker, changed);
    return changed;
  };
  return {
    read,
    /** Null from `update`: nothing is written. */
    change: <T extends AlertFile | null>(
      tracker: string,
      update: (stored: AlertFile | null) => T,
    ): Promise<T> =>
      inTurn(tracker, async () => {
        await check();
        const next = update(await read(tracker));
        if (next !== null) await writeFileAtomically(fileOf(tracker), JSON.stringify(next));
        await check();
        return next;
      }),
    remove: (tracker: string): Promise<void> => inTurn(tracker, () => files.remove(fileOf(tracker))),
  };
};
