import { randomInt } from 'node:crypto';
import { diskFilesSync } from '../files/sync-files.ts';
import { type CallRecord, readRecord, recordBytes, writeRecord } from './call-record.ts';
import { createLocalWindows, type LocalWindows, type RateClaim, type RateWindows } from './rate-windows.ts';
import {
  removeOldSegments,
  createSegment,
  newestSegment,
  openNewestSegment,
  type Segment,
} from './segment.ts';

/*
 * Several processes share one count without a lock and without a server. To admit a call, a process appends it
 * to a file and then reads what was appended since its last read. The operating system puts all appends into one
 * order, and every process replays that order through the same windows, so that all of them reach the same
 * result for every call, the writer included.
 *
 *   A  ──append──▶ ┌──────────────────────────────┬──────┐        ┌────────────────────
 *   B  ──append──▶ │ slots │ call A │ call B │ …  │ end  │ ─────▶ │ slots │ call B │ …
 *                  └──────────────────────────────┴──────┘        └────────────────────
 *                  7.rates                                         8.rates
 *
 * A file that has grown long gets an end record; the counts at that point begin the next file. Nothing is lost
 * when a process is killed, and no process waits for a lock. The cost is one write and one read of the page
 * cache, a fraction of one unsynced UPDATE in SQLite.
 */
export const sharedWindowDefaults = { segmentBytes: 16 * 1024 * 1024, readBytes: 64 * 1024 } as const;

type SharedWindowsOptions = {
  readonly folder: string;
  /** Called when the disk fails. This process then counts alone until the disk works again. */
  readonly onFailed: (error: unknown) => void;
  readonly now: () => number;
  readonly segmentBytes?: number;
};

/** Far more than end records can follow each other. */
const maximumAttempts = 100;

/** `waitMs` of the own call once it was replayed; null: an end record came before it, so that it does not count. */
type Outcome = { waitMs: number | null };

export const openSharedWindows = (parts: SharedWindowsOptions): RateWindows => {
  const { folder, onFailed, now, segmentBytes = sharedWindowDefaults.segmentBytes } = parts;
  diskFilesSync.makeFolder(folder);
  if (newestSegment(folder) === 0) createSegment(folder, 1, Buffer.alloc(0));
  const writer = randomInt(2 ** 32);
  const bytes = Buffer.alloc(recordBytes);
  const chunk = Buffer.allocUnsafe(sharedWindowDefaults.readBytes);
  let sequence = 0;
  let replayed = startReplay(openNewestSegment(folder));

  const openNextSegment = (): void => {
    const { number } = replayed.segment;
    if (newestSegment(folder) <= number)
      createSegment(folder, number + 1, encodeSlotCounts(replayed.windows, now()));
    replayed.segment.close();
    replayed = startReplay(openNewestSegment(folder));
    removeOldSegments(folder, replayed.segment.number);
  };

  /** Replays new records. True: up to the end of the file; false: up to an end record. */
  const replay = (ownSequence: number, outcome: Outcome): boolean => {
    for (;;) {
      const length = replayed.segment.read(replayed.position, chunk);
      for (let offset = 0; offset + recordBytes <= length; ) {
        const record = readRecord(chunk, offset);
        // A write that a full disk cut short: skip to the magic number of the next record.
        const step = record ? recordBytes : 1;
        offset += step;
        replayed.position += step;
        if (record?.kind === 'end') return false;
        if (record) apply(replayed, record, writer, ownSequence, outcome);
      }
      if (length < chunk.length) return true;
    }
  };

  const catchUp = (ownSequence: number, outcome: Outcome): void => {
    while (!replay(ownSequence, outcome)) openNextSegment();
  };

  const append = (record: CallRecord): void => {
    writeRecord(record, bytes);
    replayed.segment.append(bytes);
  };

  const closeFullSegment = (): void => {
    if (replayed.position - replayed.initialEnd < segmentBytes) return;
    append({ kind: 'end' });
    catchUp(0, { waitMs: null });
  };

  /** Repeats when an end record came first, because the call then lies behind the end of its segment. */
  const takeShared = (claim: RateClaim, atMs: number): number => {
    const outcome: Outcome = { waitMs: null };
    for (let attempt = 0; outcome.waitMs === null; attempt += 1) {
      if (attempt === maximumAttempts)
        throw new Error('A call that was appended to the shared log was not found in it.');
      sequence = (sequence + 1) % 2 ** 32;
      append({ kind: 'call', writer, sequence, atMs, claim });
      catchUp(sequence, outcome);
    }
    return outcome.waitMs;
  };

  const withFallback = <T>(work: () => T, fallback: () => T): T => {
    try {
      return work();
    } catch (error) {
      onFailed(error);
      return fallback();
    }
  };

  catchUp(0, { waitMs: null });
  return {
    waitMs: (claim, nowMs) => replayed.windows.waitMs(claim, nowMs),
    take: (claim, nowMs) => {
      // A window that is full here is full whatever others did: a refusal needs no read of the file.
      const knownMs = replayed.windows.waitMs(claim, nowMs);
      if (knownMs > 0) return knownMs;
      const waitMs = withFallback(
        () => takeShared(claim, nowMs),
        () => replayed.windows.take(claim, nowMs),
      );
      withFallback(closeFullSegment, () => undefined);
      return waitMs;
    },
    statuses: (claim, nowMs) => replayed.windows.statuses(claim, nowMs),
    refresh: (nowMs) => {
      withFallback(
        () => catchUp(0, { waitMs: null }),
        () => undefined,
      );
      replayed.windows.refresh(nowMs);
    },
    close: () => replayed.segment.close(),
  };
};

/** Position in one segment, and the windows it is replayed into. */
type SegmentReplay = {
  readonly segment: Segment;
  readonly windows: LocalWindows;
  position: number;
  /** End of the slot counts copied from the previous segment. */
  initialEnd: number;
};

const startReplay = (segment: Segment): SegmentReplay => {
  return { segment, windows: createLocalWindows(), position: 0, initialEnd: 0 };
};

const apply = (
  replayed: SegmentReplay,
  record: CallRecord,
  writer: number,
  ownSequence: number,
  outcome: Outcome,
): void => {
  if (record.kind === 'slot') {
    replayed.windows.restore(record.slot);
    replayed.initialEnd = replayed.position;
  }
  if (record.kind !== 'call') return;
  const waitMs = replayed.windows.take(record.claim, record.atMs);
  if (record.writer === writer && record.sequence === ownSequence) outcome.waitMs = waitMs;
};

const encodeSlotCounts = (windows: LocalWindows, nowMs: number): Buffer => {
  const slots = windows.slotCounts(nowMs);
  const bytes = Buffer.alloc(slots.length * recordBytes);
  slots.forEach((slot, index) => writeRecord({ kind: 'slot', slot }, bytes, index * recordBytes));
  return bytes;
};
