import { type DerivedFile, takePlace } from '../storage/derived-file.ts';
import { codeRowsName } from './code-stage.ts';
import { openRoughIndex, type RoughIndex } from './rough-index.ts';
import type { ReadVector } from './rough-stage.ts';
import { layOutScratch } from './scratch.ts';
import type { VectorShape } from './vector-shape.ts';

/** The index in the file of a version, when it is read; null: it has to be made from the vectors, because there is none or an earlier form of it. */
export const readStoredIndex = async (
  file: DerivedFile | null,
  shape: VectorShape,
  count: number,
  read: ReadVector,
): Promise<RoughIndex | null> => {
  const arrays = await file?.read();
  const shared = file?.share();
  if (!arrays?.has(codeRowsName) || !shared) return null;
  const scratch = takePlace(shared, layOutScratch(shape, 0).end);
  return scratch === null
    ? null
    : openRoughIndex(shape, count, read, { arrays, memory: shared.memory, scratch });
};
