import { describe, expect, it } from 'vitest';
import type { Campaign, Promotion } from '../../domain/campaign.ts';
import type { Hit, HitParts } from '../../engine/engine.ts';
import { applyCampaigns } from '../campaigns/apply-campaigns.ts';
import { findMoves } from '../campaigns/promote.ts';

const createCampaign = (ruleId: number, promotions: readonly Promotion[]): Campaign => ({
  ruleId,
  websiteId: 1,
  name: `Campaign ${ruleId}`,
  boxId: null,
  state: 'published',
  priority: 0,
  when: {},
  schedule: { from: null, until: null, weekdays: [] },
  share: 1,
  effect: { kind: 'promotion', highlighted: false, promotions },
});
const effects = applyCampaigns(
  [
    createCampaign(1, [
      { action: 'pin', identifier: 'a', position: 1 },
      { action: 'boost', targets: { identifiers: ['a', 'b'] }, factor: 2 },
    ]),
    createCampaign(2, [{ action: 'bury', targets: { identifiers: ['b'] }, factor: 0.5 }]),
  ],
  null,
);
const parts: HitParts = {
  looks: 1,
  colour: null,
  title: null,
  text: null,
  boost: 1,
  boosts: [],
  pinned: false,
  organicPosition: 1,
};
const hit = (identifier: string, changes: Partial<HitParts> | null): Hit => ({
  identifier,
  score: 1,
  record: new Uint8Array(),
  parts: changes === null ? null : { ...parts, ...changes },
});

describe('findMoves', () => {
  it('names the pin, then the boosts that apply', () => {
    expect(findMoves(hit('a', { pinned: true, boosts: [0] }), effects)).toEqual([
      { ruleId: 1, campaignName: 'Campaign 1', action: 'pin', factor: null },
      { ruleId: 1, campaignName: 'Campaign 1', action: 'boost', factor: 2 },
    ]);
    expect(findMoves(hit('b', { boosts: [0, 1] }), effects)).toMatchObject([
      { ruleId: 1, action: 'boost', factor: 2 },
      { ruleId: 2, action: 'bury', factor: 0.5 },
    ]);
  });

  it('names none for a product that no campaign moved, or without an explanation', () => {
    expect(findMoves(hit('c', {}), effects)).toEqual([]);
    expect(findMoves(hit('a', null), effects)).toEqual([]);
  });
});
