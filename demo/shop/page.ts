import type { DemoLanguage } from '../../src/domain/demo-account.ts';
import type { PageLanguage } from '../../src/http/shop/routes.ts';
import type { Words } from '../words/words.ts';
import type { ShopCatalogue } from './catalogue.ts';
import type { ShopTexts, TourText } from './texts.ts';

export type ShopSettings = {
  /** A key that browsers may see. */
  readonly key: string;
  readonly boxes: {
    readonly search: string;
    readonly relatedKeywords: string;
    readonly relatedProducts: string;
    /** The same look-alikes without campaigns, to compare. */
    readonly withoutCampaigns?: string | undefined;
  };
  /** Products at which a campaign can be seen, by what the first page calls it. */
  readonly tour: readonly { readonly text: TourText; readonly identifier: string }[];
  /** Searches to try, in the language of the products. */
  readonly examples: Words['examples'];
  /** The most frequent searches: a misspelt one is shown in their spelling. */
  readonly terms: readonly string[];
  /** Of the products. The pages are in it as well, where there are texts in it. */
  readonly language: DemoLanguage;
};

/** What every page of the shop is rendered from. */
export type PageContext = {
  readonly settings: ShopSettings;
  readonly catalogue: ShopCatalogue;
  readonly language: PageLanguage;
  readonly texts: ShopTexts;
  /** Address of this page below /shop, without the language. */
  readonly path: string;
  readonly query: URLSearchParams;
};
