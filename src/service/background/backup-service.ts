import { backupName, backupsFolder, createBackup } from '../../backup/create-backup.ts';
import { listBackups } from '../../backup/list-backups.ts';
import { Fault } from '../../errors.ts';

type Parts = {
  readonly dataDir: string;
  readonly engine: Parameters<typeof createBackup>[0]['engine'];
  readonly now: () => Date;
  readonly onFailed: (error: unknown, name: string) => void;
};

type BackupState = {
  readonly name: string;
  readonly at: string;
  readonly bytes: number | null;
  readonly state: 'running' | 'complete' | 'failed' | 'unusable';
};

export type BackupService = ReturnType<typeof createBackupService>;

/** Backups in the service's own data folder, one at a time. */
export const createBackupService = ({ dataDir, engine, now, onFailed }: Parts) => {
  const stopping = new AbortController();
  const failed = new Map<string, BackupState>();
  let running: BackupState | null = null;
  let work: Promise<void> = Promise.resolve();

  const make = async (begun: BackupState, at: Date): Promise<void> => {
    try {
      await createBackup({ dataDir, engine, now: at, signal: stopping.signal });
    } catch (error) {
      failed.set(begun.name, { ...begun, state: 'failed' });
      if (!stopping.signal.aborted) onFailed(error, begun.name);
    } finally {
      running = null;
    }
  };

  return {
    /** Returns when the backup has started; throws `conflict` while another runs. */
    start: (): Promise<BackupState> => {
      if (running !== null) return Promise.reject(underWay(running.name));
      const at = now();
      const begun = { name: backupName(at), at: at.toISOString(), bytes: null, state: 'running' } as const;
      running = begun;
      work = make(begun, at);
      return Promise.resolve(begun);
    },
    /** Newest first; includes the running one and those that failed since the service started. */
    list: async (): Promise<BackupState[]> => {
      const known = new Map(failed);
      if (running !== null) known.set(running.name, running);
      const found = await listBackups(backupsFolder(dataDir));
      const others = found.filter(({ name }) => !known.has(name));
      const all = [...known.values(), ...others.map(({ secretKey: _, ...backup }) => backup)];
      return all.sort((a, b) => (a.name < b.name ? 1 : -1));
    },
    /** Stops the running backup and removes what it wrote. */
    close: (): Promise<void> => {
      stopping.abort(new DOMException('The service stops.', 'AbortError'));
      return work;
    },
  };
};

const underWay = (name: string): Fault =>
  new Fault('conflict', `${name} is being made.`, { nextStep: 'Wait until it is complete.' });
