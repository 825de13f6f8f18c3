import { createAnswerAdmission } from './answer-admission.ts';
import { countValueBytes, createTemplates, readValue, writeValue } from './answer-values.ts';
import { KeptRecords } from './kept-records.ts';
import { type CompressedForms, ReadyAnswer } from './ready-answer.ts';

/** Answers that were made from the same state of a box. */
export type AnswerSet = {
  /** Valid in this turn of the event loop: its bytes may be used again for another answer. */
  find(key: string): ReadyAnswer | null;
  /** False when it is not kept: others are asked for more often, or it is too large, or the set was dropped. */
  keep(key: string, answer: ReadyAnswer): boolean;
  /** Forgets all its answers. */
  drop(): void;
};

export type KeptAnswers = {
  createSet(): AnswerSet;
  readonly statistics: { readonly evictions: number; readonly bytes: number; readonly entries: number };
};

const [answerKind, formKind] = [1, 2];

/** A larger body is copied: it is sent or compressed beyond the turn in which it was found. */
const largestLent = 32 << 10;

const lend = (bytes: Buffer, start: number, end: number): Buffer =>
  end - start > largestLent ? Buffer.from(bytes.subarray(start, end)) : bytes.subarray(start, end);

/**
 * Finished answers, bounded by bytes with their compressed forms. All of it is in
 * records outside of the collected heap, and what nobody asks for makes room in small steps (`KeptRecords`).
 *
 * Once they are full, answers that are asked for more often than others take their room (`createAnswerAdmission`).
 */
export const createKeptAnswers = (maximumBytes: number): KeptAnswers => {
  /** By number: what the records of a set that was not dropped take. */
  const sets = new Map<number, { entries: number; bytes: number }>();
  const admission = createAnswerAdmission();
  let [owners, evictions, entries, bytes] = [0, 0, 0, 0];

  const charge = (owner: number, answers: number, change: number): boolean => {
    const counts = sets.get(owner);
    if (counts === undefined) return false;
    counts.entries += answers;
    counts.bytes += change;
    entries += answers;
    bytes += change;
    return true;
  };

  const records = new KeptRecords(maximumBytes, {
    isAlive: (owner) => sets.has(owner),
    onEvicted: ({ owner, kind, bytes: freed }) => {
      if (kind === formKind) charge(owner, 0, -freed);
      else if (kind === answerKind && charge(owner, -1, -freed)) {
        evictions += 1;
        admission.onEvicted();
      }
    },
  });

  const createForms = (owner: number): CompressedForms => ({
    find: (tag, encoding) => {
      const place = records.find(owner, `${tag}${encoding}`);
      if (place < 0) return null;
      const { bytes: all, start, end } = records.valueAt(place);
      return lend(all, start, end);
    },
    keep: (tag, encoding, form) => {
      const key = `${tag}${encoding}`;
      if (!sets.has(owner) || !records.fits(key.length, form.length) || records.find(owner, key) >= 0) return;
      const room = records.add(owner, formKind, key, form.length);
      form.copy(room.bytes, room.start);
      charge(owner, 0, records.sizeOf(key.length, form.length));
    },
  });

  const createSet = (): AnswerSet => {
    const number = (owners += 1);
    sets.set(number, { entries: 0, bytes: 0 });
    const templates = createTemplates();
    const forms = createForms(number);
    const readAt = (place: number): ReadyAnswer | null =>
      place < 0 || !sets.has(number)
        ? null
        : new ReadyAnswer(readValue(templates, records.valueAt(place), lend), forms);
    return {
      find: (key) => {
        const place = records.find(number, key);
        if (place >= 0) admission.countFound(records.hashAt(place));
        return readAt(place);
      },
      keep: (key, answer) => {
        const valueBytes = countValueBytes(answer);
        if (!sets.has(number) || valueBytes > maximumBytes / 4 || !records.fits(key.length, valueBytes))
          return false;
        if (records.find(number, key) >= 0) return false;
        if (!admission.admits(records.hashOf(number, key))) return false;
        const template = templates.add(answer);
        if (template === null) return false;
        writeValue(records.add(number, answerKind, key, valueBytes), template, answer);
        charge(number, 1, records.sizeOf(key.length, valueBytes));
        answer.forms = forms;
        return true;
      },
      drop: () => {
        const { entries: dropped = 0, bytes: freed = 0 } = sets.get(number) ?? {};
        charge(number, -dropped, -freed);
        if (sets.delete(number)) admission.onDropped();
      },
    };
  };
  return {
    createSet,
    get statistics() {
      return { evictions, bytes, entries };
    },
  };
};
