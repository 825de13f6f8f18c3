import { randomUUID } from 'node:crypto';
import type { Fault } from '../errors.ts';
import { awayFault, type Objects } from './objects.ts';
import { identityFile } from './shared-folder.ts';
import { type InstallationRecord, type SharedPlace, watchPlace } from './shared-place.ts';

type Parts = {
  readonly objects: Objects;
  readonly record: InstallationRecord;
  /** Whether it has what must be live; null: nothing must be. */
  readonly holdsLive: () => Promise<boolean | null>;
  readonly onChange?: (problem: Fault | null) => void;
  readonly lookMs?: number;
  readonly hangsAfterMs?: number;
};

const defaults = { lookMs: 5_000, hangsAfterMs: 10_000 } as const;

/** The object storage of several machines, which has the identifier of its installation as a folder has. */
export const openSharedObjects = async (parts: Parts): Promise<SharedPlace> => {
  const { objects, record, holdsLive, onChange = () => undefined } = parts;
  const { lookMs = defaults.lookMs, hangsAfterMs = defaults.hangsAfterMs } = parts;
  const check = async (): Promise<void> => {
    const found = (await objects.get(identityFile))?.toString() ?? null;
    if (found !== null && found === record.sharedFolder()) return;
    if (found === null && (await holdsLive()) === false) throw awayFault('it has none of the live versions');
    const id = await record.claimSharedFolder(found ?? randomUUID());
    if (found === null) await objects.put(identityFile, Buffer.from(id));
    else if (found !== id) throw awayFault('it belongs to another installation');
  };
  return { check, ...(await watchPlace({ check, away: awayFault, onChange, lookMs, hangsAfterMs })) };
};
