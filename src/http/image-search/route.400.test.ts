import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const path = '/search/imagesearch';
const good = () => ({ btr: shop.north.search.tracker, identifier: 'p0' });
const refusal = async (parameters: Record<string, string>): Promise<string> => {
  const { status, json } = await shop.get(path, parameters);
  expect([status, typeof json]).toEqual([400, 'string']);
  return json as string;
};
const raw = (query: string) =>
  shop.send('GET', `${path}?${query}`, { 'Ocp-Apim-Subscription-Key': shop.north.key });

describe('a refusal names the parameter, the problem and what is allowed', () => {
  const cases: [Record<string, string>, string][] = [
    [{ identifier: '' }, 'identifier: is empty. Allowed: 1 to 200 characters.'],
    [{ identifier: 'x'.repeat(201) }, 'identifier: has 201 characters. Allowed: 1 to 200 characters.'],
    [{ top: '0' }, 'top: 0 is too small. Allowed: a whole number from 1.'],
    [{ top: '1e1' }, 'top: "1e1" is not a whole number. Allowed: a whole number from 1.'],
    [
      { identifier: 'p\u0000' },
      'identifier: holds a control character. Allowed: 1 to 200 printable characters.',
    ],
    [{ page: '0' }, 'page: 0 is too small. Allowed: a whole number from 1 to 100000.'],
    [{ explain: 'yes' }, 'explain: "yes" is neither true nor false. Allowed: true or false.'],
    [{ orderby: 'color' }, 'orderby: "color" is not a sortable field. Allowed: price.'],
    [{ orderby: 'price up' }, 'orderby: "up" after price is no direction. Allowed: asc or desc.'],
    [{ filter: "  price eq 'x'" }, 'filter: at character 3, price is a number, and "x" is not.'],
    [
      { orderby: 'price,,' },
      'orderby: a field name is missing. Allowed: one to 4 sortable fields, each with asc or desc, separated by commas.',
    ],
    [
      { filter: "weight eq 'x'" },
      'filter: at character 1, "weight" is not a facetable field. Allowed: category, brand, color, price, sale, identifier.',
    ],
    [{ filter: "price eq 'x'" }, 'filter: at character 1, price is a number, and "x" is not.'],
    [
      { filter: "color gt 'x'" },
      'filter: at character 1, color is not a number, so it can only be compared with eq, ne and in.',
    ],
  ];
  it.each<[string, number]>([
    ["color eq 'Red' and weight eq 1", 20],
    ["not (color in ('Red', 'Blue') or  weight eq 1)", 35],
    ['price lt 5 and color gt 3', 16],
    ["sale eq true or price in (1, 'x')", 17],
  ])('%s: names the position of the invalid part', async (filter, position) => {
    expect(await refusal({ ...good(), filter })).toMatch(new RegExp(`^filter: at character ${position}, `));
  });

  it.each(cases)('%j', async (changes, text) => {
    expect(await refusal({ ...good(), ...changes })).toBe(text);
  });

  it('all faults at once, the first of each parameter', async () => {
    const parameters = { identifier: '', top: 'x', page: '0', filter: 'color eq', orderby: ',', btr: 'nope' };
    expect((await refusal(parameters)).match(/\b(btr|identifier|top|page|filter|orderby): /g)).toEqual([
      'identifier: ',
      'top: ',
      'page: ',
      'btr: ',
      'filter: ',
      'orderby: ',
    ]);
    expect(await refusal({})).toBe(
      'btr: is missing. Allowed: a GUID. identifier: is missing. Allowed: 1 to 200 characters.',
    );
  });

  it('required parameters', async () => {
    expect(await refusal({ identifier: 'p0' })).toBe('btr: is missing. Allowed: a GUID.');
    expect(await refusal({ btr: good().btr })).toMatch(/^identifier: is missing\./);
  });

  it('a filter that cannot be parsed, with the position', async () => {
    expect(await refusal({ ...good(), filter: 'color eq' })).toMatch(
      /^filter: at character \d+, expected a value/,
    );
  });
});

