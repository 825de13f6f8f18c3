import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { render, textOf } from '../../testing/render.ts';
import { CampaignBlocks } from './campaign-blocks.tsx';
import { StrategyAttempts } from './strategy-attempts.tsx';

/** Only what the blocks read; the rest of an answer does not matter here. */
const blocks = (answer: Partial<WireImageSearchResult>) =>
  render(createElement(CampaignBlocks, { answer: answer as WireImageSearchResult }));

describe('CampaignBlocks', () => {
  it('shows nothing where no campaign added anything', () => {
    expect(blocks({})).toBe('');
    expect(blocks({ banners: [] })).toBe('');
  });

  it('says where a redirect leads', () => {
    const redirect = { ruleId: 1, campaignName: 'Sale', url: 'https://shop.example/sale' };
    expect(textOf(blocks({ redirect }))).toBe(
      'https://shop.example/sale Shoppers go to this page instead of seeing a list.',
    );
  });

  it('shows the contents of a banner as text, never as markup', () => {
    const banners = [
      {
        ruleId: 1,
        campaignName: 'Spring',
        position: 'filterTop' as const,
        contents: [{ content: '<img src=x onerror=alert(1)>' }],
      },
    ];
    const markup = blocks({ banners });
    expect(markup).not.toContain('<img');
    expect(textOf(markup)).toContain('Above filters');
  });

  it('shows the question and the tiles of a guided choice', () => {
    const intentClarification = {
      ruleId: 1,
      campaignName: 'Colour',
      clarifyingQuestion: 'Which colour?',
      intentTiles: [
        { intentTileId: 'r', intentTileText: 'Red', intentTileImageSnippet: null },
        { intentTileId: 'b', intentTileText: 'Blue', intentTileImageSnippet: null },
      ],
    } as unknown as NonNullable<WireImageSearchResult['intentClarification']>;
    expect(textOf(blocks({ intentClarification }))).toBe('Which colour? Red Blue');
  });
});

describe('StrategyAttempts', () => {
  it('lists the fallback steps in order, with their results and outcome', () => {
    const attempts = [
      { rank: 1, results: 1, outcome: 'too few' },
      { rank: 2, results: 24, outcome: 'enough' },
    ] as unknown as NonNullable<WireImageSearchResult['explain']>['ladder'];
    expect(textOf(render(createElement(StrategyAttempts, { attempts })))).toBe(
      'What was tried First choice: 1 result too few Fallback 1: 24 results enough',
    );
  });
});
