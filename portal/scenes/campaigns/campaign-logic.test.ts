import { describe, expect, it } from 'vitest';
import type { Campaign, CampaignDeclaration } from '../../api/types.ts';
import { en } from '../../texts/en.ts';
import { createFormats } from '../../texts/formats.ts';
import { createFaultTranslator, createTranslator } from '../../texts/text.ts';
import { effectKinds, getEffectKind, newCampaign, newEffect } from './effects.ts';
import { createFilterRule, getAction } from './promotions.ts';
import { scheduleText } from './schedule-text.ts';
import { getCampaignStatus } from './status.ts';

const texts = {
  ...createFormats('en'),
  t: createTranslator(en, 'en'),
  translateFault: createFaultTranslator(en, 'en'),
  language: 'en' as const,
  choose: () => undefined,
};

const declaration = (schedule: Pick<CampaignDeclaration, 'from' | 'until'>): CampaignDeclaration => ({
  ...newCampaign({ box: 'similar' }),
  ...schedule,
});

describe('effects', () => {
  it.each(effectKinds)('a new %s has the kind that was asked for, and only that', (kind) => {
    const effect = newEffect(kind);
    expect(getEffectKind(effect)).toBe(kind);
    expect(Object.keys(effect)).toEqual([kind]);
  });

  it('a new campaign is a draft, for the box it was begun from or for all', () => {
    expect(newCampaign({ box: 'similar' })).toMatchObject({ box: 'similar', state: 'draft' });
    expect(newCampaign({})).not.toHaveProperty('box');
  });
});

describe('getCampaignStatus', () => {
  const now = Date.parse('2026-05-01T00:00:00Z');
  const campaign = (
    state: Campaign['state'],
    schedule: Pick<CampaignDeclaration, 'from' | 'until'> = {},
  ): Campaign => ({ ruleId: 1, state, declaration: declaration(schedule) });

  it.each([
    ['draft', {}, 'draft'],
    ['draft', { from: '2026-04-01T00:00:00Z' }, 'draft'],
    ['paused', { from: '2026-04-01T00:00:00Z' }, 'paused'],
    ['published', {}, 'running'],
    ['published', { from: '2026-05-01T00:00:01Z' }, 'scheduled'],
    ['published', { from: '2026-05-01T00:00:00Z' }, 'running'],
    ['published', { until: '2026-05-01T00:00:00Z' }, 'ended'],
    ['published', { until: '2026-05-01T00:00:01Z' }, 'running'],
    ['published', { from: '2026-04-01T00:00:00Z', until: '2026-06-01T00:00:00Z' }, 'running'],
  ] as const)('a %s campaign with %o is %s', (state, schedule, expected) => {
    expect(getCampaignStatus(campaign(state, schedule), now)).toBe(expected);
  });
});

describe('scheduleText', () => {
  const [from, until] = ['2026-05-01T12:00:00Z', '2026-05-31T12:00:00Z'];

  it.each([
    [{}, 'Always'],
    [{ from }, 'From May 1, 2026'],
    [{ until }, 'Until May 31, 2026'],
    [{ from, until }, 'May 1 – 31, 2026'],
    [{ from, until: '2026-06-02T12:00:00Z' }, 'May 1 – Jun 2, 2026'],
    [{ from, until: '2027-01-02T12:00:00Z' }, 'May 1, 2026 – Jan 2, 2027'],
  ])('%o reads %s', (schedule, expected) => {
    // Browsers put thin spaces around the dash.
    expect(scheduleText(texts, declaration(schedule)).replaceAll('\u2009', ' ')).toBe(expected);
  });
});

describe('promotion rules', () => {
  it.each([
    [{ pin: { identifier: 'A', position: 1 } }, 'pin'],
    [{ boost: { identifiers: ['A'], factor: 2 } }, 'boost'],
    [{ bury: { filter: 'price gt 5', factor: 0.5 } }, 'bury'],
    [{ hide: { identifiers: ['A'] } }, 'hide'],
  ])('%o is %s', (rule, expected) => {
    expect(getAction(rule)).toBe(expected);
  });

  it('by filter have a factor where there is one to have', () => {
    expect(createFilterRule('boost', "brand eq 'A'", 3)).toEqual({
      boost: { filter: "brand eq 'A'", factor: 3 },
    });
    expect(createFilterRule('hide', "brand eq 'A'", 3)).toEqual({ hide: { filter: "brand eq 'A'" } });
  });
});
