import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
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
 * Several processes, one count, no lock and no server. Whoever wants to admit a call appends it to a file
 * and then reads what was appended since it last looked: the system puts all appends into one order, every
 * process replays that order through the same windows, and so all of them come to the same answer about
 * every call, its writer included.
 *
 *   A  ──append──▶ ┌──────────────────────────────┬──────┐        ┌────────────────────
 *   B  ──append──▶ │ slots │ call A │ call B │ …  │ seal │ ─────▶ │ slots │ call B │ …
 *                  └──────────────────────────────┴──────┘        └────────────────────
 *                  7.rates                                         8.rates
 *
 * A file that has grown long is sealed; the counts at that point begin the next one. Nothing is lost when a
 * process is killed, and nobody waits for anybody's lock. It costs one write and one read of the page cache,
 * a fraction of one UPDATE in SQLite with nothing synced.
 */
export const sharedWindowDefaults = { segmentBytes: 16 * 1024 * 1024, readBytes: 64 * 1024 } as const;

type SharedWindowsOptions = {
  readonly folder: string;
  /** The disk failed: this process counts by itself until it works again. */
  readonly onFailed: (error: unknown) => void;
  readonly now: () => number;
  readonly segmentBytes?: number;
};

/** Far more than seals can come in a row; what is not found by then will not be. */
const maximumAttempts = 100;

/** `waitMs` of the own call once it was met; null: a seal came before it, and it counts for nothing. */
type Outcome = { waitMs: number | null };

export const openSharedWindows = (parts: SharedWindowsOptions): RateWindows => {
  const { folder, onFailed, now, segmentBytes = sharedWindowDefaults.segmentBytes } = parts;
  mkdirSync(folder, { recursive: true });
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

  /** Replays what is new; true: up to the end, false: up to a seal. */
  const replay = (ownSequence: number, outcome: Outcome): boolean => {
    for (;;) {
      const length = replayed.segment.read(replayed.position, chunk);
      for (let offset = 0; offset + recordBytes <= length; ) {
        const record = readRecord(chunk, offset);
        // A write that was cut off by a full disk: the next entry is found by its mark.
        const step = record ? recordBytes : 1;
        offset += step;
        replayed.position += step;
        if (record?.kind === 'seal') return false;
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
    append({ kind: 'seal' });
    catchUp(0, { waitMs: null });
  };

  /** Again when a seal came first: then the call stands behind the end of its file. */
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
      // What is known to be full stays full whatever others did: a refusal costs no look at the file.
      const knownMs = replayed.windows.waitMs(claim, nowMs);
      if (knownMs > 0) return knownMs;
      const waitMs = withFallback(
        () => takeShared(claim, nowMs),
        () => replayed.windows.take(claim, nowMs),
      );
      withFallback(closeFullSegment, () => undefined);
      return waitMs;
    },
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

/** How far one segment has been replayed, and into what. */
type SegmentReplay = {
  readonly segment: Segment;
  readonly windows: LocalWindows;
  position: number;
  /** Where the counts taken over from the segment before end. */
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
