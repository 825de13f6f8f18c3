import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Files } from '../../../files/files.ts';
import { appendLines, fileSize, readLines } from './segments.ts';

const erasureSchema = Type.Object({ shopper: Type.String(), until: Type.Number() });

/** One list, and one of each node where several machines share the folder. */
const listName = 'erased';

/** Whether an event of a shopper (pseudonym), received at this time (milliseconds since 1970), has been erased. */
export type IsErased = (shopper: string, receivedAt: number) => boolean;

/**
 * Erased shoppers, by pseudonym. The list is kept for ever: their events are filtered out of the current day's file,
 * which may not be rewritten yet, and of files that are restored from a backup.
 */
export const createErasures = (files: Files, folder: string, node: string | null) => {
  const ownFile = join(folder, node === null ? listName : `${listName}.${node}`);
  const listFiles = async (): Promise<string[]> =>
    (await files.list(folder))
      .filter((name) => name === listName || name.startsWith(`${listName}.`))
      .map((name) => join(folder, name));
  const size = async (): Promise<number> => {
    let bytes = 0;
    for (const file of await listFiles()) bytes += await fileSize(files, file);
    return bytes;
  };
  return {
    add: (shopper: string, until: number): Promise<void> =>
      appendLines(files, ownFile, `${JSON.stringify({ shopper, until })}\n`),
    hasAny: async (): Promise<boolean> => (await size()) > 0,
    size,
    read: async (): Promise<IsErased> => {
      const erased = new Map<string, number>();
      for (const file of await listFiles())
        for await (const line of readLines(files, file)) {
          const erasure = parseErasure(line);
          if (erasure) erased.set(erasure.shopper, Math.max(erasure.until, erased.get(erasure.shopper) ?? 0));
        }
      return (shopper, receivedAt) => receivedAt <= (erased.get(shopper) ?? -1);
    },
  };
};

/** null for a torn line, which was never acknowledged. */
const parseErasure = (line: string): { shopper: string; until: number } | null => {
  try {
    const value: unknown = JSON.parse(line);
    return Value.Check(erasureSchema, value) ? value : null;
  } catch {
    return null;
  }
};
