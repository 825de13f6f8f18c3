import type { HitParts, SearchQuery } from '../../engine.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import type { FamilySet } from './family-set.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Entry } from '../../semantics/search/order.ts';
import { compileBoost } from './order.ts';

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
