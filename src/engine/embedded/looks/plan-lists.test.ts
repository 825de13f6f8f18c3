import { describe, expect, it } from 'vitest';
import type { NeighbourPlan } from '../../engine.ts';
import { findPlanMatch, type PlanLists } from './plan-lists.ts';

const weights = { looks: 1, colour: 0.3 };
const none = new Uint32Array(0);

const listsOf = (same: NeighbourPlan['same']): PlanLists => ({
  plan: { weights, same, exclude: null, candidates: 10 },
  listOf: new Int32Array(0),
  starts: none,
  looks: none,
  units: none,
  complete: new Uint8Array(0),
  changedLooks: new Set(),
});

const fitOf = (planned: NeighbourPlan['same'], asked: NeighbourPlan['same']) =>
  findPlanMatch([listsOf(planned)], weights, { same: asked, exclude: null })?.fit ?? null;

describe('a list made at publish answers', () => {
  it('a rung that asks for any of one field as it does one that asks for all', () => {
    expect(fitOf({ fields: ['category'], mode: 'All' }, { fields: ['category'], mode: 'Any' })).toBe(
      'exactly',
    );
    expect(fitOf({ fields: [], mode: 'All' }, { fields: [], mode: 'Any' })).toBe('exactly');
  });

  it('no rung that asks for any of two fields where all were planned, nor one of another field', () => {
    const both = ['category', 'gender'];
    expect(fitOf({ fields: both, mode: 'All' }, { fields: both, mode: 'Any' })).toBeNull();
    expect(fitOf({ fields: ['category'], mode: 'All' }, { fields: ['gender'], mode: 'All' })).toBeNull();
  });

  it('a narrower rung, by leaving out', () => {
    expect(fitOf({ fields: [], mode: 'All' }, { fields: ['category'], mode: 'All' })).toBe('wider');
  });
});
