import type { ImageSearchAnswer, Product } from './model/answer.ts';
import { safeUrl } from './dom.ts';
import { formatPrice } from './texts.ts';
import type { Fields, Item, ListKind, ViewContext } from './model/view.ts';

const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const describeField = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value);
  return nonEmptyText(
    Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(', ') : value,
  );
};

/** Every field of the record as text; addresses only where they are safe. */
const readFields = (product: Product, { base, language, currency }: ViewContext): Fields => {
  const price = product['price'];
  const special: Readonly<Record<string, string | null>> = {
    displayText: nonEmptyText(product['displayText']) ?? nonEmptyText(product['identifier']),
    price:
      typeof price === 'number'
        ? formatPrice(price, nonEmptyText(product['currency']) ?? currency, language)
        : null,
    imageUrl: safeUrl(firstOf(product['imageUrl']), base),
    url: safeUrl(product['url'], document.baseURI),
  };
  const all = Object.entries(product).map(([name, value]) => [name, describeField(value)] as const);
  const filled = [...all, ...Object.entries(special)].filter(
    (entry) => entry[1] !== null || entry[0] in special,
  );
  return Object.fromEntries(filled.map(([name, value]) => [name, value ?? '']));
};

const toItem = (product: Product | null | undefined, mark: Item['mark'], context: ViewContext): Item[] => {
  const identifier = nonEmptyText(product?.['identifier']);
  if (!product || identifier === null) return [];
  const fields = readFields(product, context);
  const object = { object_id: identifier, object_id_field: 'identifier' } as const;
  return [{ url: fields['url'] || null, object, fields, mark }];
};

const findPromoted = ({ promotionDetail, explain }: ImageSearchAnswer): ReadonlySet<string> => {
  if (!promotionDetail?.highlighted) return new Set();
  const moved = (explain?.documents ?? []).filter(({ pinned, boost = 1 }) => pinned || boost > 1);
  return new Set(moved.flatMap(({ identifier }) => identifier ?? []));
};

/** Ads come first and count as tiles: the space that is reserved stays the same. */
const toItems = (answer: ImageSearchAnswer, context: ViewContext): Item[] => {
  const promoted = findPromoted(answer);
  const ads = (answer.ads?.adResults ?? []).flatMap(({ document }) => toItem(document, 'ad', context));
  const found = (answer.documents ?? []).flatMap(({ document }) =>
    toItem(document, promoted.has(String(document?.['identifier'])) ? 'promoted' : null, context),
  );
  return [...ads, ...found].slice(0, context.limit);
};

const listCampaigns = ({
  banners,
  ads,
  promotionDetail,
  intentClarification,
}: ImageSearchAnswer): number[] => {
  const blocks = [...(banners ?? []), ads, promotionDetail, intentClarification];
  return [...new Set(blocks.flatMap((block) => block?.ruleId ?? []))];
};

/** Products that look like one product. */
export const lookAlikes: ListKind = {
  path: 'search/imagesearch',
  parameter: 'identifier',
  shape: 'tile',
  attributes: ['pattern', 'filter', 'exclude', 'facets', 'explain', 'currency'],
  parameters: (element, limit, { filter, tile }) => {
    const given = ['filter', 'exclude', 'pattern'].flatMap((name) => {
      const value = element.getAttribute(name);
      return value ? [[name, value] as const] : [];
    });
    return {
      top: String(limit),
      ...(filter !== null && { facetFilter: filter }),
      ...(tile !== null && { tile }),
      ...Object.fromEntries(given),
      ...(element.hasAttribute('explain') && { explain: 'true' }),
    };
  },
  toView: (body, context) => {
    const answer = (body ?? {}) as ImageSearchAnswer;
    const items = toItems(answer, context);
    const url = safeUrl(answer.redirect?.url, document.baseURI);
    const { ruleId = null, campaignName = null } = answer.redirect ?? {};
    return {
      items,
      redirect: url === null ? null : { url, ruleId, campaignName },
      banners: answer.banners ?? [],
      clarification: answer.intentClarification ?? null,
      facets: answer.filters ?? [],
      count: answer.resultCount ?? items.length,
      isPromoted:
        answer.promotionDetail?.highlighted === true && !items.some(({ mark }) => mark === 'promoted'),
      campaigns: listCampaigns(answer),
    };
  },
};
