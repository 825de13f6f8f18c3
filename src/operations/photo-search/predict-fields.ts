import type { Field } from '../../domain/dataset.ts';
import { decodeRecord } from '../../domain/product-record.ts';
import { pathLevels } from '../../domain/product.ts';
import type { Hit } from '../../engine/engine.ts';
import { selectRequired } from '../../engine/semantics/search/same-as-source.ts';

/** What a field of the product in a photo is taken for. */
export type PredictedField = {
  readonly field: string;
  readonly value: string;
  /** Share of the nearest products that have the value, by score; 1 where the caller named it. */
  readonly confidence: number;
  /** Whether results must agree in it. */
  readonly used: boolean;
};

/** Products that are asked, and the share that must agree: with less, the field requires nothing. */
export const predictionDefaults = { nearest: 10, leastShare: 0.5 } as const;

/** All values of a field, category levels included. */
export const listFieldValues = (value: unknown, type: Field['type']): string[] => {
  const values = (Array.isArray(value) ? value : [value]).filter((each) => each !== undefined).map(String);
  return type === 'path' ? [...new Set(values.flatMap(pathLevels))] : values;
};

/** The value that most of the nearest products have, by score; null where none of them has one. */
export const predictField = ({ name, type }: Field, nearest: readonly Hit[]): PredictedField | null => {
  const votes = new Map<string, number>();
  let total = 0;
  for (const { score, record } of nearest) {
    total += score;
    const values = selectRequired(type, listFieldValues(decodeRecord(record)[name], type)).map(String);
    for (const value of new Set(values)) votes.set(value, (votes.get(value) ?? 0) + score);
  }
  const [best] = [...votes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (best === undefined || total === 0) return null;
  const confidence = Math.round((best[1] / total) * 100) / 100;
  return { field: name, value: best[0], confidence, used: confidence >= predictionDefaults.leastShare };
};
