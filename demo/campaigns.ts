import type { DemoLanguage } from '../src/domain/demo-account.ts';
import type { DemoProduct, Kind } from './drawing/product.ts';
import { demoShop } from './products.ts';
import { categoryPath } from './shop/addresses.ts';
import { wordsOf } from './words/languages.ts';
import { capitalize } from './words/words.ts';

/** Products of the demo that each kind of campaign is shown at, so that every kind can be met by clicking. */
export const campaignKinds = {
  banner: 'lamp',
  pin: 'backpack',
  ads: 'mug',
  question: 'chair',
  boost: 't-shirt',
  hide: 'vase',
  redirect: 'hat',
} as const satisfies Record<string, Kind>;

/** One campaign of each kind; a promotion for each of its actions that a shopper can see. */
export const demoCampaigns = (products: readonly DemoProduct[], language: DemoLanguage = 'en') => {
  const { campaigns: texts, categories, materials, rooms: roomNames } = wordsOf[language];
  const { names } = texts;
  const ofKind = (kind: Kind) => products.filter(({ drawing }) => drawing.kind === kind);
  const firstOnSale = (kind: Kind): string =>
    ofKind(kind).find(({ available }) => available)?.identifier ?? '';
  const soldOut = ofKind(campaignKinds.redirect).find(({ available }) => !available);
  const rooms = new Set(
    ofKind(campaignKinds.question).flatMap(({ features: { room } }) => (room === null ? [] : [room])),
  );
  const [department = ''] = categories[campaignKinds.banner].split('/');
  return [
    {
      name: names.banner,
      box: 'similar',
      when: { category: department },
      effect: { banner: { position: 'resultPageTop', contents: [`<p>${texts.banner}</p>`] } },
    },
    {
      name: names.pin,
      box: 'similar',
      when: { category: categories[campaignKinds.pin] },
      effect: {
        promotion: {
          highlighted: true,
          promotions: [{ pin: { identifier: firstOnSale(campaignKinds.pin), position: 1 } }],
        },
      },
    },
    {
      name: names.ads,
      box: 'similar',
      when: { category: categories[campaignKinds.ads] },
      effect: {
        ads: { identifiers: [firstOnSale('vase'), firstOnSale('cushion')] },
      },
    },
    {
      name: names.question,
      box: 'similar',
      when: { category: categories[campaignKinds.question] },
      effect: {
        intentClarification: {
          question: texts.question,
          tiles: [...rooms].map((room) => ({
            id: room.replaceAll(' ', '-'),
            text: capitalize(roomNames[room]),
            filter: `room eq '${roomNames[room]}'`,
          })),
        },
      },
    },
    {
      name: names.boost,
      box: 'similar',
      when: { category: categories[campaignKinds.boost] },
      effect: {
        promotion: {
          highlighted: true,
          promotions: [{ boost: { filter: `material eq '${materials.linen}'`, factor: 4 } }],
        },
      },
    },
    {
      name: names.hide,
      box: 'similar',
      when: { category: categories[campaignKinds.hide] },
      effect: { promotion: { promotions: [{ hide: { filter: `material eq '${materials.glass}'` } }] } },
    },
    {
      name: names.redirect,
      box: 'similar',
      // The other colours of it are still sold.
      when: { identifiers: [soldOut?.identifier ?? ''], variantOnly: true },
      effect: {
        redirect: {
          url: `${demoShop.url}${categoryPath(categories[campaignKinds.redirect])}?instead-of=${soldOut?.identifier ?? ''}`,
        },
      },
    },
  ];
};

const dayMs = 86_400_000;

/** For half of the shoppers, since three weeks of four: where no other campaign is shown, whose page would differ by chance. */
export const demoExperiment = (now: number, language: DemoLanguage = 'en') => {
  const { campaigns: texts, categories, materials } = wordsOf[language];
  const from = now - 21 * dayMs;
  return {
    name: texts.names.experiment,
    box: 'similar',
    when: { category: categories.handbag },
    share: 0.5,
    from: new Date(from).toISOString(),
    until: new Date(from + 28 * dayMs).toISOString(),
    effect: {
      promotion: { promotions: [{ boost: { filter: `material eq '${materials.leather}'`, factor: 2 } }] },
    },
  };
};

/** For each kind of campaign a product on whose page it can be seen. The first page of the shop links to them. */
export const listCampaignStops = (products: readonly DemoProduct[]) => {
  const { redirect, pin, ...others } = campaignKinds;
  const onSale = (kind: Kind, skip = 0): string =>
    products.filter(({ drawing, available }) => drawing.kind === kind && available)[skip]?.identifier ?? '';
  const soldOut = products.find(({ drawing, available }) => drawing.kind === redirect && !available);
  return [
    { text: 'tourBanner', identifier: onSale(others.banner) },
    // A pinned product is not shown beside itself or its other colours.
    { text: 'tourPin', identifier: onSale(pin, 6) },
    { text: 'tourAds', identifier: onSale(others.ads) },
    { text: 'tourQuestion', identifier: onSale(others.question) },
    { text: 'tourBoost', identifier: onSale(others.boost) },
    { text: 'tourHide', identifier: onSale(others.hide) },
    { text: 'tourRedirect', identifier: soldOut?.identifier ?? '' },
  ] as const;
};
