import { describe, expect, it } from 'vitest';
import { normalForm, wordOrderKey } from './normal-form.ts';

describe('the normal form of a text', () => {
  it.each([
    ['en', 'Running  SHOES', 'running shoe'],
    ['en', 'dresses', 'dress'],
    ['en', 'Batteries', 'battery'],
    ['en', 'Hoodies', 'hoodie'],
    ['en', 'hoody', 'hoodie'],
    ['en', 'baby bodies', 'baby body'],
    ['en', 'tennis', 'tennis'],
    ['en', "levi's jeans", 'levis jean'],
    ['en', 'ﬁtness Ｔ-shirt', 'fitness t shirt'],
    ['en', 'canvas bags', 'canvas bag'],
    ['en', 'camera lenses', 'camera lens'],
    ['en', "Women's scarves", 'woman scarf'],
    ['en', 'women', 'woman'],
    ['de', 'Größe', 'grosse'],
    ['de', 'Laufschuhe', 'laufschuh'],
    ['de', 'Sommerkleider', 'sommerkleid'],
    ['de', 'Armbanduhren', 'armbanduhr'],
    ['de', 'Stühle', 'stuhl'],
    ['de', 'Tasche', 'tasche'],
    ['de', 'Taschen', 'tasche'],
    ['fr', 'Chaussures été', 'chaussure ete'],
    ['fr', 'chapeaux', 'chapeau'],
    ['es', 'pantalones cortos', 'pantalon corto'],
    ['hu', 'Női táskák', 'noi taska'],
    ['hu', 'ajándék', 'ajandek'],
    ['tr', 'AYAKKABILAR', 'ayakkabi'],
    ['tr', 'İNCİ', 'inci'],
    ['hu', 'nadrágok', 'nadrag'],
    ['hu', 'gyerek', 'gyerek'],
    ['it', 'scarpe rosse', 'scarpa rossa'],
    ['it', 'stivali bianchi', 'stivale bianco'],
    ['it', 'borse', 'borsa'],
    ['it', 'maglione', 'maglione'],
    ['it', 'maglioni', 'maglione'],
    ['it', 'orologi', 'orologio'],
  ])('%s: %s → %s', (language, text, expected) => {
    expect(normalForm(text, language)).toBe(expected);
  });

  it.each([
    ['en', 'Running Shoes glasses dresses Größe ladies canvases women lenses shelves'],
    ['de', 'Schuhe Kleider Hemden Taschen Stühle Uhren Hosen'],
    ['fr', 'chaussures chapeaux bijoux robes'],
    ['es', 'zapatos pantalones luces camisas'],
    ['it', 'scarpe borse stivali orologi bianche maglioni verdi zaini cappelli'],
    ['hu', 'táskák nadrágok székek cipők'],
    ['tr', 'ayakkabılar elbiseler'],
  ])('%s: is its own normal form', (language, text) => {
    const once = normalForm(text, language);
    expect(normalForm(once, language)).toBe(once);
  });

  it('gives texts with the same words in another order the same wordOrderKey', () => {
    expect(wordOrderKey('red dresses', 'en')).toBe(wordOrderKey('Dress, red', 'en'));
    expect(normalForm('red dress', 'en')).not.toBe(normalForm('dress red', 'en'));
  });

  it('is empty for a text without words', () => {
    expect(normalForm(' *!? ', 'en')).toBe('');
  });
});
