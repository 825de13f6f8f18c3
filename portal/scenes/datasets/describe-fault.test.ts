import { describe, expect, it } from 'vitest';
import type { FaultPage } from '../../api/types.ts';
import { createTranslator, loadDictionary } from '../../texts/text.ts';
import { describeFault } from './describe-fault.ts';

type Cause = FaultPage['faults'][number]['cause'];

const [english, german] = [
  createTranslator(await loadDictionary('en'), 'en'),
  createTranslator(await loadDictionary('de'), 'de'),
];

describe('the reason of a faulty row', () => {
  it.each<[Cause, string, string]>([
    [
      { kind: 'no-value', value: 'name, price' },
      'The product cannot be sold like this. Missing: name, price.',
      'So lässt sich das Produkt nicht verkaufen. Es fehlt: Name, Preis.',
    ],
    [
      { kind: 'unreadable-value', value: 'price "name on request"' },
      'The product cannot be sold like this. Not readable: price "name on request".',
      'So lässt sich das Produkt nicht verkaufen. Nicht lesbar: Preis "name on request".',
    ],
    [
      { kind: 'no-column', value: 'its name (field displayText), its price (field price)' },
      'The feed has no column for name, price. Choose a column for it under Mapping.',
      'Der Feed hat keine Spalte für Name, Preis. Wählen Sie unter Zuordnung eine Spalte dafür.',
    ],
    [
      { kind: 'column-twice', value: 'price' },
      'A second column is called price. It was given a number.',
      'Eine zweite Spalte heißt price. Sie hat eine Nummer bekommen.',
    ],
    [
      { kind: 'address-answers', value: '404' },
      'The address of the picture answers with error 404.',
      'Die Adresse des Bildes antwortet mit Fehler 404.',
    ],
    [{ kind: 'not-utf8', value: null }, 'The row is not UTF-8 text.', 'Die Zeile ist kein Text in UTF-8.'],
    [{ kind: 'other', value: 'New.' }, 'New.', 'New.'],
  ])('%j', (cause, inEnglish, inGerman) => {
    const fault = { reason: 'New.', cause };
    expect(describeFault(english, fault)).toBe(inEnglish);
    expect(describeFault(german, fault)).toBe(inGerman);
  });
});
