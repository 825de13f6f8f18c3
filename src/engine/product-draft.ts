import type { Weights } from '../domain/box.ts';
import type { Field } from '../domain/dataset.ts';
import type { Filter } from '../domain/filter.ts';
import type { Product } from '../domain/product.ts';
import type { SearchMode } from '../domain/strategy.ts';

/* What a version of a product dataset is built from. engine.ts defines what it means. */

/**
 * Look-alikes to compute at publish time: one plan for each looks rung of each box. A query without a matching plan is
 * answered by a scan.
 */
export type NeighbourPlan = {
  readonly weights: Weights;
  readonly same: {
    readonly fields: readonly string[];
    readonly mode: SearchMode;
  };
  readonly exclude: Filter | null;
  readonly candidates: number;
};

export type Picture = {
  /** SHA-256 of the picture's bytes, hex. */
  readonly hash: string;
  /** Of unit length: their dot products are cosines. */
  readonly looks: Float32Array;
  readonly colour: Float32Array;
  /** Words of the title, of unit length, or zeros where no word is known. Left out: titles are not compared. */
  readonly title?: Float32Array;
};

export type DraftProduct = {
  readonly product: Product;
  readonly picture: Picture | null;
};

export type ProductDraft = {
  readonly fields: readonly Field[];
  readonly language: string;
  /** Identity of the embedder: vectors of another model are not comparable. */
  readonly model: string;
  readonly plans: readonly NeighbourPlan[];
  /** These three as the reader has them. */
  readonly titleWeight?: number;
  readonly minimumScore?: number;
  readonly comparison?: string;
};
