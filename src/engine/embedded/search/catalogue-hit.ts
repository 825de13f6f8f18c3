import type { Hit, HitParts, SearchQuery } from '../../engine.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import type { FamilySet } from './family-set.ts';
import type { Candidates } from './candidates.ts';
import type { Entry } from '../../semantics/search/order.ts';
import { compileBoost } from './order.ts';

/** Its identifier is decoded when it is read: an answer shows the record alone, which contains it. */
export class CatalogueHit implements Hit {
  readonly row: number;
  readonly score: number;
  readonly parts: Hit['parts'];
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue, row: number, units: number, parts: Hit['parts']) {
    this.#catalogue = catalogue;
    this.row = row;
    this.score = units / scoreUnits;
    this.parts = parts;
  }

  get record(): Uint8Array {
    return this.#catalogue.records.bytesAt(this.row);
  }

  get identifier(): string {
    return this.#catalogue.rows.identifiers.at(this.row);
  }
}

/** Explains the score and the position of the entries of one set. */
export const createHitExplainer = (
  catalogue: Catalogue,
  { arrangement, ahead = [] }: SearchQuery,
  candidates: Pick<Candidates, 'parts'>,
  set: FamilySet,
): ((entry: Entry) => HitParts) => {
  const { familyOf } = catalogue.rows;
  const positions = new Map(Array.from(set.ranked, (key, index) => [familyOf[rowFromKey(key)], index + 1]));
  const boosts = arrangement.boosts.map((boost, index) => ({
    index,
    applies: compileBoost(catalogue, boost),
  }));
  return ({ row, boost, pinned, rung = 0 }) => ({
    ...candidates.parts(row),
    boost,
    boosts: boosts.filter(({ applies }) => applies(row)).map(({ index }) => index),
    pinned,
    organicPosition: positions.get(familyOf[row]) ?? null,
    ...(rung < ahead.length && { rung }),
  });
};
