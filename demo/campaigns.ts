import type { DemoProduct } from './drawing/product.ts';
import { demoShop } from './products.ts';
import { categoryPath } from './shop/addresses.ts';

/** What the campaigns of the demo say to shoppers. */
const texts = {
  banner: 'Warm light week: free bulbs with every lamp.',
  question: 'Which room is it for?',
} as const;

/** Categories of the demo, one for each kind of campaign, so that every kind can be met by clicking. */
export const campaignCategories = {
  banner: 'Lighting/Table Lamps',
  pin: 'Bags/Backpacks',
  ads: 'Kitchen/Mugs',
  question: 'Furniture/Chairs',
  boost: 'Clothing/T-Shirts',
  hide: 'Living/Vases',
  redirect: 'Accessories/Hats',
} as const;

/** One campaign of each kind; a promotion for each of its actions that a shopper can see. */
export const demoCampaigns = (products: readonly DemoProduct[]) => {
  const inCategory = (wanted: string) => products.filter(({ category }) => category === wanted);
  const firstOnSale = (category: string): string =>
    inCategory(category).find(({ available }) => available)?.identifier ?? '';
  const soldOut = inCategory(campaignCategories.redirect).find(({ available }) => !available);
  const rooms = new Set(inCategory(campaignCategories.question).map(({ room }) => room ?? ''));
  return [
    {
      name: 'Warm light week',
      box: 'similar',
      when: { category: 'Lighting' },
      effect: { banner: { position: 'resultPageTop', contents: [`<p>${texts.banner}</p>`] } },
    },
    {
      name: 'Backpack of the month',
      box: 'similar',
      when: { category: campaignCategories.pin },
      effect: {
        promotion: {
          highlighted: true,
          promotions: [{ pin: { identifier: firstOnSale(campaignCategories.pin), position: 1 } }],
        },
      },
    },
    {
      name: 'Flowers for the kitchen',
      box: 'similar',
      when: { category: campaignCategories.ads },
      effect: {
        ads: { identifiers: [firstOnSale('Living/Vases'), firstOnSale('Living/Cushions')] },
      },
    },
    {
      name: 'Chairs by room',
      box: 'similar',
      when: { category: campaignCategories.question },
      effect: {
        intentClarification: {
          question: texts.question,
          tiles: [...rooms].map((room) => ({
            id: room.replaceAll(' ', '-'),
            text: `${room.slice(0, 1).toUpperCase()}${room.slice(1)}`,
            filter: `room eq '${room}'`,
          })),
        },
      },
    },
    {
      name: 'Linen first',
      box: 'similar',
      when: { category: campaignCategories.boost },
      effect: {
        promotion: {
          highlighted: true,
          promotions: [{ boost: { filter: "material eq 'linen'", factor: 2 } }],
        },
      },
    },
    {
      name: 'No glass by post',
      box: 'similar',
      when: { category: campaignCategories.hide },
      effect: { promotion: { promotions: [{ hide: { filter: "material eq 'glass'" } }] } },
    },
    {
      name: 'No longer made',
      box: 'similar',
      // The other colours of it are still sold.
      when: { identifiers: [soldOut?.identifier ?? ''], variantOnly: true },
      effect: {
        redirect: {
          url: `${demoShop.url}${categoryPath(campaignCategories.redirect)}?instead-of=${soldOut?.identifier ?? ''}`,
        },
      },
    },
  ];
};

/** For each kind of campaign a product on whose page it can be seen. The first page of the shop links to them. */
export const listCampaignStops = (products: readonly DemoProduct[]) => {
  const { redirect, pin, ...others } = campaignCategories;
  const onSale = (wanted: string, skip = 0): string =>
    products.filter(({ category, available }) => category === wanted && available)[skip]?.identifier ?? '';
  const soldOut = products.find(({ category, available }) => category === redirect && !available);
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
