import { describe, expect, it } from 'vitest';
import { normalForm, wordOrderKey } from './normal-form.ts';

describe('the normal form of a text', () => {
  it.each([
    ['en', 'Running  SHOES', 'running shoe'],
    ['en', 'dresses', 'dress'],
    ['en', 'Batteries', 'battery'],
    ['en', 'tennis', 'tennis'],
    ['en', "levi's jeans", 'levis jean'],
    ['en', 'ﬁtness Ｔ-shirt', 'fitness t shirt'],
    ['de', 'Größe', 'grosse'],
    ['de', 'Taschen', 'tasche'],
    ['fr', 'Chaussures été', 'chaussure ete'],
    ['fr', 'chapeaux', 'chapeau'],
    ['es', 'pantalones cortos', 'pantalon corto'],
    ['hu', 'Női táskák', 'noi taska'],
    ['hu', 'ajándék', 'ajandek'],
    ['tr', 'AYAKKABILAR', 'ayakkabi'],
    ['tr', 'İNCİ', 'inci'],
    ['it', 'scarpe', 'scarpe'],
  ])('%s: %s → %s', (language, text, expected) => {
    expect(normalForm(text, language)).toBe(expected);
  });

  it('is its own normal form', () => {
    for (const text of ['Running Shoes', 'glasses', 'dresses', 'Größe', 'ladies']) {
      const once = normalForm(text, 'en');
      expect(normalForm(once, 'en')).toBe(once);
    }
  });

  it('has a key that does not mind the order of words', () => {
    expect(wordOrderKey('red dresses', 'en')).toBe(wordOrderKey('Dress, red', 'en'));
    expect(normalForm('red dress', 'en')).not.toBe(normalForm('dress red', 'en'));
  });

  it('is empty for a text without words', () => {
    expect(normalForm(' *!? ', 'en')).toBe('');
  });
});
