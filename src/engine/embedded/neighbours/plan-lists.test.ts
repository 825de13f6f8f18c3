import { describe, expect, it } from 'vitest';
import type { Weights } from '../../../domain/box.ts';
import type { NeighbourPlan } from '../../engine.ts';
import type { FileOnDisk } from '../storage/load-version.ts';
import { layOutSections } from '../storage/sections.ts';
import { findPlanMatch, openPlanLists, packByPlan, type PlanLists } from './plan-lists.ts';

const weights = { looks: 1, colour: 0.3 };
const none = new Uint32Array(0);

const createLists = (same: NeighbourPlan['same']): PlanLists => ({
  plan: { weights, same, exclude: null, candidates: 10 },
  listOf: new Int32Array(0),
  starts: none,
  read: () => ({ looks: none, units: none }),
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

describe('lists in a file', () => {
  const arrays = packByPlan([
    {
      listOf: Int32Array.of(1, -1, 0),
      starts: Uint32Array.of(0, 2, 5),
      complete: Uint8Array.of(0, 1),
      looks: Uint32Array.of(7, 8, 4, 5, 6),
      units: Uint32Array.of(90, 80, 70, 60, 50),
    },
  ]);

  const openArrays = (reads: number[]): FileOnDisk => {
    const { sections, parts } = layOutSections(arrays);
    const content = Buffer.concat([...parts]);
    const readNow = (into: Uint8Array, offset: number): void =>
      into.set(content.subarray(offset, offset + into.length));
    return {
      entry: { name: 'neighbours.bin', bytes: content.length, blocks: [], crcs: [], sections },
      file: {
        bytes: content.length,
        read: async (into, offset) => readNow(into, offset),
        readNow: (into, offset) => {
          reads.push(into.length);
          readNow(into, offset);
        },
        close: async () => undefined,
      },
    };
  };

  it('are read one by one, when they are asked for', async () => {
    const reads: number[] = [];
    const plan = { weights, same: { fields: [], mode: 'All' }, exclude: null, candidates: 10 } as const;
    const [lists] = await openPlanLists(openArrays(reads), [plan]);
    expect(reads).toEqual([]);
    expect([...(lists?.listOf ?? [])]).toEqual([1, -1, 0]);
    expect([...(lists?.complete ?? [])]).toEqual([0, 1]);
    const expected = [
      { looks: [7, 8], units: [90, 80] },
      { looks: [4, 5, 6], units: [70, 60, 50] },
    ];
    for (const list of [0, 1, 0]) {
      const { looks, units } = lists?.read(list) ?? { looks: none, units: none };
      expect({ looks: [...looks], units: [...units] }).toEqual(expected[list]);
    }
    expect(reads).toEqual([8, 8, 12, 12, 8, 8]);
  });
});
