import type { Alerts } from '../../alerts/alerts.ts';
import type { Analytics } from '../../analytics/analytics.ts';
import type { UploadedPictures } from '../../ingest/pictures/uploaded-pictures.ts';
import type { Engine } from '../../engine/engine.ts';
import type { WithheldReport } from '../../learning/keywords/withheld.ts';
import type { Usage } from '../../limits/limiter.ts';
import type { ImageSearch } from '../../operations/image-search.ts';
import type { ReviewCampaign } from '../../operations/campaigns/review-campaign.ts';
import type { FindProductCampaigns } from '../../operations/campaigns/product-campaigns.ts';
import type { FindAppearances } from '../../operations/find-appearances.ts';
import type { RelatedKeywords } from '../../operations/related-keywords.ts';
import type { Store } from '../../store/store.ts';
import type { LargeDeclarations } from './core/declarations.ts';
import type { DatasetNeeds } from './datasets/handlers.ts';
import type { ImportService } from './imports/import-service.ts';
import type { Thumbnail } from './products/handlers.ts';
import type { Installation } from './system/handlers.ts';

/** The dependencies of the admin API. */
export type AdminNeeds = {
  readonly store: Store;
  /** Other machines can reach the service, as far as its settings tell. */
  readonly isReachable: boolean;
  readonly largeDeclarations: LargeDeclarations;
  readonly engine: Pick<Engine, 'products' | 'product' | 'changes' | 'versions' | 'makeLive' | 'discard'>;
  /** The image search with a clock of the caller's choice, for previews at another time. */
  readonly imageSearchAt: (now: () => number) => ImageSearch;
  readonly relatedKeywords: RelatedKeywords;
  readonly reviewCampaign: ReviewCampaign;
  readonly findProductCampaigns: FindProductCampaigns;
  readonly findAppearances: FindAppearances;
  readonly imports: ImportService;
  /** Keywords of a dataset that are not suggested because they are unsafe. */
  readonly withheldKeywords: (dataset: string) => Promise<WithheldReport>;
  readonly looksOf: DatasetNeeds['looksOf'];
  readonly usage: Usage;
  readonly analytics: Analytics;
  readonly alerts: Alerts;
  readonly installation: Installation;
  readonly thumbnail: Thumbnail;
  readonly pictures: UploadedPictures;
  /** Folder for uploads until they have been read. */
  readonly uploadFolder: string;
  /** Throws while that folder is away. */
  readonly checkUploads?: () => Promise<void>;
};