describe('lenient reading', () => {
  const answer = async (parameters: Record<string, string>) => {
    const { status, json } = await shop.get(path, { ...good(), ...parameters });
    expect(status).toBe(200);
    return json as { pageSize: number; resultPerPage: number; resultCount: number; documents: unknown[] };
  };

  it.each(['top', 'page', 'filter', 'orderby', 'tile', 'pattern', 'explain'])(
    'an empty %s counts as absent',
    async (name) => {
      const plain = await answer({});
      for (const empty of ['', ' ']) expect(await answer({ [name]: empty })).toEqual(plain);
    },
  );

  it.each(['51', '100', '2147483648', '9'.repeat(20)])(
    'top=%s is cut to the maximum of the box',
    async (top) => {
      const { pageSize, resultPerPage } = await answer({ top });
      expect([pageSize, resultPerPage]).toEqual([50, 50]);
    },
  );

  it('an identifier is trimmed and normalised', async () => {
    const { resultCount } = await answer({});
    expect(resultCount).toBeGreaterThan(0);
    for (const identifier of [' p0 ', '\tp0\n', 'ｐ０', 'p0\u00a0'])
      expect([identifier, (await answer({ identifier })).resultCount]).toEqual([identifier, resultCount]);
  });
});

describe('btr', () => {
  it('malformed, unknown, of another website or of another kind: the same text', async () => {
    const { north, south } = shop;
    const foreign = [
      'nonsense',
      '00000000-0000-4000-8000-000000000000',
      south.search.tracker,
      north.relatedKeywords.tracker,
      `{${north.search.tracker}`,
    ];
    const texts = await Promise.all(foreign.map((btr) => refusal({ ...good(), btr })));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^btr: /);
  });

  it('every usual GUID format is accepted', async () => {
    const { btr } = good();
    const spellings = [
      btr.toUpperCase(),
      `{${btr}}`,
      `(${btr})`,
      btr.replaceAll('-', ''),
      `{${btr.toUpperCase()}}`,
      ` ${btr} `,
    ];
    for (const spelling of spellings) {
      expect([spelling, (await shop.get(path, { ...good(), btr: spelling })).status]).toEqual([
        spelling,
        200,
      ]);
    }
  });

  it('a box outside the subscription is unknown', async () => {
    const key = await shop.addSubscription({ name: 'one box', boxIds: [shop.north.relatedKeywords.id] });
    const { status, json } = await shop.get(path, good(), { 'Ocp-Apim-Subscription-Key': key });
    expect([status, json]).toEqual([400, await refusal({ ...good(), btr: 'nonsense' })]);
  });
});

describe('the query string', () => {
  it('parameter names are case-insensitive; unknown ones are ignored, also when repeated', async () => {
    const { btr } = good();
    expect((await raw(`BTR=${btr}&Identifier=p0&TOP=3&utm=a&utm=b&&=x`)).status).toBe(200);
  });

  it('repeated parameters are refused, also in different cases', async () => {
    const { btr } = good();
    const { status, json } = await raw(`btr=${btr}&identifier=p0&Identifier=p0`);
    expect([status, json]).toEqual([400, 'identifier: given 2 times. Give it once.']);
  });

  it.each(['%', '%zz', '%ff', '%c3%28', '%ed%a0%80'])(
    'malformed percent-encoding is refused: %s',
    async (text) => {
      const { btr } = good();
      const { status, json } = await raw(`btr=${btr}&identifier=${text}`);
      expect([status, json]).toEqual([
        400,
        'identifier: is not valid percent-encoded UTF-8. Allowed: a value encoded with encodeURIComponent or its like.',
      ]);
      expect((await raw(`btr=${btr}&identifier=p0&identifier=${text}`)).status).toBe(400);
    },
  );

  it('malformed encoding in an unknown parameter is ignored', async () => {
    const { btr } = good();
    expect((await raw(`btr=${btr}&identifier=p0&discount=50%&%zz=1`)).status).toBe(200);
  });

  it('the limits themselves are allowed', async () => {
    expect((await shop.get(path, { ...good(), identifier: '😀'.repeat(200) })).status).toBe(200);
    expect((await shop.get(path, { ...good(), top: 50 })).status).toBe(200);
  });
});
