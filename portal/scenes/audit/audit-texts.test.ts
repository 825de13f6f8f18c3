import { describe, expect, it } from 'vitest';
import { en } from '../../texts/en.ts';
import { createTranslator } from '../../texts/text.ts';
import { actionText, subjectText, valueText } from './audit-texts.ts';

const t = createTranslator(en, 'en');

describe('audit texts', () => {
  it('say what was done to what', () => {
    expect(actionText(t, 'campaign.create')).toBe('Campaign created');
    expect(actionText(t, 'subscription.issue-keys')).toBe('API key issued');
  });

  it('show an action without a text as stored', () => {
    expect(actionText(t, 'secret-key.rotate')).toBe('secret-key.rotate');
    expect(subjectText('secret key')).toBe('secret key');
  });

  it('do not repeat the kind in the subject', () => {
    expect(subjectText('campaign Spring sale')).toBe('Spring sale');
  });

  it('show a time as people read it, and other values as they are', () => {
    const shown = ['2026-01-02T03:04:05Z', '2026-99-02T03:04', '7', null].map((value) =>
      valueText((iso) => `the time ${iso.slice(11, 16)}`, value),
    );
    expect(shown).toEqual(['the time 03:04', '2026-99-02T03:04', '7', '–']);
  });
});
