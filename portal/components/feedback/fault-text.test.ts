import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { de } from '../../texts/de.ts';
import { createFaultTranslator, createTranslator } from '../../texts/text.ts';
import { faultText } from './fault-text.ts';

const inGerman = (error: unknown): string =>
  faultText(createTranslator(de, 'de'), createFaultTranslator(de, 'de'), error);

describe('faultText', () => {
  it('translates a reason code with its values', () => {
    const body = {
      message: 'There is a box called similar already.',
      reason: 'name-taken',
      values: { name: 'similar' },
    } as const;
    expect(inGerman(new ApiError(409, body, null))).toBe(
      'Den Namen similar gibt es schon. Wählen Sie einen anderen.',
    );
  });

  it('names each invalid field by its label, never by its path', () => {
    const faults = [
      { path: '$.pageSize', message: 'must be <= 100', reason: 'too-large-number', values: { limit: 100 } },
      { path: '$.strategies[0].odd', message: 'is odd' },
      { path: '$.no.such.setting', message: 'is odd' },
      { path: '$.when.category', message: 'must NOT have', reason: 'too-short', values: { limit: 1 } },
      { path: '$.effect.redirect.url', message: 'must match', reason: 'does-not-fit' },
      { path: '$.name', message: 'is missing', reason: 'missing' },
    ] as const;
    expect(inGerman(new ApiError(400, { reason: 'invalid', faults }, null))).toBe(
      `Nicht gespeichert. Bitte berichtigen: ${de['box.pageSize']}: darf höchstens 100 sein · ${de['box.tab.strategy']}: is odd · Eine Einstellung: is odd · Kategorie der Bedingung: ausfüllen oder entfernen · Webadresse: geben Sie eine Webadresse ein, die mit https:// beginnt · Name: bitte ausfüllen`,
    );
  });

  it('shows message and next step of the service where there is no reason code', () => {
    const body = { message: 'It is full.', nextStep: 'Make room.' };
    expect(inGerman(new ApiError(503, body, null))).toBe('It is full. Make room.');
  });

  it('says that the service cannot be reached when the request failed', () => {
    expect(inGerman(new TypeError('fetch failed'))).toBe(de['error.offline']);
  });
});
