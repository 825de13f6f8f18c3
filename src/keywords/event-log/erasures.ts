import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { appendDurably, readLines, fileSize } from './segments.ts';

const erasureShape = Type.Object({ shopper: Type.String(), until: Type.Number() });

/** Whether what a shopper did, received at this time, has been erased. Both are pseudonyms and instants. */
export type IsErased = (shopper: string, receivedAt: number) => boolean;

/**
 * Shoppers who want to be forgotten, by pseudonym. The list stays, so that a file of events that nobody may
 * rewrite yet (today's) is read without them, and so is one that comes back from a backup.
 */
export const createErasures = (file: string) => ({
  add: (shopper: string, until: number): Promise<void> =>
    appendDurably(file, `${JSON.stringify({ shopper, until })}\n`),
  hasAny: async (): Promise<boolean> => (await fileSize(file)) > 0,
  size: (): Promise<number> => fileSize(file),
  read: async (): Promise<IsErased> => {
    const erased = new Map<string, number>();
    for await (const line of readLines(file)) {
      const erasure = readLine(line);
      if (erasure) erased.set(erasure.shopper, Math.max(erasure.until, erased.get(erasure.shopper) ?? 0));
    }
    return (shopper, receivedAt) => receivedAt <= (erased.get(shopper) ?? -1);
  },
});

/** A torn line was never acknowledged. */
const readLine = (line: string): { shopper: string; until: number } | null => {
  try {
    const value: unknown = JSON.parse(line);
    return Value.Check(erasureShape, value) ? value : null;
  } catch {
    return null;
  }
};
