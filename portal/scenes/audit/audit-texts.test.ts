import { describe, expect, it } from 'vitest';
import { en } from '../../texts/en.ts';
import { createTranslator } from '../../texts/text.ts';
import { actionText, subjectText } from './audit-texts.ts';

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
});
