import { describe, expect, it } from 'vitest';
import { editDistance, areNearDuplicates } from '../../../domain/edit-distance.ts';
import { createSafetyTest } from './blocked-words.ts';
import { hasCampaignCode, isOnlyProductCode, findRefusal } from './refusal.ts';
import { hasCardNumber, hasEmailAddress, hasPhoneNumber } from './personal-data.ts';

describe('personal data is never suggested', () => {
  it.each([
    'anna@mail.example',
    'Anna.Nagy+x@shop.example shoes',
    'anna at mail dot example',
    'anna nagy gmail com',
    'nagy gmail.com',
  ])('finds the e-mail address in %s', (text) => expect(hasEmailAddress(text)).toBe(true));

  it.each(['4111 1111 1111 1111', '4111-1111-1111-1111 visa', '378282246310005', 'card 5500005555555559'])(
    'finds the card number in %s',
    (text) => expect(hasCardNumber(text)).toBe(true),
  );

  it('does not take a number with a wrong check digit for a card number', () =>
    expect(hasCardNumber('4111 1111 1111 1112')).toBe(false));

  it.each(['+36 20 123 4567', '(030) 901-820 000', '0049.30.901820', 'call 555-123-4567'])(
    'finds the phone number in %s',
    (text) => expect(hasPhoneNumber(text)).toBe(true),
  );

  it.each([
    'running shoes',
    'battlefield 1942',
    '2 x 4 screws 100 mm',
    'iphone 15 pro 256',
    'coat at half price',
    'levis 501',
  ])('leaves %s alone', (text) => {
    expect(hasEmailAddress(text)).toBe(false);
    expect(hasCardNumber(text)).toBe(false);
    expect(hasPhoneNumber(text)).toBe(false);
  });
});

describe('product codes', () => {
  it.each(['9854804', 'B07CVR21VN', '1Z 999 AA1 01 2345 6784', 'RR123456785HU', '123-456-7', 'SKU1234567'])(
    '%s is a bare code',
    (text) => expect(isOnlyProductCode(text)).toBe(true),
  );

  it.each([
    'ps4',
    'mw3',
    'wh1000xm4',
    'rtx 4090',
    '1942',
    'fifa 12',
    'nba 2k12',
    'canon eos 5d',
    'gears of war 3',
  ])('%s is no code', (text) => expect(isOnlyProductCode(text)).toBe(false));

  it.each([
    'laborday_videogames_20110902',
    '20110801_gow3',
    'sale 20110902',
    'utm_source=mail',
    'spring-20240301',
  ])('%s carries a campaign code', (text) => expect(hasCampaignCode(text)).toBe(true));

  it('does not take a year or a size for a campaign code', () =>
    expect(['calendar 2024', '20 mm bolt', 'tv 2160p'].some(hasCampaignCode)).toBe(false));
});

