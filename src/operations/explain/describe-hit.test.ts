import { describe, expect, it } from 'vitest';
import type { HitParts } from '../../engine/engine.ts';
import { describeHit } from './describe-hit.ts';
import type { Move } from '../campaigns/promote.ts';
import type { SharedField } from './shared-fields.ts';

const parts: HitParts = {
  looks: 0.91,
  colour: null,
  title: null,
  text: null,
  boost: 1,
  boosts: [],
  pinned: false,
  organicPosition: 2,
};
const share = (displayName: string, values: string[] = [], whole = true): SharedField => ({
  field: displayName.toLowerCase(),
  displayName,
  values,
  whole,
});
const summer: Move = { ruleId: 1, campaignName: 'Summer', action: 'boost', factor: 2 };
const pin: Move = { ruleId: 2, campaignName: 'Pins', action: 'pin', factor: null };
const tile: Move = { ruleId: 3, campaignName: 'Gifts', action: 'tile', factor: 3 };

const facts = {
  parts,
  shared: [],
  moves: [],
  position: 2,
  setSize: 9,
  wantsOtherColours: false,
  isSorted: false,
} as const;

describe('describeHit', () => {
  it.each([
    ['similarity of pictures', {}, 'Looks 91 % alike; place 2 of 9 by score.'],
    [
      'colour',
      { parts: { ...parts, colour: 0.8 } },
      'Looks 91 % alike, colours 80 %; place 2 of 9 by score.',
    ],
    [
      'that another colour is wanted',
      { parts: { ...parts, colour: 0.1 }, wantsOtherColours: true },
      'Looks 91 % alike, colours 10 % (other colours are wanted); place 2 of 9 by score.',
    ],
    [
      'no wish for colour where words were compared',
      { parts: { ...parts, looks: null, text: 0.5 }, wantsOtherColours: true },
      'Its words match by 50 %; place 2 of 9 by score.',
    ],
    [
      'colour and title',
      { parts: { ...parts, colour: 0.8, title: 0.5 } },
      'Looks 91 % alike, colours 80 %, titles 50 %; place 2 of 9 by score.',
    ],
    [
      'title alone',
      { parts: { ...parts, title: 0 } },
      'Looks 91 % alike, titles 0 %; place 2 of 9 by score.',
    ],
    [
      'words',
      { parts: { ...parts, looks: null, text: 0.5 } },
      'Its words match by 50 %; place 2 of 9 by score.',
    ],
    [
      'no picture',
      { parts: { ...parts, looks: null } },
      'There is no picture to compare; place 2 of 9 by score.',
    ],
    [
      'a score outside 0 to 1',
      { parts: { ...parts, looks: 1.0001 } },
      'Looks 100 % alike; place 2 of 9 by score.',
    ],
    [
      'shared fields, with an abbreviation as it is written',
      { shared: [share('Colour'), share('EAN')] },
      'Looks 91 % alike; same colour and EAN; place 2 of 9 by score.',
    ],
    [
      'at most four shared fields',
      { shared: ['A1', 'B1', 'C1', 'D1', 'E1', 'F1'].map((name) => share(name)) },
      'Looks 91 % alike; same A1, B1, C1, D1 and 2 more; place 2 of 9 by score.',
    ],
    [
      'a category that is shared in part',
      { shared: [share('Colour'), share('Category', ['Women', 'Women/Tops'], false)] },
      'Looks 91 % alike; same colour, category alike up to Women/Tops; place 2 of 9 by score.',
    ],
    [
      'campaigns that moved it',
      { moves: [summer, tile], position: 1 },
      "Looks 91 % alike; moved from 2 to 1 by campaign 'Summer' (boost × 2) and the chosen tile of campaign 'Gifts'.",
    ],
    [
      'a campaign without effect',
      { moves: [summer] },
      "Looks 91 % alike; at 2 with and without campaign 'Summer' (boost × 2).",
    ],
    [
      'other products that were moved',
      { position: 3 },
      'Looks 91 % alike; place 2 of 9 by score, at 3 because campaigns moved others.',
    ],
    [
      'a pin that was not found',
      { parts: { ...parts, organicPosition: null, pinned: true }, moves: [pin], position: 1 },
      "Looks 91 % alike; put at 1 by campaign 'Pins', not found by likeness.",
    ],
    [
      'a sort',
      { isSorted: true, position: 5 },
      'Looks 91 % alike; place 2 of 9 by score, at 5 by the sort that was asked for.',
    ],
    [
      'a sort and a pin that was not found',
      { isSorted: true, position: 5, parts: { ...parts, organicPosition: null } },
      'Looks 91 % alike; not found by likeness, at 5 by the sort that was asked for.',
    ],
  ])('tells %s', (_case, changes, sentence) => {
    expect(describeHit({ ...facts, ...changes })).toBe(sentence);
  });
});
