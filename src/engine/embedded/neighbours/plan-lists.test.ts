import { describe, expect, it } from 'vitest';
import type { Weights } from '../../../domain/box.ts';
import type { NeighbourPlan } from '../../engine.ts';
import { findPlanMatch, type PlanLists } from './plan-lists.ts';

const weights = { looks: 1, colour: 0.3 };
const none = new Uint32Array(0);

const createLists = (same: NeighbourPlan['same']): PlanLists => ({
  plan: { weights, same, exclude: null, candidates: 10 },
  listOf: new Int32Array(0),
  starts: none,
  looks: none,
  units: none,
  complete: new Uint8Array(0),
  changedLooks: new Set(),
});

const hasWeights = (asked: Weights, planned: Weights = weights): boolean => {
  const lists = createLists({ fields: [], mode: 'All' });
  const question = { same: lists.plan.same, exclude: null };
  return findPlanMatch([{ ...lists, plan: { ...lists.plan, weights: planned } }], asked, question) !== null;
};

const findFit = (planned: NeighbourPlan['same'], asked: NeighbourPlan['same']) =>
  findPlanMatch([createLists(planned)], weights, { same: asked, exclude: null })?.fit ?? null;

describe('a precomputed list', () => {
  it('matches mode Any exactly as it matches mode All when there is at most one field', () => {
    expect(findFit({ fields: ['category'], mode: 'All' }, { fields: ['category'], mode: 'Any' })).toBe(
      'exactly',
    );
    expect(findFit({ fields: [], mode: 'All' }, { fields: [], mode: 'Any' })).toBe('exactly');
  });

  it('does not match mode Any on two fields when the plan has mode All, nor another field', () => {
    const both = ['category', 'gender'];
    expect(findFit({ fields: both, mode: 'All' }, { fields: both, mode: 'Any' })).toBeNull();
    expect(findFit({ fields: ['category'], mode: 'All' }, { fields: ['gender'], mode: 'All' })).toBeNull();
  });

  it('matches weights of the same ratio, the title included', () => {
    expect(hasWeights({ looks: 2, colour: 0.6 })).toBe(true);
    expect(hasWeights({ looks: 2, colour: 0.6, title: 0 })).toBe(true);
    expect(hasWeights({ looks: 1, colour: 0.3, title: 0.2 })).toBe(false);
    expect(hasWeights({ looks: 1, colour: -0.3 })).toBe(false);
    expect(hasWeights({ looks: 2, colour: -0.6 }, { looks: 1, colour: -0.3 })).toBe(true);
    const titled = { looks: 1, colour: 0.5, title: 0.5 };
    expect(hasWeights({ looks: 2, colour: 1, title: 1 }, titled)).toBe(true);
    expect(hasWeights({ looks: 1, colour: 1, title: 0 }, titled)).toBe(false);
    expect(hasWeights({ looks: 1, colour: 0.25, title: 0.75 }, titled)).toBe(false);
  });

  it('matches a rung that restricts more, whose answer is then filtered from the list', () => {
    expect(findFit({ fields: [], mode: 'All' }, { fields: ['category'], mode: 'All' })).toBe('wider');
  });
});