describe('the safety test', () => {
  const findUnsafe = createSafetyTest({ language: 'de', blockedWords: ['Konkurrenz AG'] });

  it('uses the lists of the language and of English, and the words of the website', () => {
    expect(findUnsafe('fuck this shop')).toBe('offensive word');
    expect(findUnsafe('Arschloch')).toBe('offensive word');
    expect(findUnsafe('schuhe von konkurrenz ag')).toBe('blocked word');
  });

  it('matches whole words: a place name that contains one passes', () =>
    expect(['Scunthorpe', 'classic shoes', 'konkurrenz', 'cocktail glas'].map(findUnsafe)).toEqual(
      Array(4).fill(null),
    ));

  it('ignores case, accents and plurals', () =>
    expect(createSafetyTest({ language: 'en', blockedWords: ['widget'] })('  WÍDGETS!')).toBe(
      'blocked word',
    ));

  it.each(['p0rn', 'p o r n', 'pooorn dvd', 's3x toys', 'hentai', 'gangbang'])(
    'finds the offensive word in %s',
    (text) => expect(createSafetyTest({ language: 'en' })(text)).toBe('offensive word'),
  );

  it.each([
    'big black boots',
    'tight white jeans',
    'xx large shirt',
    'butt plate hinge',
    'hardcore gaming chair',
    'ford escort wiper',
    'red dress',
    'size 10 shoes',
    'iphone 13 pro',
  ])('leaves %s alone', (text) => expect(createSafetyTest({ language: 'en' })(text)).toBeNull());

  describe('with a catalogue that uses a word', () => {
    const words = new Set(['nude', 'lipstick', 'girl', 'tight', 'strap', 'on', 'sandal', 'fag', 'kike']);
    const options = { isCatalogueWord: (word: string) => words.has(word), findsProducts: () => false };
    const sold = createSafetyTest({ language: 'en', ...options });

    it('allows the word', () => {
      expect(createSafetyTest({ language: 'en' })('nude sandal')).toBe('offensive word');
      expect(sold('nude sandal')).toBeNull();
    });

    it('allows a phrase only when products carry all of its words', () => {
      expect(sold('strap on')).toBe('offensive word');
      expect(
        createSafetyTest({ language: 'en', ...options, findsProducts: () => true })('strap on'),
      ).toBeNull();
    });

    it('still withholds other offensive words beside it', () =>
      expect(sold('nude porn')).toBe('offensive word'));

    it('still withholds what is never allowed, and words that the website blocks', () => {
      expect(sold('nude girl')).toBe('sexual content about minors');
      expect(sold('kike')).toBe('abuse');
      expect(createSafetyTest({ language: 'en', ...options, blockedWords: ['nude'] })('nude')).toBe(
        'blocked word',
      );
    });
  });
});

describe('near-duplicates', () => {
  it.each([
    ['battle field 3', 'battlefield 3'],
    ['arkham city', 'arkam city'],
    ['modern warfare 3', 'modrn warfar 3'],
    ['halo', 'hallo'],
  ])('%s and %s are one suggestion', (left, right) => expect(areNearDuplicates(left, right)).toBe(true));

  it.each([
    ['halo 3', 'halo 4'],
    ['red', 'bed'],
    ['gears of war', 'gears of war 3'],
    ['fifa 12', 'fifa 11'],
  ])('%s and %s are two', (left, right) => expect(areNearDuplicates(left, right)).toBe(false));

  it('edit distance counts a swap once and stops at its limit', () => {
    expect(editDistance('form', 'from', 2)).toBe(1);
    expect(editDistance('kitten', 'sitting', 5)).toBe(3);
    expect(editDistance('kitten', 'sitting', 1)).toBe(2);
  });
});

describe('a keyword may be suggested when', () => {
  const good = { displayText: 'Running Shoes', text: 'running shoe', shoppers: 2, clicked: true };
  const options = { shoppersAtLeast: 2, findUnsafe: () => null, findsProducts: null, hasClicks: true };

  it('enough shoppers are behind it', () => {
    expect(findRefusal(good, options)).toBeNull();
    expect(findRefusal({ ...good, shoppers: 1 }, options)).toBe('too few shoppers');
  });

  it('it finds products, or was clicked where there is no catalogue', () => {
    expect(findRefusal(good, { ...options, findsProducts: (text) => text === 'boot' })).toBe(
      'finds no products',
    );
    expect(findRefusal({ ...good, clicked: false }, options)).toBe('finds no products');
    expect(findRefusal({ ...good, clicked: false }, { ...options, hasClicks: false })).toBeNull();
  });

  it('neither its display text nor its normal form holds personal data', () =>
    expect(
      findRefusal({ ...good, displayText: 'anna@mail.example', text: 'anna mail example' }, options),
    ).toBe('e-mail address'));
});

it('withholds Hungarian and Turkish words, but not words that only look alike', () => {
  expect(createSafetyTest({ language: 'hu' })('kurva jó')).toBe('offensive word');
  expect(createSafetyTest({ language: 'hu' })('piña colada')).toBeNull();
  expect(createSafetyTest({ language: 'tr' })('orospu çocuğu')).not.toBeNull();
  expect(createSafetyTest({ language: 'tr' })('got kupası')).toBeNull();
});
