import type { Analytics } from '../../analytics/analytics.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Usage } from '../../limits/limiter.ts';
import type { ImageSearch } from '../../operations/image-search.ts';
import type { RelatedKeywords } from '../../operations/related-keywords.ts';
import type { Store } from '../../store/store.ts';
import type { ImportService } from './imports/import-service.ts';
import type { Thumbnail } from './products/handlers.ts';
import type { Installation } from './system/handlers.ts';

/** What the admin API stands on. */
export type AdminNeeds = {
  readonly store: Store;
  readonly engine: Pick<Engine, 'products' | 'product' | 'changes' | 'versions' | 'makeLive' | 'discard'>;
  /** The operation itself, with a clock of the caller's choice. */
  readonly imageSearchAt: (now: () => number) => ImageSearch;
  readonly relatedKeywords: RelatedKeywords;
  readonly imports: ImportService;
  readonly usage: Usage;
  readonly analytics: Analytics;
  readonly installation: Installation;
  readonly thumbnail: Thumbnail;
  /** Uploads lie here until they have been read. */
  readonly uploadFolder: string;
};
