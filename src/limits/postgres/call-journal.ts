import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Quota } from '../../domain/subscription.ts';
import { ifMissingSync } from '../../files/error-code.ts';
import { tryLock } from '../../files/file-lock.ts';
import { diskFilesSync } from '../../files/sync-files.ts';
import type { NotedCall } from '../usage-batch.ts';

/**
 * Calls in the order in which they were admitted, in a file that is written before they are answered. It outlives the
 * process, however that ends; a power cut may take what the operating system has not yet written to the disk.
 */
export type CallJournal = {
  readonly name: string;
  /** Bytes that were written. */
  position(): number;
  append(call: NotedCall): void;
  /** For a journal that nobody needs any more. */
  remove(): void;
  close(): void;
};

/** Magic number and period, then three numbers of 8 bytes: website, subscription, moment. */
const recordBytes = 32;
const magicNumber = 0x6b64636a;
const periods: readonly Quota['per'][] = ['hour', 'day', 'week', 'month'];
const fileName = 'calls';

/** Creates a journal in a folder of its own, locked for as long as this process lives. */
export const createCallJournal = (folder: string): CallJournal => {
  const name = randomUUID();
  const lock = tryLock(folder, name);
  if (lock === null) throw new Error(`The journal ${name} is in use.`);
  const handle = openSync(join(folder, name, fileName), 'ax', 0o600);
  const bytes = Buffer.alloc(recordBytes);
  let position = 0;
  const close = (): void => {
    closeSync(handle);
    lock.release();
  };
  return {
    name,
    position: () => position,
    append: ({ websiteId, subscriptionId, per, atMs }) => {
      bytes.writeUInt32LE(magicNumber, 0);
      bytes.writeUInt32LE(periods.indexOf(per), 4);
      [websiteId, subscriptionId, atMs].forEach((number, at) => bytes.writeDoubleLE(number, 8 + 8 * at));
      position += writeSync(handle, bytes);
    },
    remove: () => {
      close();
      diskFilesSync.remove(join(folder, name));
    },
    close,
  };
};

/** A write that a full disk cut short is skipped, up to the magic number of the next record. */
const readCalls = (bytes: Buffer, from: number): NotedCall[] => {
  const calls: NotedCall[] = [];
  for (let offset = from; offset + recordBytes <= bytes.length; ) {
    const per = periods[bytes.readUInt32LE(offset + 4)];
    const isRecord = bytes.readUInt32LE(offset) === magicNumber && per !== undefined;
    if (isRecord) {
      const [websiteId, subscriptionId, atMs] = [8, 16, 24].map((at) => bytes.readDoubleLE(offset + at));
      calls.push({ websiteId, subscriptionId, per, atMs } as NotedCall);
    }
    offset += isRecord ? recordBytes : 1;
  }
  return calls;
};

/** A journal that its process left behind. */
export type LeftJournal = {
  readonly name: string;
  readonly bytes: number;
  /** Calls from a position on. */
  read(from: number): readonly NotedCall[];
  remove(): void;
};

/** Journals of processes that have ended. Those of others are locked and left alone. */
export const listLeftJournals = (folder: string): LeftJournal[] =>
  ifMissingSync(() => readdirSync(folder), []).flatMap((name) => {
    const lock = tryLock(folder, name);
    if (lock === null) return [];
    const bytes = diskFilesSync.read(join(folder, name, fileName)) ?? Buffer.alloc(0);
    const remove = (): void => {
      lock.release();
      diskFilesSync.remove(join(folder, name));
    };
    return [{ name, bytes: bytes.length, read: (from: number) => readCalls(bytes, from), remove }];
  });
