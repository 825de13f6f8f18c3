import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import type { Files } from '../files/files.ts';
import { readJson } from '../files/read-json.ts';
import { writeFileAtomically } from '../files/replace-file.ts';
import { alertKinds, alertWays, deliveryStates } from '../domain/alert.ts';

const DeliverySchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  kind: Type.Enum([...alertKinds]),
  /** Left out by older releases: the webhook. */
  way: Type.Optional(Type.Enum([...alertWays])),
  subject: Type.String(),
  text: Type.String(),
  state: Type.Enum([...deliveryStates]),
  attempts: Type.Integer({ minimum: 0 }),
  result: Type.Union([Type.String(), Type.Null()]),
});

const FileSchema = Type.Object({
  url: Type.Union([Type.String(), Type.Null()]),
  /** Left out by older releases. */
  email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  secret: Type.String(),
  deliveries: Type.Array(DeliverySchema),
});

export type AlertFile = Static<typeof FileSchema>;

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
