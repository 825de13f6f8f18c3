import { describe, expect, it } from 'vitest';
import { en } from '../../texts/en.ts';
import { createTranslator } from '../../texts/text.ts';
import { de } from '../../texts/de.ts';
import { actionText, fieldText, subjectText, valueText } from './audit-texts.ts';

const t = createTranslator(en, 'en');

describe('audit texts', () => {
  it('say what was done to what', () => {
    expect(actionText(t, { action: 'campaign.create' })).toBe('Campaign created');
    expect(actionText(t, { action: 'subscription.issue-keys' })).toBe('API key issued');
  });

  it('show an action without a text as stored', () => {
    expect(actionText(t, { action: 'secret-key.rotate' })).toBe('secret-key.rotate');
    expect(subjectText('secret key')).toBe('secret key');
  });

  it('name what kind of data was changed', () => {
    const entry = { action: 'dataset.create', after: { kind: 'keywords' } };
    expect(actionText(t, entry)).toBe('Search terms created');
  });

  it('name fields and values in the words of the portal, and keep names', () => {
    const german = createTranslator(de, 'de');
    const texts = { t: german, time: (iso: string) => iso };
    expect(fieldText(german, 'effect › url')).toBe('Wirkung › Adresse');
    expect(fieldText(t, 'someNewSetting')).toBe('some new setting');
    expect(valueText(texts, 'owner', 'role')).toBe('Inhaber');
    expect(valueText(texts, 'owner', 'displayName')).toBe('owner');
  });

  it('do not repeat the kind in the subject', () => {
    expect(subjectText('campaign Spring sale')).toBe('Spring sale');
  });

  it('show a time as people read it, and other values as they are', () => {
    const time = (iso: string) => `the time ${iso.slice(11, 16)}`;
    const shown = ['2026-01-02T03:04:05Z', '2026-99-02T03:04', '7', null].map((value) =>
      valueText({ t, time }, value),
    );
    expect(shown).toEqual(['the time 03:04', '2026-99-02T03:04', '7', '–']);
  });
});
