import { describe, expect, it } from 'vitest';
import { normalForm, tokenize, wordOrderKey } from './normal-form.ts';

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

describe('texts without spaces', () => {
  it.each([
    ['zh', '红色运动鞋', ['红色', '运动', '鞋']],
    ['ja', '赤いスニーカー', ['赤い', 'スニーカー']],
    ['th', 'รองเท้าสีแดง', ['รองเท้า', 'สี', 'แดง']],
  ])('%s: are split into words', (language, text, words) => {
    expect(tokenize(text, language)).toEqual(words);
  });

  it.each([
    ['th', 'สี', 'สา'],
    ['ja', 'ガラス', 'カラス'],
    ['hi', 'जूता', 'जता'],
    ['ko', '가방', '기방'],
  ])('%s: keep the marks that make another word: %s is not %s', (language, one, other) => {
    expect(normalForm(one, language)).toBe(one);
    expect(normalForm(one, language)).not.toBe(normalForm(other, language));
  });

  it('lose vowel points that are rarely written', () => {
    expect(normalForm('حِذَاء', 'ar')).toBe('حذاء');
    expect(normalForm('נַעַל', 'he')).toBe('נעל');
  });

  it('keep words of other scripts: a brand, a size', () => {
    expect(tokenize('Nike 运动鞋 42', 'zh')).toEqual(expect.arrayContaining(['nike', '42']));
  });

  it('are split the same with and without a space', () => {
    expect(tokenize('红色 运动鞋', 'zh').join('')).toBe(tokenize('红色运动鞋', 'zh').join(''));
  });
});
