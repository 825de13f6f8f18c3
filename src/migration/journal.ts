import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../errors.ts';
import { diskFiles, type Files } from '../files/files.ts';
import { replaceDurably } from '../files/replace-file.ts';
import { type Layout, layoutNames } from './layouts.ts';

const name = 'migration.json';

const schema = Type.Object({
  id: Type.String(),
  from: Type.Enum([...layoutNames]),
  to: Type.Enum([...layoutNames]),
  /** begun: may be interrupted and run again. done: only calls that were counted since are moved. */
  state: Type.Enum(['begun', 'done']),
  startedAt: Type.String(),
});

export type MigrationRecord = Static<typeof schema>;

export type Journal = ReturnType<typeof openJournal>;

export const openJournal = (dataDir: string, files: Files = diskFiles) => {
  const path = join(dataDir, name);
  return {
    /** The last migration of this data folder; null: there was none, or it was cancelled. */
    read: async (): Promise<MigrationRecord | null> => {
      const content = await files.read(path);
      if (content === null) return null;
      const value: unknown = JSON.parse(content.toString('utf8'));
      if (Value.Check(schema, value)) return value;
      throw new Fault('corrupted', `${path} does not describe a migration.`, {
        nextStep: 'Restore it from a backup, or remove it to begin anew.',
      });
    },
    write: async (record: MigrationRecord): Promise<void> => {
      await files.makeFolder(dataDir);
      await replaceDurably(files, path, `${JSON.stringify(record, null, 2)}\n`);
    },
    remove: async (): Promise<void> => {
      await files.remove(path);
      await files.sync(dataDir);
    },
  };
};

/** The migration that this call continues, or a new one. */
export const chooseRecord = (
  last: MigrationRecord | null,
  from: Layout,
  to: Layout,
  now: Date,
): MigrationRecord => {
  if (last?.from === from && last.to === to) return last;
  if (last?.state === 'begun')
    throw new Fault('conflict', `A migration from ${last.from} to ${last.to} is not finished.`, {
      nextStep: `Run \`kindred migrate ${last.from} ${last.to}\` again, with --cancel to give it up.`,
    });
  return { id: randomUUID(), from, to, state: 'begun', startedAt: now.toISOString() };
};
