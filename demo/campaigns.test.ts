import { describe, expect, it } from 'vitest';
import { effectKinds } from '../src/domain/campaign.ts';
import { campaignKinds, demoCampaigns, listCampaignStops } from './campaigns.ts';
import { demoProducts } from './products.ts';
import { categoryPath } from './shop/addresses.ts';
import { en } from './words/en.ts';

const products = demoProducts();
const campaigns = demoCampaigns(products);
const campaignCategories = Object.values(campaignKinds).map((kind) => en.categories[kind]);
const find = (identifier: string) => products.find((product) => product.identifier === identifier);
const effects = campaigns.map(({ effect }) => effect);

describe('the campaigns of the demo', () => {
  it('are of every kind', () => {
    const kinds = new Set(effects.flatMap((effect) => Object.keys(effect)));
    expect([...kinds].sort()).toEqual([...effectKinds].sort());
    const actions = effects.flatMap(({ promotion }) =>
      promotion?.promotions.flatMap((each) => Object.keys(each)),
    );
    expect(actions.filter((action) => action !== undefined)).toEqual(['pin', 'boost', 'hide']);
  });

  it('have different names, and belong to categories that exist', () => {
    expect(new Set(campaigns.map(({ name }) => name)).size).toBe(campaigns.length);
    const known = new Set(products.map(({ category }) => category));
    for (const category of campaignCategories) expect(known).toContain(category);
  });

  it('pin and advertise products that are on sale', () => {
    const pinned = effects.flatMap(({ promotion }) =>
      (promotion?.promotions ?? []).flatMap((each) => ('pin' in each ? [each.pin.identifier] : [])),
    );
    const advertised = effects.flatMap(({ ads }) => ads?.identifiers ?? []);
    expect([pinned.length, advertised.length]).toEqual([1, 2]);
    for (const identifier of [...pinned, ...advertised]) expect(find(identifier)?.available).toBe(true);
  });

  it('ask a question whose every answer leaves a few products', () => {
    const tiles = effects.flatMap(({ intentClarification }) => intentClarification?.tiles ?? []);
    expect(tiles.length).toBeGreaterThan(1);
    expect(new Set(tiles.map(({ id }) => id)).size).toBe(tiles.length);
    for (const { filter } of tiles) {
      const room = /^room eq '(.+)'$/.exec(filter)?.[1];
      const left = products.filter(
        (product) => product.drawing.kind === campaignKinds.question && product.room === room,
      );
      expect(left.length, filter).toBeGreaterThan(1);
    }
  });

  it('lead from one sold-out product to its category, and from no product on sale', () => {
    const [redirect] = campaigns.filter(({ effect }) => effect.redirect !== undefined);
    const [identifier = ''] = redirect?.when.identifiers ?? [];
    expect(find(identifier)?.available).toBe(false);
    expect(redirect?.when.variantOnly).toBe(true);
    const address = new URL(redirect?.effect.redirect?.url ?? '');
    expect(address.pathname).toBe(categoryPath(find(identifier)?.category ?? ''));
    expect(address.searchParams.get('instead-of')).toBe(identifier);
  });

  it('can each be met at a product of their category', () => {
    const stops = listCampaignStops(products);
    expect(stops.map(({ identifier }) => find(identifier)?.category).sort()).toEqual(
      [...campaignCategories].sort(),
    );
  });

  it('show the pinned product beside another product, not beside itself', () => {
    const [pinned] = effects.flatMap(({ promotion }) =>
      (promotion?.promotions ?? []).flatMap((each) => ('pin' in each ? [each.pin.identifier] : [])),
    );
    const stop = listCampaignStops(products).find(({ text }) => text === 'tourPin');
    expect(find(stop?.identifier ?? '')?.groupId).not.toBe(find(pinned ?? '')?.groupId);
  });
});
