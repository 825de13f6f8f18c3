import { describe, expect, it } from 'vitest';
import { textLengthLimits } from '../../../src/domain/settings/limits.ts';
import { copyCampaign } from './copy-campaign.ts';
import { newEffect } from './effects.ts';

const original = (name: string) => ({
  name,
  state: 'published' as const,
  box: 'similar',
  priority: 3,
  effect: newEffect('redirect'),
});

describe('copyCampaign', () => {
  it.each([
    ['Sale', ['Sale'], 'Sale (2)'],
    ['Sale', ['Sale', 'Sale (2)', 'Sale (3)'], 'Sale (4)'],
    ['Sale (2)', ['Sale', 'Sale (2)'], 'Sale (3)'],
    ['Sale (2026)', ['Sale (2026)'], 'Sale (2)'],
    ['Sale (x)', ['Sale (x)'], 'Sale (x) (2)'],
  ])('names the copy of %s beside %j %s', (name, taken, expected) => {
    expect(copyCampaign(original(name), taken).name).toBe(expected);
  });

  it('is a draft with everything else of the original', () => {
    const { name: _, ...rest } = copyCampaign(original('Sale'), []);
    const { name: _name, ...expected } = original('Sale');
    expect(rest).toEqual({ ...expected, state: 'draft' });
  });

  it('keeps a long name within what the service takes', () => {
    const long = 'x'.repeat(textLengthLimits.name);
    const { name } = copyCampaign(original(long), [long]);
    expect(name).toHaveLength(textLengthLimits.name);
    expect(name.endsWith(' (2)')).toBe(true);
  });
});
