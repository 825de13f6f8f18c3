import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { withShop } from '../../portal/support/test-context.ts';
import type { AdminClient } from '../../portal/support/admin-client.ts';
import type { Shop } from '../../portal/support/open-shop.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { readReserveRule } from './reserve-rule.ts';
import { openShopSite, type ShopSite } from './shop-site.ts';

/** A service, a gateway before it, and a shop's site on another origin with a key for it. */
export type Stage = {
  readonly browser: Browser;
  readonly shop: Shop;
  readonly gateway: Gateway;
  readonly site: ShopSite;
  /** Publishable, for the origin of the site alone. */
  readonly key: string;
  /** Two products of the catalogue, each with look-alikes. */
  readonly backpack: string;
  readonly lamp: string;
};

/** The page's own look, and the rules of the guide that reserve space. */
const pageCss = `:root { background: Canvas; color: CanvasText; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
/* A screen of something else. */
.screen { block-size: 120vh; }
.card { border: 1px dashed; }
main { max-width: 70rem; margin: auto; padding: 1rem; }
${readReserveRule()}`;

/** Each campaign holds for the search term of its name, so that a page chooses one by `pattern`. */
const createCampaigns = async (admin: AdminClient, shop: Shop): Promise<void> => {
  const backpacks = shop.products.filter(
    ({ category, available }) => available && category.startsWith('Bags'),
  );
  const lamps = shop.products.filter(
    ({ category, available }) => available && category.startsWith('Lighting'),
  );
  const colours = [...new Set(backpacks.map(({ colour }) => colour))];
  const effects: Readonly<Record<string, object>> = {
    banner: { banner: { position: 'resultPageTop', contents: ['<p>Free <b>rain cover</b> this week.</p>'] } },
    ad: { ads: { identifiers: [lamps[0]?.identifier ?? ''] } },
    pin: {
      promotion: {
        highlighted: true,
        promotions: [{ pin: { identifier: backpacks.at(-1)?.identifier ?? '', position: 1 } }],
      },
    },
    redirect: { redirect: { url: 'https://shop.example/sale' } },
    choice: {
      intentClarification: {
        question: 'Which colour?',
        tiles: colours
          .slice(0, 3)
          .map((colour) => ({ id: colour, text: colour, filter: `colour eq '${colour}'` })),
      },
    },
  };
  for (const [name, effect] of Object.entries(effects))
    await admin('POST', `websites/${shop.name}/campaigns`, {
      name,
      state: 'published',
      when: { pattern: name },
      effect,
    });
};

export const withStage = (setUp: (stage: Stage) => void | Promise<void>): void => {
  const opened: { readonly close: () => Promise<void> }[] = [];
  withShop(async ({ browser, shop, admin }) => {
    const gateway = await openGateway(shop.url);
    opened.push(gateway);
    const site = await openShopSite(gateway.url, pageCss);
    opened.push(site);
    const body = { name: 'site', kind: 'publishable', origins: [site.url] };
    const made = (await admin('POST', `websites/${shop.name}/subscriptions`, body)) as {
      keys: { primary: string };
    };
    await createCampaigns(admin, shop);
    const find = (category: string): string =>
      shop.products.find((each) => each.category.startsWith(category) && each.available)?.identifier ?? '';
    await setUp({
      browser,
      shop,
      gateway,
      site,
      key: made.keys.primary,
      backpack: find('Bags'),
      lamp: find('Lighting'),
    });
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
  });
};
