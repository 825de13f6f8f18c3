import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Files } from '../../files/files.ts';
import { appendLines, fileSize, readLines } from './segments.ts';

const erasureSchema = Type.Object({ shopper: Type.String(), until: Type.Number() });

/** Whether an event of a shopper (pseudonym), received at this time (milliseconds since 1970), has been erased. */
export type IsErased = (shopper: string, receivedAt: number) => boolean;

/**
 * Erased shoppers, by pseudonym. The list is kept for ever: their events are filtered out of the current day's file,
 * which may not be rewritten yet, and of files that are restored from a backup.
 */
export const createErasures = (files: Files, file: string) => ({
  add: (shopper: string, until: number): Promise<void> =>
    appendLines(files, file, `${JSON.stringify({ shopper, until })}\n`),
  hasAny: async (): Promise<boolean> => (await fileSize(files, file)) > 0,
  size: (): Promise<number> => fileSize(files, file),
  read: async (): Promise<IsErased> => {
    const erased = new Map<string, number>();
    for await (const line of readLines(files, file)) {
      const erasure = parseErasure(line);
      if (erasure) erased.set(erasure.shopper, Math.max(erasure.until, erased.get(erasure.shopper) ?? 0));
    }
    return (shopper, receivedAt) => receivedAt <= (erased.get(shopper) ?? -1);
  },
});

/** null for a torn line, which was never acknowledged. */
const parseErasure = (line: string): { shopper: string; until: number } | null => {
  try {
    const value: unknown = JSON.parse(line);
    return Value.Check(erasureSchema, value) ? value : null;
  } catch {
    return null;
  }
};
